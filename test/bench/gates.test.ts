/**
 * Exact numbers for the reads, bytes and loaded code of a shopper's request: a change that makes one of them larger
 * must change it here. They are those of `npm run bench -- units`, on a smaller catalogue: a page does not depend on
 * its size.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
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
import { BUNDLE_BUDGETS } from '../../bench/report/budgets.ts'
import { readResults } from '../../bench/report/results.ts'
import { AUTHORIZER, ROUTES, UNMATCHED } from '../../lib/routes.ts'
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
] as const)('%s reads and sends what bench/results.json says, to the byte', async (name, question) => {
  const { parts } = await readResults()
  const cost = await metered((ask) => readCost(ask, meter, question))
  expect(cost).toEqual(parts.units?.reads[name])
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

test('a sale of one piece is two calls and costs at most 8 write units', async () => {
  const { adjust } = await metered(() => writeCosts(meter))
  expect(adjust.requests).toBe(2)
  expect(adjust.write_units).toBeLessThanOrEqual(8)
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

const BUDGETS = Object.entries(BUNDLE_BUDGETS).map(([name, { bytes }]) => [name, bytes] as const)

test.each(BUDGETS)('the bundle of %s has at most %i bytes', (name, budget) => {
  const { size } = statSync(bundle(name))
  expect(size).toBeLessThanOrEqual(budget)
  // A budget that is no longer used up holds nothing any more.
  expect(size).toBeGreaterThan(budget * 0.95)
})

test('every function that shoppers wait for has a budget', () => {
  const waitedFor = [AUTHORIZER, UNMATCHED, ...ROUTES.filter(({ path }) => !path.startsWith('/admin'))]
  const names = waitedFor.map((of) => of.function).filter((name) => name !== 'openapi/get')
  expect(Object.keys(BUNDLE_BUDGETS).sort()).toEqual(names.sort())
})

test('no public function and no authorizer loads the SDK, middy or valibot', () => {
  for (const name of Object.keys(BUNDLE_BUDGETS))
    expect(readFileSync(bundle(name), 'utf8')).not.toMatch(/@middy|middlewareStack|valibot|smithy/)
})
