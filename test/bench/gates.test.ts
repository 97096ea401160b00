/**
 * The reads, bytes and loaded code of a shopper's request, and the units of writes. Units and calls are exactly those of
 * `npm run bench -- units`, on a smaller catalogue: a page does not depend on its size.
 */
import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { authorizerReads } from '../../bench/measure/authorizer-reads.ts'
import { makeCatalogue } from '../../bench/measure/catalogue.ts'
import { type Ask, inProcess } from '../../bench/measure/in-process.ts'
import { makePlaced, PLACED } from '../../bench/measure/placed.ts'
import * as questions from '../../bench/measure/questions.ts'
import { readCost } from '../../bench/measure/read-cost.ts'
import { seed } from '../../bench/measure/seed.ts'
import { makeSized } from '../../bench/measure/sized.ts'
import { startTableMeter, type TableMeter } from '../../bench/measure/table-meter.ts'
import { makeVaried } from '../../bench/measure/varied.ts'
import { writeCosts } from '../../bench/measure/write-cost.ts'
import { mostBytes, WAITED_FOR } from '../../bench/report/budgets.ts'
import type { ReadCost } from '../../bench/report/figures.ts'
import { readResults } from '../../bench/report/results.ts'
import { makeTable, type OwnTable } from '../support/own-table.ts'

/** Of what would be deployed. */
const bundle = (name: string) => join(inject('assemblyDir'), 'functions', name, 'index.cjs')
let table: OwnTable
let meter: TableMeter

beforeAll(async () => {
  table = await makeTable()
  meter = await startTableMeter(table.endpoint)
  const { id, slug } = questions.SHOP
  const target = { endpoint: table.endpoint, tableName: table.name }
  await seed(target, makeCatalogue(id, slug, 100), { baseline: false })
  await seed(target, makeVaried(questions.VARIED_SHOP.id, questions.VARIED_SHOP.slug, 100), {
    baseline: false,
  })
  await seed(target, makeSized(questions.SIZED_SHOP.id, questions.SIZED_SHOP.slug, 100), { baseline: false })
  await seed(target, makePlaced(questions.PLACED_SHOP.id, questions.PLACED_SHOP.slug, 100), {
    baseline: false,
  })
})
afterAll(async () => {
  await meter.close()
  await table.drop()
})

function metered<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
  const environment = (endpoint: string) => ({
    STOREFRONT_TABLE: table.name,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  })
  return inProcess({ endpoint: table.endpoint, tableName: table.name, meter, bundle, environment }, work)
}

test.each([
  ['list', questions.list],
  ['get', questions.get],
  ['get_by_slug', questions.getBySlug],
  ['list_varied', questions.listVaried],
  ['list_placed', questions.listPlaced],
  ['list_sized', questions.listSized],
  ['get_expanded', questions.getExpanded],
  ['cart', questions.cart],
  ['categories', questions.categories],
  ['business', questions.business],
] as const)('%s reads and sends what bench/results.json says', async (name, question) => {
  const { parts } = await readResults()
  const cost = await metered((ask) => readCost(ask, meter, question))
  expect(cost).toEqual(nearlyTheBytesOf(parts.units?.reads[name]))
})

/** A cost of which a change may make the bytes a fiftieth more or less, and nothing else. */
function nearlyTheBytesOf(cost: ReadCost | undefined) {
  if (!cost) throw new Error('bench/results.json has no such figure')
  const { read_bytes, body_bytes, wire_bytes, ...units } = cost
  const nearly = (bytes: number) => expect.closeTo(bytes, -Math.log10(2 * bytes * 0.02))
  return {
    ...units,
    read_bytes: nearly(read_bytes),
    body_bytes: nearly(body_bytes),
    wire_bytes: { br: nearly(wire_bytes.br), gzip: nearly(wire_bytes.gzip) },
  }
}

test('each write consumes what bench/results.json says, a sale of one piece two calls and at most 8 write units, and a hold 4 more than a sale', async () => {
  const { parts } = await readResults()
  const costs = await metered(() => writeCosts(meter))
  expect(costs).toEqual(parts.units?.writes)
  expect(costs.adjust.requests).toBe(2)
  expect(costs.adjust.write_units).toBeLessThanOrEqual(8)
  // The hold and its entries in two indexes are added to a sale; its commit moves no stock.
  expect(costs.hold.write_units).toBe(costs.adjust.write_units + 4)
  expect(costs.commit_hold.write_units).toBe(6)
  expect(costs.release_hold.write_units).toBe(costs.hold.write_units)
})

test('variants add at most a fifth to the bytes of a list', async () => {
  const { list, list_varied } = await metered(async (ask) => ({
    list: await readCost(ask, meter, questions.list),
    list_varied: await readCost(ask, meter, questions.listVaried),
  }))
  expect(list_varied.requests).toBe(list.requests)
  expect(list_varied.read_bytes / list.read_bytes).toBeLessThanOrEqual(1.2)
  expect(list_varied.body_bytes / list.body_bytes).toBeLessThanOrEqual(1.2)
})

test('each product that is placed in a category costs its list half a unit', async () => {
  const { list, list_placed } = await metered(async (ask) => ({
    list: await readCost(ask, meter, questions.list),
    list_placed: await readCost(ask, meter, questions.listPlaced),
  }))
  expect(list_placed.requests).toBe(list.requests + PLACED)
  expect(list_placed.reported_read_units).toBeLessThanOrEqual(list.reported_read_units + PLACED / 2)
})

test('a list is one Query that costs what its bytes cost', async () => {
  const cost = await metered((ask) => readCost(ask, meter, questions.list))
  expect(cost).toMatchObject({ requests: 1, read_units: Math.ceil(cost.read_bytes / 4096) / 2 })
  expect(cost.reported_read_units).toBe(cost.read_units)
})

test('a list that is new each time is, and costs what the other costs', async () => {
  const { events = [], ...question } = questions.everOtherList('gzip')
  await metered(async (ask) => {
    const bodies = new Set<string | undefined>()
    for (const event of events) bodies.add((await ask({ ...question, event })).body)
    expect(bodies.size).toBe(events.length)
    const [event = {}] = events
    const { requests, read_units } = await readCost(ask, meter, () => ({ ...question, event }))
    const list = await readCost(ask, meter, questions.list)
    expect({ requests, read_units }).toEqual({ requests: list.requests, read_units: list.read_units })
  })
})

test('an authorizer that knows a slug reads the table once a minute', async () => {
  const { table_reads, paced } = await metered((ask) => authorizerReads(ask, meter))
  expect(table_reads).toBeLessThanOrEqual(1)
  expect(paced.table_reads).toBe(Math.floor(paced.seconds / 55))
})

const functions = globSync('**/index.cjs', { cwd: join(inject('assemblyDir'), 'functions') }).map(dirname)

test('no file of a function is larger than its kind may be', () => {
  const sizes = functions.map((name) => ({ name, bytes: statSync(bundle(name)).size }))
  expect(sizes.length).toBeGreaterThan(WAITED_FOR.length)
  expect(sizes.filter(({ name, bytes }) => bytes > mostBytes(name))).toEqual([])
})

test('no public function and no authorizer loads the SDK, middy or valibot', () => {
  for (const name of WAITED_FOR.filter((one) => one !== 'openapi/get'))
    expect(readFileSync(bundle(name), 'utf8')).not.toMatch(/@middy|middlewareStack|valibot|smithy/)
})
