import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, inject, test } from 'vitest'
import * as keys from '../../../lib/data/table/keys.ts'
import { useTable } from '../../../lib/environment.ts'
import { plantItem } from '../../support/items.ts'
import { makeTable } from '../../support/own-table.ts'
import { makeBusiness } from '../../support/shop.ts'
import { proxyTable } from '../../support/table-proxy.ts'
import { dumpOf, makeFullShop } from '../business/business-table.ts'
import { skipLongWaits } from '../business/business-waits.ts'
import { operate } from '../operate.ts'

skipLongWaits()

/** A proxy shows the calls of these commands; other files work on other tables. */
const table = await makeTable()
const proxy = await proxyTable(table)
// Engines count their tables at different times, or not at all.
const COUNTED = { ItemCount: 12_345, TableSizeBytes: 400_000_001 }
proxy.countAs(COUNTED)
beforeEach(() => proxy.forget())
afterEach(() => proxy.failWith(undefined))
afterAll(async () => {
  await proxy.close()
  useTable(inject('table'))
  await table.drop()
})

const bodiesOf = (operation: string) =>
  proxy.operations.flatMap((sent, n) => (sent === operation ? [JSON.parse(proxy.bodies[n] ?? '')] : []))

const COST = 'the whole table is going to be read'

/** Presses Ctrl-C as soon as the command has sent a Scan of every segment. */
async function operateUntilScanned(...argv: string[]) {
  const before = process.listeners('SIGINT')
  let isDone = false
  const running = operate(...argv).finally(() => {
    isDone = true
  })
  while (!isDone && proxy.operations.filter((sent) => sent === 'Scan').length < 4)
    await new Promise(setImmediate)
  process.emit('SIGINT', 'SIGINT')
  const outcome = await running
  for (const listener of process.listeners('SIGINT'))
    if (!before.includes(listener))
      process.off('SIGHUP', listener).off('SIGINT', listener).off('SIGTERM', listener)
  return outcome
}

test('a list is a Query of the registry and batches of what it shows, with any items in the table', async () => {
  await makeFullShop()
  const businesses = await Promise.all(Array.from({ length: 101 }, () => makeBusiness()))
  proxy.forget()
  const { stdout } = await operate('business', 'list', '--json')
  expect(proxy.operations).toEqual(['Query', 'BatchGetItem', 'BatchGetItem'])
  for (const { RequestItems } of bodiesOf('BatchGetItem'))
    expect(RequestItems[table.name].ProjectionExpression).toBe(
      '#pk, #sk, #slug, #id, #name, #status, #currency, #created_at',
    )
  const ids = (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(businesses.map(({ id }) => id)))
})

test('a registry of more rows than are looked up at a time is listed whole', async () => {
  const nowhere = Array.from({ length: 850 }, () => randomUUID())
  const row = (id: string) => ({ ...keys.registryKey(id), type: 'registration', business_id: id })
  for (let start = 0; start < 850; start += 50)
    await Promise.all(nowhere.slice(start, start + 50).map((id) => plantItem(row(id))))
  const { notes } = await operate('business', 'list', '--json')
  expect(notes).toHaveLength(850)
  for (const id of nowhere) expect(notes.join()).toContain(id)
})

test('a deletion without --sweep neither scans nor asks how large the table is', async () => {
  const { business } = await makeFullShop()
  proxy.forget()
  const { code } = await operate('business', 'delete', business.slug, '--confirm', business.slug)
  expect(code).toBe(0)
  expect(new Set(proxy.operations)).toEqual(
    new Set(['GetItem', 'BatchGetItem', 'Query', 'TransactWriteItems', 'BatchWriteItem']),
  )
  expect(await dumpOf(business.id)).toEqual([])
})

/** Each command that reads the whole table, as what it costs is said, and whether it reads consistently. */
const SCANNING: [name: string, factor: number, argv: (slug: string) => string[]][] = [
  ['verify --deep', 0.5, (slug) => ['verify', '--business', slug, '--deep']],
  ['business delete --sweep', 1, (slug) => ['business', 'delete', slug, '--confirm', slug, '--sweep']],
]

test.each(SCANNING)(
  '%s says before the first Scan what it costs, and scans in segments',
  async (_, factor, argv) => {
    const { slug } = await makeBusiness()
    const units = Math.ceil((COUNTED.TableSizeBytes / 4096) * factor)
    proxy.forget()
    const { code, notes } = await operate(...argv(slug))
    expect(code).toBe(0)
    const line = notes.find((note) => note.startsWith(COST))
    expect(line).toMatch(
      /: about 12,345 items and 0\.37 GB, as DynamoDB counted them up to six hours ago, for [\d,]+ read units; on AWS it takes 6 s to 48 s$/,
    )
    expect(Number(/for ([\d,]+) read units/.exec(line ?? '')?.[1]?.replaceAll(',', ''))).toBe(units)
    expect(proxy.operations.indexOf('DescribeTable')).toBeLessThan(proxy.operations.indexOf('Scan'))
    const scans = bodiesOf('Scan')
    expect(scans.map(({ TotalSegments }) => TotalSegments)).toEqual(scans.map(() => 4))
    expect(new Set(scans.map(({ Segment }) => Segment))).toEqual(new Set([0, 1, 2, 3]))
    expect(scans.every(({ ConsistentRead = false }) => ConsistentRead === (factor === 1))).toBe(true)
  },
)

test.each(SCANNING)(
  '%s continues where DescribeTable is denied or fails, and says so',
  async (_, _factor, argv) => {
    const reasons = {
      AccessDeniedException: 'these AWS credentials are not allowed dynamodb:DescribeTable',
      ValidationException: 'dynamodb:DescribeTable failed (ValidationException)',
    }
    for (const [type, reason] of Object.entries(reasons)) {
      const { slug } = await makeBusiness()
      proxy.failWith({ status: 400, type }, 'DescribeTable')
      const { code, notes } = await operate(...argv(slug))
      expect(code).toBe(0)
      expect(notes).toContainEqual(
        expect.stringMatching(new RegExp(`^${COST}.*; the cost is not known, because `)),
      )
      expect(notes.join('\n')).toContain(reason)
    }
  },
)

test('a table that DynamoDB has not counted yet is said to be such', async () => {
  proxy.countAs({ ItemCount: 0, TableSizeBytes: 0 })
  const { notes } = await operate('verify', '--business', (await makeBusiness()).slug, '--deep')
  proxy.countAs(COUNTED)
  expect(notes).toContain(`${COST}: its size is not known yet; DynamoDB counts it about every six hours`)
})

test.each(SCANNING)(
  '%s ends by Ctrl-C in the middle of a Scan that gets no response',
  async (_, _factor, argv) => {
    const { slug, id } = await makeBusiness()
    proxy.failWith('silence', 'Scan')
    const { code } = await operateUntilScanned(...argv(slug))
    expect(code).toBe(130)
    proxy.failWith(undefined)
    expect(await dumpOf(id)).not.toEqual([])
  },
)

test.each(SCANNING)('%s fails when a Scan does, and says why', async (_, _factor, argv) => {
  const { slug } = await makeBusiness()
  proxy.failWith({ status: 400, type: 'AccessDeniedException' }, 'Scan')
  const { code, notes } = await operate(...argv(slug))
  expect({ code, last: notes.at(-1) }).toEqual({
    code: 1,
    last: 'error: these AWS credentials are not allowed to use the table',
  })
})
