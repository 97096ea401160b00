import { afterEach, expect, test, vi } from 'vitest'
import { giveImportBack, takeImport } from '../../../lib/data/imports/import-runs.ts'
import { cancelImport, endStalledImport, findRunningImport } from '../../../lib/data/imports/imports.ts'
import { withImportsBegunBefore } from '../../../lib/data/imports/running-imports.ts'
import { TableUnavailable } from '../../../lib/data/table/calls/table-fault.ts'
import { deadline, within } from '../../../lib/data/table/calls/times.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import { sweepImports } from '../../../lib/import/run/sweep-imports.ts'
import { reindexBusiness } from '../../../lib/operator/upkeep/reindex/reindex.ts'
import { checkImports } from '../../../lib/operator/upkeep/verify/imports.ts'
import { verifyBusiness } from '../../../lib/operator/upkeep/verify/verify.ts'
import { corruptItem, itemsIn, removeItem, storedItem } from '../../support/items.ts'
import { catchLog } from '../../support/log.ts'
import { useOwnTable } from '../../support/own-table.ts'
import { makeBusiness, makeKey } from '../../support/shop.ts'
import { importOf, runOnce, type Starter, startImport } from './bench.ts'

// A sweep looks at the imports of all businesses.
await useOwnTable()
const log = catchLog()

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const FILE = '{"external_id":"a","name":"Cup","price":1,"category":"Cups"}'

const started: Starter[] = []
/** Each test has the list of imports under way to itself. */
afterEach(async () => {
  for (const { business } of started.splice(0)) await removeItem(keys.runningImportKey(business.id))
  log.splice(0)
  sent.splice(0)
})

/** An import that began now, and its business. */
async function begun() {
  const business = await makeBusiness()
  const starter = { business, apiKeyId: (await makeKey(business)).apiKey.id }
  started.push(starter)
  return { starter, id: await startImport(starter, FILE) }
}

const endsOf = async ({ business }: Starter) =>
  (await itemsIn(keys.eventKey(business.id, '').pk))
    .map(({ json }) => JSON.parse(String(json)))
    .filter(({ type }) => type.startsWith('import.'))

/** The ids of the imports whose messages were sent again. */
const sent: string[] = []
const send = async (_: string, importId: string) => void sent.push(importId)
/** A queue that has no message until one is sent. */
const hasNoMessages = async () => sent.length === 0
const world = { now: Date.now, hasNoMessages, send }

const sweepIn = (ms: number, more: Partial<typeof world> = {}) => {
  const now = Date.now() + ms
  return sweepImports({ ...world, now: () => now, ...more })
}

test('an import that nobody took up for a day ends without anybody asking, in the name of its key', async () => {
  const { starter, id } = await begun()
  expect(await sweepIn(DAY_MS - MINUTE_MS)).toEqual({ imports: 1, stalled: 0, sent: 1 })
  expect(await sweepIn(DAY_MS + MINUTE_MS)).toEqual({ imports: 1, stalled: 1, sent: 0 })
  const { status, reason, created_at, finished_at } = await importOf(starter, id)
  expect([status, reason]).toEqual(['failed', 'stalled'])
  expect(Date.parse(String(finished_at)) - Date.parse(created_at)).toBe(DAY_MS)
  expect(await endsOf(starter)).toMatchObject([
    {
      type: 'import.failed',
      actor: { kind: 'api_key', key_id: starter.apiKeyId },
      data: { id, status: 'failed', reason: 'stalled' },
    },
  ])
  expect(await sweepIn(DAY_MS + MINUTE_MS)).toEqual({ imports: 0, stalled: 0, sent: 0 })
  expect(await runOnce(starter, id)).toEqual({ status: 'not_taken' })
  await startImport(starter, FILE)
})

test('one whose function died ends after an hour, and one that a run works on does not', async () => {
  const [died, alive] = [await begun(), await begun()]
  for (const { starter, id } of [died, alive]) {
    const now = starter === alive.starter ? Date.now() + HOUR_MS : Date.now()
    await takeImport({ businessId: starter.business.id, importId: id, run: 'a' }, now)
  }
  expect(await sweepIn(HOUR_MS + 4 * MINUTE_MS)).toEqual({ imports: 2, stalled: 0, sent: 1 })
  expect(sent).toEqual([died.id])
  expect(await sweepIn(HOUR_MS + 6 * MINUTE_MS)).toEqual({ imports: 2, stalled: 1, sent: 0 })
  expect(await importOf(died.starter, died.id)).toMatchObject({ reason: 'stalled' })
  expect(await importOf(alive.starter, alive.id)).toMatchObject({ status: 'running' })
})

test('an import that began less than a minute ago is not even looked at', async () => {
  await begun()
  expect(await sweepIn(MINUTE_MS - 1_000)).toEqual({ imports: 0, stalled: 0, sent: 0 })
})

test('the messages of all imports that wait are sent again if the queue has none', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, begun))
  const [held] = all
  if (!held) throw new Error('none')
  const run = { businessId: held.starter.business.id, importId: held.id, run: 'a' }
  await takeImport(run)
  expect(await sweepIn(2 * MINUTE_MS, { hasNoMessages: async () => false })).toMatchObject({ sent: 0 })
  expect(await sweepIn(2 * MINUTE_MS)).toEqual({ imports: 10, stalled: 0, sent: 9 })
  expect(sent.toSorted()).toEqual(
    all
      .slice(1)
      .map(({ id }) => id)
      .sort(),
  )
  // Five minutes later the run that has the last one counts as dead.
  sent.splice(0)
  expect(await sweepIn(7 * MINUTE_MS)).toMatchObject({ sent: 10 })
})

test('a queue that does not respond is requested once, and the sweep fails at its end', async () => {
  await Promise.all(Array.from({ length: 3 }, begun))
  const silent = vi.fn(async () => Promise.reject(new Error('silent')))
  await expect(sweepIn(2 * MINUTE_MS, { hasNoMessages: silent })).rejects.toThrow(
    'could not all be looked at',
  )
  expect(silent).toHaveBeenCalledTimes(1)
  expect(log).toHaveLength(3)
})

test('two sweeps at once end it once', async () => {
  const { starter } = await begun()
  const both = await Promise.all([sweepIn(2 * DAY_MS), sweepIn(2 * DAY_MS)])
  expect(both.map(({ stalled }) => stalled).sort()).toEqual([0, 1])
  expect(await endsOf(starter)).toHaveLength(1)
})

test('a run that was taken for dead ends nothing any more', async () => {
  const { starter, id } = await begun()
  const held = { businessId: starter.business.id, importId: id, run: 'a' }
  await takeImport(held)
  expect(await endStalledImport(starter.business.id, new Date(Date.now() + 2 * HOUR_MS))).toBe(id)
  expect(await giveImportBack(held)).toBe(false)
})

test('one that cannot be ended is logged and holds up no other, and the sweep fails at its end', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, begun))
  const [broken] = all
  if (!broken) throw new Error('none')
  const { business } = broken.starter
  await corruptItem(keys.importKey(business.id, broken.id), { started_by: undefined })
  await expect(sweepIn(2 * DAY_MS)).rejects.toThrow('imports could not all be looked at')
  for (const { starter } of all.slice(1)) expect(await endsOf(starter)).toHaveLength(1)
  expect(log).toMatchObject([{ level: 'error', message: 'sweep', business_id: business.id }])
})

test('the calls of the table for one import end after 8 s: it holds up no other', async () => {
  await begun()
  const left: number[] = []
  const noted = async () => void left.push(deadline() - Date.now())
  await sweepIn(2 * MINUTE_MS, { send: noted })
  expect(left).toHaveLength(1)
  expect(left[0]).toBeLessThanOrEqual(8_000)
})

test('what is left after two minutes is for the next sweep', async () => {
  await Promise.all(Array.from({ length: 12 }, begun))
  const began = Date.now() + 2 * DAY_MS
  let looks = 0
  // It is asked at the beginning, and at each import before and while it is looked at.
  const slow = () => began + 50_000 * looks++
  expect(await sweepImports({ ...world, now: slow })).toEqual({ imports: 1, stalled: 1, sent: 0 })
  expect(await sweepIn(2 * DAY_MS)).toEqual({ imports: 11, stalled: 11, sent: 0 })
})

test('a mark whose import is over or gone goes', async () => {
  const [over, gone] = [await begun(), await begun()]
  await corruptItem(keys.importKey(over.starter.business.id, over.id), { status: 'succeeded' })
  await removeItem(keys.importKey(gone.starter.business.id, gone.id))
  expect(await sweepIn(2 * HOUR_MS)).toEqual({ imports: 2, stalled: 0, sent: 0 })
  expect(await sweepIn(2 * HOUR_MS)).toEqual({ imports: 0, stalled: 0, sent: 0 })
  expect(await endsOf(over.starter)).toEqual([])
})

test('an import is in the list from its beginning to its end', async () => {
  const listed = async () => (await Array.fromAsync(withImportsBegunBefore(Date.now() + DAY_MS))).flat()
  const { starter, id } = await begun()
  expect(await listed()).toEqual([starter.business.id])
  await runOnce(starter, id)
  expect(await listed()).toEqual([])
  const second = await startImport(starter, FILE)
  await cancelImport(starter.business.id, second)
  expect(await listed()).toEqual([])
})

test('verify names a mark that the sweep does not find, and reindex puts it there', async () => {
  const { starter } = await begun()
  const { id } = starter.business
  const mark = keys.runningImportKey(id)
  expect((await verifyBusiness(id)).findings).toEqual([])
  await corruptItem(mark, { store: undefined, by_created: 'x' })
  expect(await checkImports(id)).toMatchObject([{ code: 'import_unlisted', detail: expect.anything() }])
  expect(await reindexBusiness(id)).toMatchObject({ written: 1, is_complete: true })
  expect((await verifyBusiness(id)).findings).toEqual([])
  expect(await storedItem(mark)).toMatchObject({ store: expect.stringMatching(/^IMPORTS#[0-3]$/) })
  expect(await sweepIn(2 * DAY_MS)).toEqual({ imports: 1, stalled: 1, sent: 0 })
})

test('a cancellation that always loses to other writes fails because the table cannot be used', async () => {
  const { starter, id } = await begun()
  const { business } = starter
  // Another import has taken its place.
  await corruptItem(keys.runningImportKey(business.id), { import_id: 'another' })
  await expect(within(500, () => cancelImport(business.id, id))).rejects.toThrow(TableUnavailable)
  expect(await findRunningImport(business.id)).toBeUndefined()
})
