import { AsyncLocalStorage } from 'node:async_hooks'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { revokeApiKey } from '../../../lib/data/api-keys/api-key-changes.ts'
import { giveImportBack, takeImport, writeCheckpoint } from '../../../lib/data/imports/import-runs.ts'
import { beginImport, cancelImport, findRunningImport } from '../../../lib/data/imports/imports.ts'
import { newImport } from '../../../lib/data/imports/new-import.ts'
import { newId } from '../../../lib/data/table/ids.ts'
import { eventKey } from '../../../lib/data/table/keys.ts'
import { MAX_ROWS } from '../../../lib/import/run/run-import.ts'
import { MAX_JSON_CHARACTERS } from '../../../lib/import/run/run-rules.ts'
import { MAX_UNPACKED_BYTES } from '../../../lib/import/run/unpacked.ts'
import { closeBusiness } from '../../../lib/operator/upkeep/removal/names.ts'
import { productsOf } from '../../operator/operate.ts'
import { suspend } from '../../support/identity-items.ts'
import { itemsIn } from '../../support/items.ts'
import { makeBusiness, makeKey } from '../../support/shop.ts'
import { faultsOf, importOf, runOnce, type Starter, startImport } from './bench.ts'

const HOUR_MS = 60 * 60 * 1000

async function makeStarter(scopes?: string[]): Promise<Starter> {
  const business = await makeBusiness()
  const { apiKey } = await makeKey(business, scopes && { scopes })
  return { business, apiKeyId: apiKey.id }
}

/** As many lines of JSON, each a cup. */
const cups = (count: number, further: object = {}) =>
  Array.from({ length: count }, (_, n) =>
    JSON.stringify({ external_id: `e${n}`, name: `Cup ${n}`, price: 100 + n, category: 'Cups', ...further }),
  ).join('\n')

/** The types of a business's events that are about imports. */
const eventsOf = async ({ business }: Starter) =>
  (await itemsIn(eventKey(business.id, '').pk))
    .map(({ event_type }) => String(event_type))
    .filter((type) => type.startsWith('import.'))

/** The fate of a file that is imported in one run. */
async function fateOf(content: string | Uint8Array, parameters: Parameters<typeof startImport>[2] = {}) {
  const starter = await makeStarter()
  const id = await startImport(starter, content, parameters)
  await runOnce(starter, id)
  const item = await importOf(starter, id)
  return { ...item, starter, made: await productsOf(starter.business), events: await eventsOf(starter) }
}

test('an import of rows that all go in has succeeded, and its event says so', async () => {
  const { status, progress, events, made, starter } = await fateOf(cups(3))
  expect({ status, events, made: made.length }).toEqual({
    status: 'succeeded',
    events: ['import.succeeded'],
    made: 3,
  })
  expect(progress).toMatchObject({ products: 3, products_total: 3, created: 3 })
  expect(await findRunningImport(starter.business.id)).toBeUndefined()
})

test('a dry run writes nothing', async () => {
  const { status, progress, made, dry_run } = await fateOf(cups(3), { dry_run: true })
  expect({ status, created: progress.created, made: made.length, dry_run }).toEqual({
    status: 'succeeded',
    created: 3,
    made: 0,
    dry_run: true,
  })
})

const ONE_ROW = 'sku,name,price,category\nC1,Cup,12.50,Cups\n'

test.each([
  ['compressed', gzipSync(ONE_ROW)],
  ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(ONE_ROW, 'utf16le')])],
])('a file in %s is read', async (_, content) => {
  expect((await fateOf(content)).status).toBe('succeeded')
})

test('a file in the encoding that was said is read', async () => {
  const { made } = await fateOf(Buffer.from(ONE_ROW.replace('Cup', 'Tasse für Tee'), 'latin1'), {
    encoding: 'windows-1252',
  })
  expect(made[0]?.name).toBe('Tasse für Tee')
})

const bomb = gzipSync(Buffer.alloc(MAX_UNPACKED_BYTES + 1, 'a'))
const longJson = gzipSync(`[${' '.repeat(MAX_JSON_CHARACTERS)}]`)

test.each<[string, string | Uint8Array, string]>([
  ['nothing', '', 'the file is empty'],
  ['headers alone', 'sku,name,price\n', 'the file has no rows'],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'this is a picture'],
  ['a PDF', '%PDF-1.7', 'this is a PDF'],
  ['a web page', '<!doctype html><title>Log in</title>', 'this is a web page'],
  ['a spreadsheet', 'PK\x03\x04…', 'this is a zip archive, or a spreadsheet'],
  ['a broken gzip', gzipSync(cups(50)).subarray(0, 60), 'this gzip file is broken'],
  ['too much when unpacked', bomb, `unpacked, this file has more than ${MAX_UNPACKED_BYTES} bytes`],
  [
    'a JSON document of too many values',
    gzipSync(`[${'0,'.repeat(2_100_000)}0]`),
    'too many values: send JSON Lines',
  ],
  ['a JSON document of too many objects', gzipSync(`[${'{},'.repeat(600_000)}{}]`), 'too many values'],
  ['a header of too many columns', gzipSync(`${'a,'.repeat(30_000)}b\n1\n`), 'the header has 30001 columns'],
  ['too large a JSON document', longJson, `has more than ${MAX_JSON_CHARACTERS} characters: send JSON Lines`],
  ['too many rows', gzipSync('a\n'.repeat(MAX_ROWS + 2)), `this file has more than ${MAX_ROWS} rows`],
])('%s is unreadable', async (_, content, detail) => {
  const { status, reason, detail: said, made, events } = await fateOf(content)
  expect({ status, reason, made, events }).toEqual({
    status: 'failed',
    reason: 'unreadable',
    made: [],
    events: ['import.failed'],
  })
  expect(said).toContain(detail)
})

test.each<[string, string]>([
  ['half a surrogate pair', `{"external_id":"z","name":"\\ud800x","price":1,"category":"c"}`],
  ['half of one for an id', `{"external_id":"\\ud800","name":"x","price":-1,"category":"c"}`],
  ['a name of any length', JSON.stringify({ external_id: 'z', name: 'y'.repeat(500_000), price: 1 })],
  ['more faults than an item holds', JSON.stringify({ external_id: 'z', name: 'x', ...unknownOptions() })],
])('a row with %s is one refused row', async (_, row) => {
  const { status, starter, id } = await fateOf([cups(1), row].join('\n'))
  expect(status).toBe('partly_succeeded')
  expect((await faultsOf(starter, id)).map(({ row }) => row)).toEqual([2])
})

/** Options whose variants break rules by the thousand. */
function unknownOptions() {
  const unknown = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}-${'u'.repeat(500)}`, 1]))
  const sizes = Array.from({ length: 100 }, (_, n) => `S${n}`)
  return {
    options: [{ name: 'Size', values: sizes }],
    variants: sizes.map((size) => ({ option_values: { Size: size }, price: 1, ...unknown })),
  }
}

test('a file of ten thousand columns that nothing is read from is imported', async () => {
  const lines = Array.from({ length: 50 }, (_, row) =>
    JSON.stringify({
      ...JSON.parse(cups(1)),
      external_id: `r${row}`,
      ...Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`c${row}-${n}-${'x'.repeat(200)}`, 1])),
    }),
  )
  const { status, notices } = await fateOf(lines.join('\n'))
  expect(status).toBe('succeeded')
  expect(notices.find(({ code }) => code === 'columns_ignored')?.detail.length).toBeLessThan(3_000)
})

test('ambiguous prices fail the import, in the words of the query', async () => {
  const { reason, detail, made } = await fateOf('sku,name,price,category\nC1,Cup,80,Cups\n')
  expect({ reason, made }).toEqual({ reason: 'prices_unclear', made: [] })
  expect(detail).toMatch(
    /^all prices are whole numbers: add prices=decimal or prices=minor\. "Cup" \(line 2\)/,
  )
})

test('a column that no row has is a fault of the parameters', async () => {
  const { reason, detail } = await fateOf(ONE_ROW, { map: ['name=Titel'] })
  expect({ reason, detail }).toEqual({
    reason: 'unusable_parameters',
    detail: 'map=name=Titel: no row has "Titel"',
  })
})

test.each([
  ['all are', [0, 1, 2, 3, 4], 'failed', 3],
  ['one is not', [0, 9, 2, 3, 4], 'partly_succeeded', 5],
])('an import whose first rows are refused ends early if %s', async (_, prices, status, products) => {
  const rows = prices.map((price, n) => ({
    external_id: `e${n}`,
    name: 'Cup',
    category: 'Cups',
    price: price === 9 ? 9 : -1,
  }))
  const starter = await makeStarter()
  const id = await startImport(starter, rows.map((row) => JSON.stringify(row)).join('\n'))
  await runOnce(starter, id, { hopelessAfter: 3, checkpointProducts: 3 })
  const item = await importOf(starter, id)
  expect(item).toMatchObject({ status, progress: { refused: status === 'failed' ? expect.any(Number) : 4 } })
  expect(item.progress.products).toBeGreaterThanOrEqual(products)
  if (status === 'failed')
    expect(item.detail).toMatch(/^the first \d products were all refused: see its faults$/)
  expect((await faultsOf(starter, id)).length).toBe(item.progress.refused)
})

test('a row that nothing would recognize again is refused', async () => {
  const { status, starter, id } = await fateOf('name,price,category\nCup,12.50,Cups\n')
  expect(status).toBe('partly_succeeded')
  expect((await faultsOf(starter, id)).map(({ reasons }) => reasons)).toEqual([
    ['has no external_id, sku or slug, so a second run would not recognize it; add one'],
  ])
})

test('products that the file does not have are archived after all others, and only up to a third', async () => {
  const starter = await makeStarter()
  const bring = async (count: number, parameters: object) => {
    const id = await startImport(starter, cups(count), {
      source: 'erp',
      on_missing: 'archive',
      ...parameters,
    })
    await runOnce(starter, id)
    return importOf(starter, id)
  }
  expect((await bring(10, {})).status).toBe('succeeded')
  expect(await bring(5, {})).toMatchObject({
    status: 'failed',
    reason: 'too_many_missing',
    detail:
      '5 of 10 products of erp are not in the file, more than a third: nothing was written. If that is right, add confirm_missing=true',
  })
  const { status, notices } = await bring(5, { confirm_missing: true })
  expect(status).toBe('succeeded')
  expect(notices).toContainEqual({ code: 'missing_changed', detail: '5 missing from the file: archived' })
  expect(await productsOf(starter.business)).toHaveLength(5)
})

test('products that the file does not have stay as they are if a row cannot be read', async () => {
  const starter = await makeStarter()
  const bring = async (content: string) => {
    const id = await startImport(starter, content, {
      source: 'erp',
      on_missing: 'archive',
      confirm_missing: true,
    })
    await runOnce(starter, id)
    return importOf(starter, id)
  }
  expect((await bring(cups(10))).status).toBe('succeeded')
  const { status, notices } = await bring(`${cups(5)}\n["no product"]\n`)
  expect(status).toBe('partly_succeeded')
  expect(notices.map(({ code }) => code)).toContain('missing_unknown')
  expect(await productsOf(starter.business)).toHaveLength(10)
})

test('a run whose time is over leaves the rest to the next one', async () => {
  const starter = await makeStarter()
  const id = await startImport(starter, cups(30))
  const sent: string[] = []
  const runs: string[] = []
  // Each look at the clock is a second later: a run is over after a few checkpoints.
  let seconds = 0
  const now = () => Date.now() + 1000 * seconds++
  const send = async (_: string, importId: string) => void sent.push(importId)
  while (runs.at(-1) !== 'succeeded') {
    expect(runs.length).toBeLessThan(30)
    runs.push((await runOnce(starter, id, { now, workMs: 8_000, send })).status)
  }
  expect(runs.filter((status) => status === 'left').length).toBeGreaterThan(1)
  expect(sent).toEqual(runs.slice(1).map(() => id))
  expect((await importOf(starter, id)).progress).toMatchObject({ products: 30, created: 30, unchanged: 0 })
})

test('a second message finds the import taken', async () => {
  const starter = await makeStarter()
  const id = await startImport(starter, cups(10))
  const both = await Promise.all([runOnce(starter, id), runOnce(starter, id)])
  expect(both.map(({ status }) => status).sort()).toEqual(['not_taken', 'succeeded'])
})

/** Runs an import of 40 products, of which `then` happens behind the first checkpoint. */
async function interrupted(then: (starter: Starter, id: string) => Promise<unknown>) {
  const starter = await makeStarter()
  const id = await startImport(starter, cups(40))
  let begun: Promise<unknown> | undefined
  const outside = AsyncLocalStorage.snapshot()
  // The clock is asked when the import is taken, when the run begins, and at each checkpoint.
  let looks = 0
  const now = () => {
    if (++looks > 5) begun ??= outside(() => then(starter, id))
    return Date.now()
  }
  const { status } = await runOnce(starter, id, { now, perSecond: 200 })
  await begun
  return { status, item: await importOf(starter, id), events: await eventsOf(starter) }
}

test('a key that is revoked stops its import', async () => {
  const { item, events } = await interrupted(({ business, apiKeyId }) => revokeApiKey(business.id, apiKeyId))
  expect(item).toMatchObject({ status: 'failed', reason: 'key_revoked' })
  expect(item.progress.products).toBeLessThan(40)
  expect(events).toEqual(['import.failed'])
})

test('a business that is suspended stops its import', async () => {
  const { item } = await interrupted(({ business }) => suspend(business))
  expect(item).toMatchObject({ status: 'failed', reason: 'business_closed' })
  expect(item.progress.products).toBeLessThan(40)
})

test('a business that is being deleted stops its import', async () => {
  const { item } = await interrupted(({ business }) => closeBusiness(business.id))
  expect(item.reason).toBe('business_closed')
})

test('an import that is cancelled ends at its next checkpoint, and keeps what it has done', async () => {
  const { item, events } = await interrupted(({ business }, id) => cancelImport(business.id, id))
  expect(item.status).toBe('cancelled')
  expect(item.progress.products).toBeGreaterThan(0)
  expect(item.progress.products).toBeLessThan(40)
  expect(events).toEqual(['import.cancelled'])
})

test('an import that nobody works on is cancelled at once', async () => {
  const starter = await makeStarter()
  const id = await startImport(starter, cups(1))
  expect((await cancelImport(starter.business.id, id))?.status).toBe('cancelled')
  expect(await runOnce(starter, id)).toEqual({ status: 'not_taken' })
  expect(await eventsOf(starter)).toEqual(['import.cancelled'])
})

test('a key without a scope that it needs begins nothing', async () => {
  const starter = await makeStarter(['products:write', 'categories:write'])
  const id = await startImport(starter, cups(1), { stock: 'set' })
  await runOnce(starter, id)
  expect(await importOf(starter, id)).toMatchObject({ status: 'failed', reason: 'key_revoked' })
})

test('an import that two runs died of is begun no more, and says how far it was read', async () => {
  const starter = await makeStarter()
  const id = await startImport(starter, cups(1))
  let time = Date.now()
  // Each of them dies as soon as it has taken the import.
  const dying = () => {
    let looks = 0
    time += 306_000
    const now = () => {
      if (looks++ > 0) throw new Error('died')
      return time
    }
    return runOnce(starter, id, { now })
  }
  for (let run = 0; run < 2; run++) await expect(dying()).rejects.toThrow('died')
  await runOnce(starter, id, { now: () => time + 306_000 })
  expect(await importOf(starter, id)).toMatchObject({
    status: 'failed',
    reason: 'crashed',
    detail:
      'it was begun 2 times, and stopped each time before another product was finished; 0 rows of its file had been read',
  })
})

test('an import of which nothing was heard for an hour makes room for another', async () => {
  const starter = await makeStarter()
  const { business, apiKeyId } = starter
  const id = await startImport(starter, cups(1))
  await takeImport({ businessId: business.id, importId: id, run: 'died' })
  const later = new Date(Date.now() + HOUR_MS + 306_000)
  expect(await findRunningImport(business.id, later.getTime())).toBeUndefined()
  expect(await runOnce(starter, id, { now: () => later.getTime() })).toEqual({ status: 'not_taken' })
  const { currency, timezone } = business
  const begun = { apiKeyId, parameters: {}, file: Buffer.from(''), parts: 0, currency, timezone }
  const next = newImport({ ...begun, id: `imp_${newId(later)}` }, later)
  await beginImport(business.id, next, { now: later })
  expect(await importOf(starter, id)).toMatchObject({ status: 'failed', reason: 'stalled' })
  expect(await eventsOf(starter)).toEqual(['import.failed'])
})

test('rows that are the same product are refused in each run', async () => {
  const starter = await makeStarter()
  const named = JSON.stringify({ external_id: 'both', name: 'Both', sku: 'BOTH', price: 1, category: 'Cups' })
  await runOnce(starter, await startImport(starter, named))
  const first = JSON.stringify({ external_id: 'both', price: 2 })
  const last = JSON.stringify({ sku: 'BOTH', price: 3 })
  const id = await startImport(starter, [first, cups(30), last].join('\n'))
  const before = { businessId: starter.business.id, importId: id, run: 'before' }
  const { progress } = (await takeImport(before)) ?? (await importOf(starter, id))
  await writeCheckpoint(before, { progress: { ...progress, products: 20, updated: 1, created: 19 } })
  await giveImportBack(before)
  await runOnce(starter, id)
  expect((await faultsOf(starter, id)).map(({ row, reasons }) => [row, ...reasons])).toEqual([
    [32, 'is the same product as row 1'],
  ])
})
