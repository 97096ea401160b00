import { expect, test } from 'vitest'
import { shownImport } from '../../../lib/data/imports/import-item.ts'
import { countMissing, giveImportBack, takeImport } from '../../../lib/data/imports/import-runs.ts'
import { cancelImport } from '../../../lib/data/imports/imports.ts'
import { commit } from '../../../lib/data/table/commit.ts'
import { makeBusiness, makeKey } from '../../support/shop.ts'
import { importOf, runOnce, type Starter, startImport } from './bench.ts'

const TWO_DAYS_MS = 2 * 24 * 60 * 60 * 1000

async function makeStarter(): Promise<Starter> {
  const business = await makeBusiness()
  return { business, apiKeyId: (await makeKey(business)).apiKey.id }
}

const cups = (count: number, further: (n: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, n) =>
    JSON.stringify({ external_id: `e${n}`, name: 'Cup', price: 1, category: 'Cups', ...further(n) }),
  ).join('\n')

const ARCHIVING = { source: 'erp', on_missing: 'archive', confirm_missing: true } as const

/** An import that waits for its next run, when three products that its file does not have were archived. */
async function waiting() {
  const starter = await makeStarter()
  const id = await startImport(starter, cups(1), ARCHIVING)
  const held = { businessId: starter.business.id, importId: id, run: 'one' }
  await takeImport(held)
  for (let n = 0; n < 3; n++) await commit([countMissing(held)])
  await giveImportBack(held)
  return { starter, id }
}

test('a product that stays archived is named in the words of the query', async () => {
  const starter = await makeStarter()
  for (const file of [cups(1, () => ({ status: 'archived' })), cups(1, () => ({ price: 2 }))])
    await runOnce(starter, await startImport(starter, file))
  const id = await startImport(
    starter,
    cups(1, () => ({ price: 3 })),
  )
  await runOnce(starter, id)
  const first = 'row 1 (line 1): the file does not say its status: set=status=active shows it'
  expect((await importOf(starter, id)).lost).toContainEqual({ loss: 'archived', count: 1, first })
})

const SAID = { code: 'missing_changed', detail: '3 missing from the file: archived' }

test('an import that is cancelled while it waits says how many missing products it has changed', async () => {
  const { starter, id } = await waiting()
  expect((await cancelImport(starter.business.id, id))?.notices).toContainEqual(SAID)
  expect((await importOf(starter, id)).notices).toContainEqual(SAID)
})

test('an import that has stalled says it, too', async () => {
  const { starter, id } = await waiting()
  const item = await importOf(starter, id)
  expect(shownImport(item, Date.now() + TWO_DAYS_MS)).toMatchObject({ reason: 'stalled', notices: [SAID] })
  expect(shownImport(item, Date.now()).notices).toEqual([])
})

test('a dry run that finds missing products again counts them again', async () => {
  const starter = await makeStarter()
  await runOnce(starter, await startImport(starter, cups(4), { source: 'erp' }))
  const id = await startImport(starter, cups(1), { ...ARCHIVING, dry_run: true })
  const held = { businessId: starter.business.id, importId: id, run: 'one' }
  await takeImport(held)
  for (let n = 0; n < 3; n++) await commit([countMissing(held)])
  await giveImportBack(held)
  await runOnce(starter, id)
  const detail = '3 missing from the file: to be archived'
  expect((await importOf(starter, id)).notices).toContainEqual({ code: 'missing_changed', detail })
})

/** Runs an import until it is over, each time for a few looks at the clock. Returns how many runs it took. */
async function inSeveralRuns(starter: Starter, id: string): Promise<number> {
  let seconds = 0
  const now = () => Date.now() + 1000 * seconds++
  for (let runs = 1; ; runs++)
    if ((await runOnce(starter, id, { now, workMs: 3_000 })).status !== 'left') return runs
}

test('a dry run of several runs counts nothing twice', async () => {
  const starter = await makeStarter()
  const first = await startImport(starter, cups(36), { source: 'erp' })
  await runOnce(starter, first)
  const further = (n: number) => ({ category: `Cups ${n % 4}`, ...(n % 2 && { external_id: `new${n}` }) })
  const id = await startImport(starter, cups(30, further), { ...ARCHIVING, dry_run: true })
  expect(await inSeveralRuns(starter, id)).toBeGreaterThan(1)
  const { notices, progress } = await importOf(starter, id)
  expect(progress).toMatchObject({ products: 30, created: 15, updated: 15 })
  expect(notices).toContainEqual({
    code: 'categories_created',
    detail: '4 categories to create: "Cups 0", "Cups 1", "Cups 2" and 1 more',
  })
  expect(notices).toContainEqual({
    code: 'missing_changed',
    detail: '21 missing from the file: to be archived',
  })
})
