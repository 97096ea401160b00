import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { changeProduct, deleteProduct } from '../../../lib/data/products/products.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import type { Business } from '../../../lib/domain/business.ts'
import type { Product } from '../../../lib/domain/products/product.ts'
import { completed, onlyVariant } from '../../../lib/domain/products/variant-set.ts'
import { useTable } from '../../../lib/environment.ts'
import { reindexBusiness } from '../../../lib/operator/upkeep/reindex/reindex.ts'
import { countAgain } from '../../../lib/operator/upkeep/verify/counts.ts'
import { finding } from '../../../lib/operator/upkeep/verify/findings.ts'
import { verifyBusiness } from '../../../lib/operator/upkeep/verify/verify.ts'
import { type DynamoProxy, dynamoProxy } from '../../support/dynamo-proxy.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'

/** The calls to DynamoDB, and the rows that replace its response. */
type Row = Record<string, { S: string }>
interface Question {
  IndexName?: string
  ExpressionAttributeValues?: Row
  RequestItems?: Record<string, { Keys: Row[] }>
}
interface Answer {
  Items?: Row[]
  Responses?: Record<string, Row[]>
  UnprocessedKeys?: Record<string, { Keys: Row[] }>
  /** The type of an error that is answered instead. */
  fault?: string
}
type Lie = (operation: string, question: Question, answer: Answer) => Answer

let lie: Lie = (_operation, _question, answer) => answer
afterEach(() => {
  lie = (_operation, _question, answer) => answer
})

/** DynamoDB keeps its indexes right, so that a wrong one can only be shown by an answer that was tampered with. */
const startLyingTable = () =>
  dynamoProxy({
    endpoint: inject('table').endpoint,
    async onCall({ operation, body, send }) {
      const reply = await send()
      if (reply.status !== 200) return reply
      const { fault, ...said } = lie(operation, JSON.parse(body), JSON.parse(reply.body))
      if (fault) return { status: 400, body: JSON.stringify({ __type: `com.amazonaws#${fault}` }) }
      return { status: 200, body: JSON.stringify(said) }
    },
  })

let proxy: DynamoProxy
let business: Business
let product: Product
beforeAll(async () => {
  proxy = await startLyingTable()
  useTable({ name: inject('table').name, endpoint: proxy.endpoint })
  business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  product = await makeProduct(business, { category_id: 'tea' })
  await makeProduct(business, { category_id: 'tea', name: 'Gyokuro' })
})
afterAll(() => proxy.close())

/** Lets one index tell something else about the products of the store. */
const inIndex =
  (index: string, change: (items: Row[]) => Row[]): Lie =>
  (_operation, { IndexName }, answer) =>
    IndexName === index ? { ...answer, Items: change(answer.Items ?? []) } : answer

const sk = () => keys.productKey(business.id, product.id).sk

test('a product that an index does not show is found', async () => {
  lie = inIndex('shelf-price', (items) => items.filter((item) => item.sk?.S !== sk()))
  expect((await verifyBusiness(business.id)).findings).toEqual([
    expect.objectContaining({
      code: 'index_row_missing',
      sk: sk(),
      detail: expect.stringContaining('shelf-price'),
    }),
  ])
})

test('a product whose row in an index differs is found', async () => {
  lie = inIndex('store-name', (items) =>
    items.map((item) => (item.sk?.S === sk() ? { ...item, card: { S: '{"price":0}' } } : item)),
  )
  expect((await verifyBusiness(business.id)).findings).toMatchObject([
    { code: 'index_row_differs', sk: sk() },
  ])
})

test('variants that the index does not show are found', async () => {
  const shirt = await makeProduct(business, { category_id: 'tea', name: 'Shirt' })
  const set = {
    options: [{ name: 'Size', values: ['M'] }],
    variants: onlyVariant(shirt).variants.map((variant) => ({ ...variant, option_values: { Size: 'M' } })),
  }
  await changeProduct(business.id, shirt.id, (sold) => completed(sold.product, set))
  const key = keys.variantSheetKey(business.id, shirt.id)
  expect((await verifyBusiness(business.id)).findings).toEqual([])
  lie = inIndex('store-created', (items) => items.filter((item) => item.sk?.S !== key.sk))
  expect((await verifyBusiness(business.id)).findings).toMatchObject([{ code: 'index_row_missing', ...key }])
  lie = (_operation, _question, answer) => answer
  await deleteProduct(business.id, shirt.id)
})

test('a product that an index shows though it is gone is found', async () => {
  const ghost = `${keys.PRODUCT_PREFIX}ghost`
  lie = (_operation, { IndexName, ExpressionAttributeValues: values = {} }, answer) => {
    const isStore =
      IndexName === 'store-created' &&
      Object.values(values).some(({ S }) => S === keys.storePartition(business.id))
    const row = { pk: { S: keys.storePartition(business.id) }, sk: { S: ghost }, by_created: { S: 'ghost' } }
    return isStore ? { ...answer, Items: [...(answer.Items ?? []), row] } : answer
  }
  expect((await verifyBusiness(business.id)).findings).toMatchObject([{ code: 'index_row_left', sk: ghost }])
})

test('an index that is behind its table for a moment is not a finding', async () => {
  let lies = 0
  // A page that shows the product's old card, and then its row asked for once more.
  lie = (_operation, { IndexName }, answer) => {
    const isShown = answer.Items?.some((item) => item.sk?.S === sk())
    if (IndexName !== 'store-price' || !isShown || lies++ > 1) return answer
    return { ...answer, Items: (answer.Items ?? []).map((item) => ({ ...item, card: { S: '{}' } })) }
  }
  expect((await verifyBusiness(business.id)).findings).toEqual([])
  expect(lies).toBeGreaterThan(2)
})

test('a guard that is missing for a moment is not a finding', async () => {
  let lies = 0
  lie = (operation, _question, answer) => {
    const isGuards = operation === 'BatchGetItem' && JSON.stringify(answer).includes('"GUARD"')
    return isGuards && lies++ === 0 ? { ...answer, Responses: {} } : answer
  }
  expect((await verifyBusiness(business.id)).findings).toEqual([])
  expect(lies).toBeGreaterThan(1)
})

test('what DynamoDB leaves unread of a batch, or throttles, is read after all', async () => {
  let partial = 0
  let throttled = 0
  lie = (operation, { RequestItems }, answer) => {
    if (operation !== 'BatchGetItem') return throttled++ < 2 ? { fault: 'ThrottlingException' } : answer
    const [[table, { Keys }] = ['', { Keys: [] }]] = Object.entries(RequestItems ?? {})
    const [first, ...unread] = Keys
    if (unread.length === 0) return answer
    partial++
    const isFirst = ({ pk, sk }: Row) => pk?.S === first?.pk?.S && sk?.S === first?.sk?.S
    const items = answer.Responses?.[table]?.filter(isFirst) ?? []
    return { Responses: { [table]: items }, UnprocessedKeys: { [table]: { Keys: unread } } }
  }
  const { findings, seen } = await verifyBusiness(business.id)
  expect({ findings, products: seen.products }).toEqual({ findings: [], products: 2 })
  expect(partial).toBeGreaterThan(0)
  expect(throttled).toBeGreaterThan(2)
})

test('counts are checked when two walks agree and the counts do not change', async () => {
  const key = keys.categoryCountKey(business.id, 'tea', keys.shardOf(product.id))
  const suspicion = (detail: string) => finding('count_wrong', key, detail)
  expect(await countAgain(business.id, [suspicion('says 0, there are 1')], undefined)).toEqual({
    findings: [],
    unsettled: 0,
  })
  lie = (_operation, _question, answer) => ({
    ...answer,
    ...(answer.Items && { Items: answer.Items.filter((item) => item.sk?.S !== sk()) }),
  })
  expect(await countAgain(business.id, [suspicion('says 5, there are 1')], undefined)).toEqual({
    findings: [],
    unsettled: 1,
  })
})

test('a fault of DynamoDB ends a reindexing and is in its result', async () => {
  lie = (operation, _question, answer) =>
    operation === 'TransactWriteItems' ? { fault: 'AccessDeniedException' } : answer
  const result = await reindexBusiness(business.id, { all: true })
  expect(result).toMatchObject({ is_complete: false, written: 0, fault: { name: 'AccessDeniedException' } })
})
