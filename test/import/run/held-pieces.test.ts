import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { putHold } from '../../../lib/data/holds/holds.ts'
import { readStock } from '../../../lib/data/inventory/stock-item.ts'
import { letPausesPass } from '../../../lib/data/table/calls/pause.ts'
import type { Business } from '../../../lib/domain/business.ts'
import type { ImportParameters } from '../../../lib/domain/imports/import-job.ts'
import { useTable } from '../../../lib/environment.ts'
import { type DynamoProxy, dynamoProxy } from '../../support/dynamo-proxy.ts'
import { makeBusiness, makeCategory, makeKey, makeProduct } from '../../support/shop.ts'
import { importOf, runOnce, startImport } from './bench.ts'

/** The Queries of what is held, since the test cleared them. */
const queries: string[] = []
/** How many of them are throttled. */
let throttled = 0
const THROTTLED = { status: 400, body: JSON.stringify({ __type: 'com.amazonaws#ThrottlingException' }) }

let proxy: DynamoProxy
beforeAll(async () => {
  const { name, endpoint } = inject('table')
  proxy = await dynamoProxy({
    endpoint,
    onCall({ operation, body, send }) {
      if (operation !== 'Query' || !body.includes('"shelf-created"')) return send()
      queries.push(body)
      return queries.length > throttled ? send() : Promise.resolve(THROTTLED)
    },
  })
  useTable({ name, endpoint: proxy.endpoint })
})
afterAll(() => proxy.close())

const stocked = (business: Business, sku: string) =>
  makeProduct(business, { category_id: 'tea', sku, track_inventory: true, quantity: 9 })
const hold = (business: Business, reference: string, lines: readonly (readonly [string, number])[]) =>
  putHold(business.id, reference, {
    items: lines.map(([sku, quantity]) => ({ sku, quantity })),
    expires_in: 600,
  })

/** A shop with three teas, of which two have held pieces, and an import of rows of all. */
async function makeHeld() {
  const business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  const [one, two, three] = ['ONE', 'TWO', 'THREE'] as const
  const products = [
    await stocked(business, one),
    await stocked(business, two),
    await stocked(business, three),
  ]
  await hold(business, 'cart-1', [
    ['ONE', 2],
    ['TWO', 1],
  ])
  await hold(business, 'cart-2', [['ONE', 3]])
  const { apiKey } = await makeKey(business)
  const rows = products.map(({ name, sku }) => ({ sku, name, category_id: 'tea', price: 100, quantity: 7 }))
  const imported = async (parameters: ImportParameters, own: readonly object[] = rows) => {
    queries.length = 0
    const starter = { business, apiKeyId: apiKey.id }
    const id = await startImport(starter, own.map((row) => JSON.stringify(row)).join('\n'), parameters)
    await runOnce(starter, id)
    const { status, notices } = await importOf(starter, id)
    expect(status).toBe('succeeded')
    return notices.filter(({ code }) => code === 'lost').map(({ detail }) => detail)
  }
  const left = async () =>
    Promise.all(products.map(async ({ id }) => [...(await readStock(business.id, id)).values()][0]?.quantity))
  return { imported, left }
}

test('an import that sets stock says what is held, in a dry run too, and reads that once', async () => {
  const { imported, left } = await makeHeld()
  const said = [
    '2 products with held pieces. First: row 1 (line 1): 5 are held: they come on top if released',
  ]
  expect(await imported({ stock: 'set', dry_run: true })).toEqual(said)
  expect([await left(), queries.length]).toEqual([[4, 8, 9], 1])
  expect(await imported({ stock: 'set' })).toEqual(said)
  expect([await left(), queries.length]).toEqual([[7, 7, 7], 1])
})

test('one that sets no stock reads nothing of it', async () => {
  const { imported } = await makeHeld()
  expect(await imported({ stock: 'new' })).toEqual([])
  const further = { sku: 'NEW', name: 'New', category_id: 'tea', price: 100, quantity: 7 }
  const uncounted = { sku: 'ONE', name: 'Other', category_id: 'tea', price: 100 }
  expect(await imported({ stock: 'set' }, [further, uncounted])).toEqual([])
  expect(queries).toEqual([])
})

test('one that is throttled waits, and says it all the same', async () => {
  const { imported } = await makeHeld()
  throttled = 15
  onTestFinished(() => {
    throttled = 0
    letPausesPass()
  })
  letPausesPass(async () => {})
  expect(await imported({ stock: 'set', dry_run: true })).toHaveLength(1)
  expect(queries.length).toBeGreaterThan(15)
})
