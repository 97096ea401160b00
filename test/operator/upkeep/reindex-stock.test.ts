import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateProduct } from '../../../lib/data/products/products.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import { reindexBusiness } from '../../../lib/operator/upkeep/reindex/reindex.ts'
import { eventsOf } from '../../admin/table.ts'
import { others } from '../../data/table/others.ts'
import { corruptItem, itemsIn, itemsOf, removeItem, storedItem } from '../../support/items.ts'
import { verify } from '../business/busy-shop.ts'
import { makeStockedShop, type StockedShop, stockOf } from './stocked-shop.ts'

afterEach(() => {
  others.act = undefined
})

vi.mock('../../../lib/data/table/commit.ts', async (original) =>
  (await import('../../data/table/others.ts')).afterOthers(
    await original<typeof import('../../../lib/data/table/commit.ts')>(),
  ),
)

let shop: StockedShop
let id: string
beforeEach(async () => {
  shop = await makeStockedShop()
  id = shop.business.id
})

const codes = async () => (await verify(shop.business)).findings.map(({ code }) => code).sort()
/** All items, without the time from which on stock is adjusted. */
const everything = async () =>
  [...(await itemsOf(id)), ...(await itemsIn(stockOf(shop, '').pk))].map(
    ({ adjusted_at: _, ...item }): typeof item => item,
  )
const product = (name: 'plain' | 'sold' | 'shirt') => storedItem(keys.productKey(id, shop[name]))

test('stock gets the rules and SKUs of its variants again, and nothing else changes', async () => {
  const before = await everything()
  await corruptItem(stockOf(shop, shop.plain), { b0: true, l0: undefined, s0: 'OTHER' })
  await corruptItem(stockOf(shop, shop.shirt), { b3: undefined, l1: 7, s2: 'TWO' })
  expect(await codes()).toEqual(['stock_differs', 'stock_differs'])
  expect(await reindexBusiness(id)).toMatchObject({ is_complete: true, written: 2, unreadable: [] })
  expect(await everything()).toEqual(before)
  expect(await reindexBusiness(id)).toMatchObject({ written: 0 })
})

test('what its stock says is available, in a new version with an event', async () => {
  const { version } = await product('shirt')
  await corruptItem(stockOf(shop, shop.plain), { q0: 0 })
  await corruptItem(stockOf(shop, shop.shirt), { q1: 0, q2: 4, s2: 'TWO' })
  expect(await codes()).toEqual(['stock_differs', 'stock_differs'])
  expect(await reindexBusiness(id)).toMatchObject({ is_complete: true, written: 2 })
  expect(await product('plain')).toMatchObject({ is_available: false, version: 2 })
  expect(await product('shirt')).toMatchObject({ is_available: true, version: Number(version) + 1 })
  const sheet = await storedItem(keys.variantSheetKey(id, shop.shirt))
  expect(sheet.variants).toMatchObject([false, true, true, true].map((is_available) => ({ is_available })))
  expect(await storedItem(stockOf(shop, shop.shirt))).toMatchObject({ q1: 0, q2: 4, q3: -2 })
  const events = (await eventsOf(id)).map(({ event }) => event).slice(-2)
  expect(events.map(({ type }) => type)).toEqual(['product.updated', 'product.updated'])
  expect(await codes()).toEqual([])
})

test('what is on backorder, where nothing says so yet or something does that is not', async () => {
  const said = async () => {
    const { facets, variants } = await storedItem(keys.variantSheetKey(id, shop.shirt))
    return [facets, variants, await product('plain')]
  }
  const due = await said()
  expect(due).toMatchObject([{ b: '3' }, [{}, {}, { is_on_backorder: true }, {}], { facets: { a: true } }])
  const [, variants] = due as [unknown, { is_on_backorder?: boolean }[]]
  const unflagged = variants.map(({ is_on_backorder: _, ...one }) => one)
  await corruptItem(keys.variantSheetKey(id, shop.shirt), { variants: unflagged, facets: undefined })
  await corruptItem(stockOf(shop, shop.plain), { b0: true })
  await corruptItem(keys.productKey(id, shop.plain), { allow_backorder: true, is_on_backorder: true })
  expect(await codes()).toEqual(['facets_differ', 'stock_differs', 'stock_differs'])
  expect(await reindexBusiness(id)).toMatchObject({ is_complete: true, unreadable: [] })
  expect(await codes()).toEqual([])
  const [facets, mended, plain] = await said()
  expect([facets, mended]).toEqual(due.slice(0, 2))
  expect(plain).toMatchObject({ allow_backorder: true, version: 2 })
  expect(plain).not.toHaveProperty('is_on_backorder')
})

test('what is not tracked any more is not on backorder, and its flag is gone with the next change', async () => {
  const sheetKey = keys.variantSheetKey(id, shop.shirt)
  const flagged = { allow_backorder: true, is_on_backorder: true }
  await corruptItem(keys.productKey(id, shop.untracked), flagged)
  const [S, M, L, XL] = (await storedItem(sheetKey)).variants as object[]
  await corruptItem(sheetKey, { variants: [S, M, L, { ...XL, ...flagged }] })
  expect(await codes()).toEqual([])
  await updateProduct(id, shop.untracked, (one) => ({ ...one, name: 'Other' }))
  expect(await storedItem(keys.productKey(id, shop.untracked))).not.toHaveProperty('is_on_backorder')
  const changes = [{ variant_id: `${shop.shirt}-1`, quantity: 0 }]
  await shop.ask('POST', '/admin/inventory/adjust', { reason: 'correction', changes })
  const { variants } = await storedItem(sheetKey)
  expect((variants as object[]).map((one) => 'is_on_backorder' in one)).toEqual([false, false, true, false])
})

test('quantities are neither made up nor deleted, and what has faults stays', async () => {
  await removeItem(stockOf(shop, shop.plain))
  await corruptItem(stockOf(shop, shop.sold), { q0: '1' })
  await corruptItem(stockOf(shop, shop.shirt), { q4: 1, b4: true, q2: undefined, l2: undefined })
  const before = await everything()
  const found = await codes()
  expect(found).toEqual(['invalid_item', 'stock_left', 'stock_missing', 'stock_missing'])
  expect(await reindexBusiness(id)).toMatchObject({ is_complete: true, written: 0 })
  expect(await everything()).toEqual(before)
  expect(await codes()).toEqual(found)
})

test('a rule that somebody changes meanwhile is the one that stays', async () => {
  await corruptItem(stockOf(shop, shop.plain), { l0: 9 })
  others.act = () => updateProduct(id, shop.plain, (one) => ({ ...one, low_stock_at: 5 }))
  await reindexBusiness(id)
  expect(await storedItem(stockOf(shop, shop.plain))).toMatchObject({ l0: 5 })
  expect(await codes()).toEqual([])
})

test('stock that comes meanwhile is available', async () => {
  await corruptItem(stockOf(shop, shop.plain), { q0: 0 })
  const changes = [{ variant_id: shop.plain, delta: 4 }]
  others.act = () => shop.ask('POST', '/admin/inventory/adjust', { reason: 'received', changes })
  await reindexBusiness(id)
  expect(await product('plain')).toMatchObject({ is_available: true })
  expect(await codes()).toEqual([])
})
