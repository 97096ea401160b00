import { beforeEach, expect, test } from 'vitest'
import {
  LARGEST_STOCK_BYTES,
  type StockItem,
  stockOf,
  stockSteps,
  variantIdOf,
} from '../../../lib/data/inventory/stock-item.ts'
import { commit, Refusal } from '../../../lib/data/table/commit.ts'
import { stockKey } from '../../../lib/data/table/keys.ts'
import { MAX_QUANTITY } from '../../../lib/domain/products/product.ts'
import { MOST_VARIANTS } from '../../../lib/domain/products/variant.ts'
import type { Stock } from '../../../lib/domain/stock/stock.ts'
import { corruptItem, plantItem, storedItem } from '../../support/items.ts'

const PRODUCT = '01900000-0000-7000-8000-000000000002'

/** The stock of as many variants as a product has, with every attribute, a part of them without a SKU. */
const stockFrom = (first: number, quantity = MAX_QUANTITY, sku = '🧵'.repeat(255), withSku = 80): Stock =>
  new Map(
    Array.from({ length: MOST_VARIANTS }, (_, n) => [
      variantIdOf(PRODUCT, first + n),
      { quantity, allow_backorder: true, low_stock_at: quantity, sku: n < withSku ? sku : null },
    ]),
  )

test('no stock item is larger than its bound', () => {
  const after = stockFrom(999_999_900, MAX_QUANTITY, '🧵'.repeat(255), MOST_VARIANTS)
  const [step] = stockSteps(PRODUCT, PRODUCT, { item: undefined, after }, new Date())
  const item = step && 'write' in step ? step.write.Put?.Item : undefined
  // As JSON it has more bytes than in the table.
  expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThan(LARGEST_STOCK_BYTES)
})

let business: string
const read = async () => (await storedItem(stockKey(business, PRODUCT))) as unknown as StockItem

beforeEach(() => {
  business = crypto.randomUUID()
})

/** Replaces the stock that was read. */
const replace = (item: StockItem | undefined, after: Stock, time: number) =>
  commit(stockSteps(business, PRODUCT, { item, after }, new Date(time)))

/** The stock of a new product, and the item. */
async function firstStock(after: Stock): Promise<StockItem> {
  await replace(undefined, after, 1000)
  return read()
}

test.each([9_950, 10_000, 999_999_000])(
  '100 variants from %i on become 100 others, three times',
  async (first) => {
    let item = await firstStock(stockFrom(first))
    for (const round of [1, 2, 3]) {
      const after = stockFrom(first + 100 * round, round, `sku ${round}`)
      await replace(item, after, 1000 + round)
      item = await read()
      expect(stockOf(item)).toEqual(after)
      expect(item.adjusted_at).toBe(1000 + round)
    }
  },
)

test('all variants change their SKU and their rules', async () => {
  const item = await firstStock(stockFrom(10_000))
  const after = stockFrom(10_000, 3, 'other', 20)
  await replace(item, after, 1001)
  expect(stockOf(await read())).toEqual(after)
})

test('members that nobody knows stay where all variants are replaced', async () => {
  await firstStock(stockFrom(10_000))
  await corruptItem(stockKey(business, PRODUCT), { newer: { of: 'a later version' }, h10000: 2 })
  await replace(await read(), stockFrom(20_000), 1001)
  expect(await read()).toMatchObject({ newer: { of: 'a later version' }, h10000: 2 })
})

test.each([
  ['moved its time', { adjusted_at: 1500, q10000: 4 }],
  ['moved nothing but its time', { adjusted_at: 1500 }],
])('what was sold since the read, and %s, is not replaced', async (_, sold) => {
  const item = await firstStock(stockFrom(10_000, 5))
  await corruptItem(stockKey(business, PRODUCT), sold)
  await expect(replace(item, stockFrom(20_000), 2000)).rejects.toEqual(new Refusal('version_changed'))
  expect(await read()).toEqual({ ...item, ...sold })
})

test('stock that was never adjusted is replaced only as long as it is not', async () => {
  const { adjusted_at: _, ...never } = await firstStock(stockFrom(10_000, 5))
  await plantItem(never)
  await corruptItem(stockKey(business, PRODUCT), { adjusted_at: 1500 })
  const { adjusted_at: __, ...item } = await read()
  await expect(replace(item as StockItem, stockFrom(20_000), 2000)).rejects.toEqual(
    new Refusal('version_changed'),
  )
  await plantItem(never)
  await replace(item as StockItem, stockFrom(20_000), 2000)
  expect(stockOf(await read())).toEqual(stockFrom(20_000))
})
