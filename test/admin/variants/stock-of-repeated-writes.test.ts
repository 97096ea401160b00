import { beforeEach, expect, test } from 'vitest'
import { faults, type Merchant, makeShelves, outcome } from '../merchant.ts'
import { BY_ID, type Door, EXTERNAL_ID, PUT_VARIANTS, UPSERTS } from '../products/doors.ts'
import { everythingOf } from '../table.ts'
import { makeShirt, pathOf, SIZES, shirts, variantsIn } from './shirts.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

const SHIRT = { name: 'Shirt', category_id: 'tea', status: 'active' }
const STOCKED = { track_inventory: true, quantity: 5, is_available: true }
const PLAIN = { ...SHIRT, price: 500, sku: 'SHIRT-S', ...STOCKED }
const SIZED = {
  ...SHIRT,
  ...shirts(),
  is_available: true,
  variants: shirts().variants.map((one) => ({ ...one, ...STOCKED })),
}

const stock = async () =>
  (await shop.ask('GET', '/admin/inventory')).body.data.map(({ sku, quantity }) => [sku, quantity])
const sell = (...changes: [sku: string, delta: number][]) =>
  shop.ask('POST', '/admin/inventory/adjust', {
    reason: 'sale',
    changes: changes.map(([sku, delta]) => ({ sku, delta })),
  })
const productOf = async (id: string) => (await shop.ask('GET', `/admin/products/${id}`)).body

test.each(UPSERTS)(
  '%s of the same bytes begins each stock once, and brings nothing back',
  async (_, door) => {
    const send = (body: object) => door(shop, '', body)
    const sendAgain = async (body: object, id: string) => {
      const before = await everythingOf(shop.business.id)
      const again = await send(body)
      expect([again.status, again.body.id]).toEqual([200, id])
      expect(await everythingOf(shop.business.id)).toEqual(before)
    }
    const { id } = (await send(PLAIN)).body
    expect(await stock()).toEqual([['SHIRT-S', 5]])
    await sell(['SHIRT-S', -5])
    await sendAgain(PLAIN, id)

    const [small, medium, large] = SIZED.variants
    const untracked = { ...large, track_inventory: false, quantity: undefined }
    expect(outcome(await send({ ...SIZED, variants: [{ ...small, id }, medium, untracked] }))).toBe('200')
    expect(await stock()).toEqual([
      ['SHIRT-S', 0],
      ['SHIRT-M', 5],
    ])
    expect(outcome(await send(SIZED))).toBe('200')
    await sell(['SHIRT-L', -1])
    await sendAgain(SIZED, id)
    expect(await stock()).toEqual([
      ['SHIRT-S', 0],
      ['SHIRT-M', 5],
      ['SHIRT-L', 4],
    ])
  },
)

test.each(BY_ID)('%s refuses the quantity of what exists', async (_, send) => {
  const { id } = await makeShirt(shop, PLAIN)
  expect(faults(await send(shop, id, { quantity: 5 }))).toEqual(['/quantity read_only'])
})

/**
 * A body without the members that change with every write, as a program sends it that wants no check of the version.
 */
const sendable = ({
  version: _,
  updated_at: __,
  ...rest
}: object & { version?: unknown; updated_at?: unknown }) => rest

test.each<Door>([
  ...BY_ID,
  ...UPSERTS,
  ['PATCH variants', (to, id, body) => to.ask('PATCH', pathOf(id), body)],
  PUT_VARIANTS,
])(
  '%s writes back what was read, with another price, when all has sold out meanwhile',
  async (name, send) => {
    const { id } = await makeShirt(shop, { ...SIZED, price: undefined, external_id: EXTERNAL_ID })
    const set = (await shop.ask('GET', pathOf(id))).body
    const product = name.endsWith('variants') ? {} : await productOf(id)
    const isPatch = name === 'PATCH variants'
    await sell(['SHIRT-S', -5], ['SHIRT-M', -5], ['SHIRT-L', -5])
    const variants = variantsIn({ body: set }).map((one) => ({ ...one, price: one.price + 100 }))
    const { price: _, ...fields } = sendable(product) as { price?: unknown }
    const { price_range: __, ...writable } = fields as { price_range?: unknown }
    const told = await send(shop, id, { ...writable, ...(isPatch ? {} : { options: [SIZES] }), variants })
    expect(outcome(told)).toBe('200')
    expect(await productOf(id)).toMatchObject({ price: 1100, is_available: false })
    expect(variantsIn(await shop.ask('GET', pathOf(id))).map((one) => one.is_available)).toEqual([
      false,
      false,
      false,
    ])
    // Without its variants, too.
    if (!name.endsWith('variants')) {
      const { body } = await shop.ask('GET', `/admin/products/${id}`)
      await sell(['SHIRT-S', 1])
      expect(outcome(await send(shop, id, { ...sendable(body), name: 'Blouse' }))).toBe('200')
      expect(await productOf(id)).toMatchObject({ name: 'Blouse', is_available: true })
    }
  },
)
