import { afterEach, beforeAll, expect, test } from 'vitest'
import * as keys from '../../../lib/data/table/keys.ts'
import type { Variant } from '../../../lib/domain/products/variant.ts'
import { itemsOf, plantItem, removeItem, storedItem } from '../../support/items.ts'
import { verify } from '../business/busy-shop.ts'
import { inRounds } from './rounds.ts'
import { makeVariedShop, sheetOf, type VariedShop } from './varied-shop.ts'

let shop: VariedShop
let id: string
beforeAll(async () => {
  shop = await makeVariedShop()
  id = shop.business.id
})

/** The repairs at the end of the current test, last first: all tests share a shop. */
const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

type Changes = Record<string, unknown>
type Name = 'shirt' | 'draft' | 'archived' | 'plain'
const STRANGER = '7b1c0000-0000-4000-8000-000000000001'

async function put(item: keys.Key & Changes): Promise<keys.Key> {
  const before = await storedItem(item).catch(() => undefined)
  await plantItem(item)
  undo.push(() => (before ? plantItem(before) : removeItem(item)))
  return item
}

async function change(key: keys.Key, changes: Changes): Promise<keys.Key> {
  const changed = Object.entries({ ...(await storedItem(key)), ...changes })
  return put({ ...key, ...Object.fromEntries(changed.filter(([, value]) => value !== undefined)) })
}

async function take(key: keys.Key): Promise<keys.Key> {
  const before = await storedItem(key)
  await removeItem(key)
  undo.push(() => plantItem(before))
  return key
}

/** Breaks something, and says which item is then named. */
type Break = () => Promise<keys.Key>

const product =
  (name: Name, changes: Changes): Break =>
  () =>
    change(keys.productKey(id, shop[name]), changes)

const sheet =
  (name: Name, changes: Changes): Break =>
  () =>
    change(sheetOf(shop, shop[name]), changes)

/** Changes the first variant of the draft, of which nothing is public. */
const variant =
  (changes: (first: Variant, second: Variant) => Changes): Break =>
  async () => {
    const { variants } = await storedItem(sheetOf(shop, shop.draft))
    const [first, second, ...others] = variants as Variant[]
    if (!first || !second) throw new Error('there are no two variants')
    const changed = Object.entries({ ...first, ...changes(first, second) })
    const left = Object.fromEntries(changed.filter(([, value]) => value !== undefined))
    return sheet('draft', { variants: [left, second, ...others] })()
  }

const countOf = (name: Name, category: string) =>
  keys.categoryCountKey(id, category, keys.shardOf(shop[name]))

/** The variants of the draft under the id of another product, as if they were that one's. */
const leftOver =
  (productId: () => string): Break =>
  async () => {
    const drafted = await storedItem(sheetOf(shop, shop.draft))
    return put({ ...drafted, ...sheetOf(shop, productId()), product_id: productId() })
  }

/** The corruptions, of which a round has one of each item, and the codes that are found besides. */
const CORRUPTIONS: [item: string, code: string, what: string, breakIt: Break, ...further: string[]][] = [
  [
    'shirt',
    'variants_missing',
    'the variants are gone',
    () => take(sheetOf(shop, shop.shirt)),
    'count_wrong',
  ],
  ['left', 'variants_left', 'a product that is gone has variants', leftOver(() => STRANGER)],
  ['plain', 'variants_left', 'a product without options has variants', leftOver(() => shop.plain)],
  ['draft', 'variants_differ', 'no variant is so cheap', product('draft', { price: 1 })],
  ['draft', 'variants_differ', 'no variant was dearer', product('draft', { compare_at_price: 9_000 })],
  ['draft', 'variants_differ', 'a variant is available', product('draft', { is_available: false })],
  [
    'draft',
    'variants_differ',
    'the range is another',
    product('draft', { price_range: { min: 1000, max: 3001 } }),
  ],
  ['draft', 'variants_differ', 'there are more variants', product('draft', { variant_count: 2 })],
  ['draft', 'variants_differ', 'a variant is of another', variant(() => ({ id: `${STRANGER}-1` }))],
  [
    'draft',
    'variants_differ',
    'an id is still to come',
    variant(({ id: own }) => ({ id: own.replace(/1$/, '4') })),
  ],
  ['draft', 'variants_differ', 'an id stands twice', variant((_, second) => ({ id: second.id }))],
  [
    'draft',
    'variants_differ',
    'the variants are of a later version, and say nothing of this one',
    async () => {
      await product('draft', { price: 1 })()
      return sheet('draft', { version: 9 })()
    },
  ],
  [
    'plain',
    'invalid_item',
    'a product without options has several variants',
    product('plain', { variant_count: 2 }),
    'card_differs',
  ],
  ['draft', 'invalid_item', 'variants are of another type', sheet('draft', { type: 'product' })],
  ['draft', 'invalid_item', 'variants name another product', sheet('draft', { product_id: STRANGER })],
  ['draft', 'invalid_item', 'variants have no version', sheet('draft', { version: undefined })],
  ['draft', 'invalid_item', 'variants have no time', sheet('draft', { created_at: undefined })],
  ['draft', 'invalid_item', 'variants are none', sheet('draft', { variants: [] }), 'count_wrong'],
  ['draft', 'invalid_item', 'variants are a text', sheet('draft', { variants: 'none' }), 'count_wrong'],
  [
    'shirt',
    'invalid_item',
    'variants with an older SKU are a text',
    sheet('shirt', { variants: 'none' }),
    'count_wrong',
  ],
  ['draft', 'invalid_item', 'there are no options', sheet('draft', { options: [] })],
  ['draft', 'invalid_item', 'options are missing', sheet('draft', { options: undefined })],
  ['draft', 'invalid_item', 'a price is a text', variant(() => ({ price: '1000' }))],
  ['draft', 'invalid_item', 'nobody knows what a variant costs', variant(() => ({ cost: undefined }))],
  ['draft', 'invalid_item', 'two are alike', variant((_, { option_values }) => ({ option_values }))],
  ['draft', 'invalid_item', 'a size is unknown', variant(() => ({ option_values: { Size: 'XXL' } }))],
  [
    'draft',
    'rule_broken',
    'a description of an image is too long',
    variant(() => ({ image: { url: 'https://img.example/1.jpg', alt: 'x'.repeat(501) } })),
  ],
  ['draft', 'foreign_item', 'variants name another business', sheet('draft', { business_id: STRANGER })],
  [
    'shirt',
    'storefront_missing',
    'public variants are not shown',
    sheet('shirt', { store: undefined, by_created: undefined, card: undefined, card_version: undefined }),
  ],
  ['shirt', 'card_differs', 'a card says something else', sheet('shirt', { card: '{"variants":[]}' })],
  ['shirt', 'card_old', 'a card is of an older version', sheet('shirt', { card_version: 2 })],
  [
    'shirt',
    'index_keys_differ',
    'variants are shown under another id',
    sheet('shirt', { by_created: STRANGER }),
  ],
  [
    'archived',
    'storefront_left',
    'variants of an archived product are shown',
    () => sheet('archived', { store: keys.variantsPartition(id), by_created: shop.archived, card: '{}' })(),
  ],
  ['shirt', 'guard_missing', 'the SKU of a variant is free', () => take(keys.skuGuardKey(id, 'SHIRT-L'))],
  [
    'archived',
    'guard_missing',
    'the SKU of an archived one is free',
    () => take(keys.skuGuardKey(id, 'ARCHIVED-S')),
  ],
  [
    'shirt',
    'guard_elsewhere',
    'another product has the SKU of a variant',
    () => change(keys.skuGuardKey(id, 'SHIRT-S'), { product_id: shop.draft }),
  ],
  [
    'shirt',
    'invalid_item',
    'a guard is of another type',
    () => change(keys.skuGuardKey(id, 'SHIRT-S'), { type: 'x' }),
  ],
  [
    'shirt',
    'guard_left',
    'a SKU that neither the product nor a variant has is held',
    () => put({ ...keys.skuGuardKey(id, 'OLD'), type: 'guard', product_id: shop.shirt, stamp: 'earlier' }),
  ],
  ['shirt', 'count_wrong', 'more variants are counted', () => change(countOf('shirt', 'tea'), { v: 99 })],
  [
    'shirt',
    'count_wrong',
    'variants are counted with a text',
    () => change(countOf('shirt', 'tea'), { v: '3' }),
  ],
  [
    'draft',
    'count_wrong',
    'variants are not counted',
    () => change(countOf('draft', 'pots'), { v: undefined }),
  ],
  [
    'row',
    'index_foreign',
    'another shop’s variants stand in the index',
    () =>
      put({
        ...keys.variantSheetKey(STRANGER, STRANGER),
        type: 'variants',
        store: keys.variantsPartition(id),
        by_created: STRANGER,
        card: '{}',
      }),
  ],
]

test.each([[], ['--deep']])('variants in every state are in order %j', async (...options) => {
  const sheets = (await itemsOf(id)).filter(({ type }) => type === 'variants')
  expect(sheets.map(({ product_id }) => product_id).sort()).toEqual(
    [shop.shirt, shop.draft, shop.archived].sort(),
  )
  expect(await verify(shop.business, ...options)).toMatchObject({
    code: 0,
    findings: [],
    unsettled: 0,
    seen: { products: 4, index_rows: 2 * 8 + 1 + 2 * 2 + 1 },
  })
})

test.each(inRounds(CORRUPTIONS))('found at once, and nothing else: %s', async (_, round) => {
  const broken: string[] = []
  const codes: string[] = []
  for (const [, code, , breakIt, ...further] of round) {
    const { pk, sk } = await breakIt()
    broken.push(`${code} ${pk} ${sk}`)
    codes.push(code, ...further)
  }
  const { findings, code: exitCode } = await verify(shop.business)
  expect(findings.map((one) => one.code).sort()).toEqual(codes.sort())
  expect(findings.map(({ code, pk, sk }) => `${code} ${pk} ${sk}`)).toEqual(expect.arrayContaining(broken))
  expect(exitCode).toBe(1)
})

test('only a scan finds the SKU of a variant that nobody has', async () => {
  const { pk, sk } = await put({
    ...keys.skuGuardKey(id, 'LOST-M'),
    type: 'guard',
    product_id: shop.shirt,
    stamp: 'x',
  })
  expect(await verify(shop.business)).toMatchObject({ code: 0, findings: [] })
  const detail = `held by "${shop.shirt}", which has another value; harmless: the next product that takes the SKU removes it`
  expect((await verify(shop.business, '--deep')).findings).toEqual([{ code: 'guard_left', pk, sk, detail }])
})
