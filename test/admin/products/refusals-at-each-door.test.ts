/** One refusal by each rule, at each way to write a product: each has code of its own, and has to ask the rules. */
import { expect, test } from 'vitest'
import { categoryCountKey } from '../../../lib/data/table/keys.ts'
import { MAX_VARIANTS } from '../../../lib/domain/limits.ts'
import { numbered } from '../../domain/products/stored-product.ts'
import { plantItem } from '../../support/items.ts'
import { create, faults, type Merchant, makeShelves, outcome, TEA, type Told } from '../merchant.ts'
import { everythingOf } from '../table.ts'
import { makeShirt, pathOf, SIZES, shirts, variantsIn } from '../variants/shirts.ts'
import { BY_ID, CREATIONS, type Door, EXTERNAL_ID, PUT_VARIANTS, UPSERTS } from './doors.ts'

const WHOLE = { name: 'Cup', category_id: 'tea' }
const LONG = { url: `https://images.example/${'a'.repeat(1_900)}` }
const METADATA = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, 'é'.repeat(400)]))

/** Unknown, nested and removed; read-only; wrong; against another member; a category nobody made. */
const WRONG = {
  price: 1250,
  x: 1,
  y: null,
  images: [{ url: 'https://img.example/', z: 1, w: 1 }],
  metadata: 3,
  version: 99,
  category_id: 'nowhere',
  compare_at_price: 10,
}

/** Variants of which every one has another fault. */
const WRONG_VARIANTS = [
  { option_values: { Size: 'S' }, price: -1 },
  { option_values: { Size: 'M' }, price: 5, compare_at_price: 3 },
  { option_values: { Colour: 'red' }, price: 1 },
  { option_values: { Size: 'L' }, price: 1, quantity: 5 },
  { option_values: { Size: 'XL' }, price: 1 },
  { option_values: { Size: 'M' }, price: 1, bogus: 1 },
  { option_values: { Size: 'L' }, price: 1 },
]

/** Members of a product, how they are refused, and each fault. */
type Case = [members: object, outcome: string, ...faults: string[]]

const OF_PRODUCTS: Case[] = [
  [{ price: 1, slug: 'full', sku: 'full' }, '409 slug_taken', '/sku sku_taken', '/slug slug_taken'],
  [{ price: 1, metadata: METADATA }, '422 object_too_large'],
  [{ price: 1, category_id: 'nowhere' }, '422 validation_failed', '/category_id invalid'],
  [
    WRONG,
    '422 validation_failed',
    '/category_id invalid',
    '/compare_at_price invalid',
    '/images/0/w unknown_field',
    '/images/0/z unknown_field',
    '/metadata invalid',
    '/version read_only',
    '/x unknown_field',
    '/y unknown_field',
  ],
]

const OF_VARIANTS: Case[] = [
  [shirts(['A', 'B', 'full']), '409 sku_taken', '/variants/2/sku sku_taken'],
  [numbered(100, (n) => ({ sku: n < 81 ? `SKU-${n}` : null })), '422 too_many_sku_changes'],
  [numbered(70, () => ({ image: LONG })), '422 object_too_large'],
  [
    { options: [SIZES], variants: WRONG_VARIANTS },
    '422 validation_failed',
    '/variants/0/price invalid',
    '/variants/1/compare_at_price invalid',
    '/variants/2/option_values/Colour unknown_field',
    '/variants/2/option_values/Size required',
    '/variants/3/quantity invalid',
    '/variants/4/option_values/Size invalid',
    '/variants/5/bogus unknown_field',
    '/variants/6/option_values invalid',
  ],
]

/** A shop in which a product has `full`; in one of the two the doors find a product that they change. */
async function makeShops(prepare = async (_: Merchant) => {}) {
  const [empty, stored] = [await makeShelves(), await makeShelves()]
  for (const shop of [empty, stored]) await prepare(shop)
  const { id } = await makeShirt(stored, { external_id: EXTERNAL_ID })
  return { empty, stored, id }
}

const ordinary = await makeShops(async (shop) => {
  await create(shop, '/admin/products', { ...TEA, slug: 'full', sku: 'full' })
})
const full = await makeShops(async ({ business }) => {
  const count = { ...categoryCountKey(business.id, 'pots', 3), type: 'category_count', n: 1 }
  await plantItem({ ...count, v: MAX_VARIANTS - 2 })
})

type Send = Door[1]

const isOneOf = (doors: Door[], send: Send) => doors.some(([, one]) => one === send)

const refusal = (told: Told) => [outcome(told), ...(told.body.errors ? faults(told).sort() : [])]

/** The answers of a door to the members where it makes a product, and where it changes one; then nothing has changed. */
async function refusals(send: Send, { empty, stored, id }: typeof ordinary, members: object) {
  const everything = () => Promise.all([empty, stored].map(({ business }) => everythingOf(business.id)))
  const body = isOneOf([PUT_VARIANTS], send) ? members : { ...WHOLE, ...members }
  const before = await everything()
  const told = [
    ...(isOneOf([...CREATIONS, ...UPSERTS], send) ? [await send(empty, '', body)] : []),
    ...(isOneOf(CREATIONS, send) ? [] : [await send(stored, id, body)]),
  ]
  expect(await everything()).toEqual(before)
  return told.map(refusal)
}

test.each([...CREATIONS, ...UPSERTS, ...BY_ID, PUT_VARIANTS])(
  '%s asks each rule of what it writes',
  async (_, send) => {
    const ofProducts = isOneOf([PUT_VARIANTS], send) ? [] : OF_PRODUCTS
    for (const [members, ...expected] of [...ofProducts, ...OF_VARIANTS])
      for (const said of await refusals(send, ordinary, members)) expect(said).toEqual(expected)
    for (const said of await refusals(send, full, shirts())) expect(said).toEqual(['422 limit_reached'])
  },
)

test('PATCH of variants asks each rule of what it writes', async () => {
  const { stored: shop } = ordinary
  const { id } = await makeShirt(shop)
  const all = variantsIn(await shop.ask('PUT', pathOf(id), numbered(100)))
  const before = await everythingOf(shop.business.id)
  const patched = async (variants: object[]) => refusal(await shop.ask('PATCH', pathOf(id), { variants }))
  const patchAll = (change: (n: number) => object) =>
    patched(all.slice(0, 81).map(({ id }, n) => ({ id, ...change(n) })))
  expect(await patchAll((n) => ({ sku: `SKU-${n}` }))).toEqual(['422 too_many_sku_changes'])
  expect(await patchAll(() => ({ image: LONG }))).toEqual(['422 object_too_large'])
  expect(await patched([{ id: all[0]?.id, sku: 'full' }])).toEqual([
    '409 sku_taken',
    '/variants/0/sku sku_taken',
  ])
  const [first, second] = all
  const wrong = [
    { price: 1 },
    { sku: 'NONE', price: 1 },
    { id: first?.id, price: -1, quantity: 4 },
    { id: second?.id, option_values: first?.option_values },
  ]
  expect(await patched(wrong)).toEqual([
    '422 validation_failed',
    '/variants/0 invalid',
    '/variants/1/sku invalid',
    '/variants/2/price invalid',
    '/variants/2/quantity read_only',
  ])
  expect(await patched(wrong.slice(3))).toEqual([
    '422 validation_failed',
    '/variants/0/option_values invalid',
  ])
  expect(await everythingOf(shop.business.id)).toEqual(before)
})
