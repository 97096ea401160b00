import { afterEach, expect, test, vi } from 'vitest'
import { takeImport } from '../../../lib/data/imports/import-runs.ts'
import type * as imports from '../../../lib/data/imports/imports.ts'
import { TableUnavailable } from '../../../lib/data/table/calls/table-fault.ts'
import { importKey } from '../../../lib/data/table/keys.ts'
import { importOf, runOnce, type Starter, startImport } from '../../import/run/bench.ts'
import { corruptItem } from '../../support/items.ts'
import { useOwnTable } from '../../support/own-table.ts'
import { makeBusiness, makeKey } from '../../support/shop.ts'
import { operate } from '../operate.ts'

// `--all` is about every business.
await useOwnTable()

/** Runs between the command's look for an import that it finds and its cancellation. */
const meanwhile = vi.hoisted(() => ({ run: async () => {} }))
afterEach(() => {
  meanwhile.run = async () => {}
})

vi.mock('../../../lib/data/imports/imports.ts', async (original) => {
  const real = await original<typeof imports>()
  const findRunningImport: typeof real.findRunningImport = async (...of) => {
    const found = await real.findRunningImport(...of)
    if (found) await meanwhile.run()
    return found
  }
  return { ...real, findRunningImport }
})

const FILE = '{"external_id":"a","name":"Cup","price":1,"category":"Cups"}'
const HOUR_MS = 60 * 60 * 1000

async function begun(): Promise<{ starter: Starter; slug: string; id: string }> {
  const business = await makeBusiness()
  const starter = { business, apiKeyId: (await makeKey(business)).apiKey.id }
  return { starter, slug: business.slug, id: await startImport(starter, FILE) }
}

const cancel = (...options: string[]) => operate('imports', 'cancel', ...options)

test('an import that waits is cancelled, and never runs', async () => {
  const { starter, slug, id } = await begun()
  const other = await begun()
  expect(await cancel('--business', slug)).toEqual({
    code: 0,
    stdout: '1 import cancelled',
    notes: [`${slug}: the import ${id} is cancelled`],
  })
  expect(await importOf(starter, id)).toMatchObject({ status: 'cancelled' })
  expect(await runOnce(starter, id)).toEqual({ status: 'not_taken' })
  expect(await importOf(other.starter, other.id)).toMatchObject({ status: 'queued' })
  expect(await cancel('--business', slug)).toMatchObject({
    code: 0,
    stdout: '0 imports cancelled',
    notes: [],
  })
})

test('--all ends the imports of every business: one that a run has at its next checkpoint, one that was left alone at once', async () => {
  const [waiting, held, left] = [await begun(), await begun(), await begun()]
  await takeImport({ businessId: held.starter.business.id, importId: held.id, run: 'a' })
  await takeImport({ businessId: left.starter.business.id, importId: left.id, run: 'a' })
  await corruptItem(importKey(left.starter.business.id, left.id), { lease_until: Date.now() - 2 * HOUR_MS })
  const { code, stdout } = await cancel('--all', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual(
    expect.arrayContaining([
      { business: waiting.slug, import: waiting.id, status: 'cancelled' },
      { business: held.slug, import: held.id, status: 'ending' },
      { business: left.slug, import: left.id, status: 'failed' },
    ]),
  )
  expect(await importOf(left.starter, left.id)).toMatchObject({ status: 'failed', reason: 'stalled' })
  // On a restored table nobody works on it: the run that takes it up ends it.
  await corruptItem(importKey(held.starter.business.id, held.id), { lease_until: Date.now() - 1 })
  await runOnce(held.starter, held.id)
  expect(await importOf(held.starter, held.id)).toMatchObject({
    status: 'cancelled',
    progress: { products: 0 },
  })
})

test('without a business and without --all nothing is cancelled', async () => {
  const { starter, id } = await begun()
  expect(await cancel()).toMatchObject({
    code: 1,
    notes: ['error: name a business with --business, or all with --all'],
  })
  expect(await importOf(starter, id)).toMatchObject({ status: 'queued' })
})

test('an import that has ended meanwhile is not said to be cancelled', async () => {
  const { starter, slug, id } = await begun()
  meanwhile.run = async () => void (await runOnce(starter, id))
  expect(await cancel('--business', slug)).toMatchObject({
    code: 0,
    stdout: '0 imports cancelled',
    notes: [],
  })
  expect(await importOf(starter, id)).toMatchObject({ status: 'succeeded' })
})

test('a failure of the table ends the command, and stdout has what was cancelled before', async () => {
  await begun()
  await begun()
  let looks = 0
  meanwhile.run = async () => {
    if (++looks > 1) throw new TableUnavailable('silence')
  }
  const { code, stdout, notes } = await cancel('--all', '--json')
  expect(code).toBe(1)
  expect(notes.at(-1)).toMatch(/^error: DynamoDB does not respond/)
  expect(JSON.parse(stdout)).toEqual([
    { business: expect.any(String), import: expect.any(String), status: 'cancelled' },
  ])
})

test('an import that cannot be read stops no other one, and is named', async () => {
  const broken = await begun()
  await corruptItem(importKey(broken.starter.business.id, broken.id), { started_by: 1, notices: 1 })
  const others = [await begun(), await begun(), await begun(), await begun()]
  const { code, stdout, notes } = await cancel('--all', '--json')
  expect(code).toBe(1)
  expect(notes).toContainEqual(expect.stringMatching(new RegExp(`^${broken.slug}: error: TypeError: `)))
  expect(JSON.parse(stdout)).toEqual(
    expect.arrayContaining(
      others.map(({ slug, id }) => ({ business: slug, import: id, status: 'cancelled' })),
    ),
  )
})
