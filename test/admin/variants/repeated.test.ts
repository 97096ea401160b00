import { beforeEach, describe, expect, test } from 'vitest'
import { faults, type Merchant, makeShelves, outcome } from '../merchant.ts'
import { everythingOf } from '../table.ts'
import { BY_ID, type Door, EXTERNAL_ID, PUT_VARIANTS, UPSERTS } from './doors.ts'
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

describe.each(UPSERTS)('%s', (_, door) => {
  const send = (body: object) => door(shop, '', body)

  test.each([
    ['a product', PLAIN, [['SHIRT-S', 5]]],
    ['a product with options', SIZED, ['S', 'M', 'L'].map((size) => [`SHIRT-${size}`, 5])],
  ])('of the same bytes creates %s, and then brings nothing back that was sold', async (_, body, first) => {
    const created = await send(body)
    expect(outcome(created)).toBe('201')
    expect(await stock()).toEqual(first)
    await sell(['SHIRT-S', -5])
    const sold = await everythingOf(shop.business.id)
    const again = await send(body)
    expect([again.status, again.body.id]).toEqual([200, created.body.id])
    expect(await everythingOf(shop.business.id)).toEqual(sold)
  })

  test('leaves a quantity alone of what is not tracked, unless it says that it is', async () => {
    const { id } = await makeShirt(shop, { external_id: EXTERNAL_ID, sku: 'SHIRT-S' })
    expect(outcome(await send({ ...SHIRT, price: 7, quantity: 5 }))).toBe('200')
    expect(await productOf(id)).toMatchObject({ price: 7, track_inventory: false })
    expect(await stock()).toEqual([])
    const told = await send({ ...SHIRT, price: 7, quantity: 5, track_inventory: false })
    expect(faults(told)).toEqual(['/quantity invalid'])
  })

  test('leaves a quantity alone of variants that are not tracked, and then changes nothing', async () => {
    const untracked = { ...SHIRT, ...shirts() }
    const created = await send(untracked)
    const variants = shirts().variants.map((one) => ({ ...one, quantity: 5 }))
    const told = await send({ ...untracked, variants })
    expect([told.status, told.body.version]).toEqual([200, created.body.version])
    expect(await stock()).toEqual([])
  })

  test('begins the stock of a product, and of variants, that were not tracked or not there', async () => {
    const { id } = await makeShirt(shop, { external_id: EXTERNAL_ID, sku: 'SHIRT-S' })
    expect(outcome(await send(PLAIN))).toBe('200')
    expect(await stock()).toEqual([['SHIRT-S', 5]])
    await sell(['SHIRT-S', -1])
    const [small, medium, large] = SIZED.variants
    const untracked = { ...large, track_inventory: false, quantity: undefined }
    expect(outcome(await send({ ...SIZED, variants: [{ ...small, id }, medium, untracked] }))).toBe('200')
    expect(await stock()).toEqual([
      ['SHIRT-S', 4],
      ['SHIRT-M', 5],
    ])
    expect(outcome(await send(SIZED))).toBe('200')
    expect(await stock()).toEqual([
      ['SHIRT-S', 4],
      ['SHIRT-M', 5],
      ['SHIRT-L', 5],
    ])
    expect((await productOf(id)).is_available).toBe(true)
  })

  test('refuses a quantity that is none, or of what is not tracked, whether the product exists or not', async () => {
    const wrong = { ...PLAIN, quantity: -1 }
    const loose = { ...PLAIN, track_inventory: false }
    const looseSize = { ...SIZED, variants: [{ ...SIZED.variants[0], track_inventory: false }] }
    for (const _ of ['new', 'stored']) {
      expect(faults(await send(wrong))).toEqual(['/quantity invalid'])
      expect(faults(await send(loose))).toEqual(['/quantity invalid'])
      expect(faults(await send(looseSize))).toEqual(['/variants/0/quantity invalid'])
      await makeShirt(shop, { external_id: EXTERNAL_ID }).catch(() => undefined)
    }
    expect(faults(await send({ ...wrong, price: -1 })).sort()).toEqual([
      '/price invalid',
      '/quantity invalid',
    ])
  })
})

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

describe('who reads, changes a price and writes back when something has sold out', () => {
  test.each([...BY_ID, ...UPSERTS])('by %s: of a tracked product', async (_, send) => {
    const { id } = await makeShirt(shop, { ...PLAIN, external_id: EXTERNAL_ID })
    const read = await productOf(id)
    await sell(['SHIRT-S', -5])
    const told = await send(shop, id, { ...sendable(read), price: 7 })
    expect(outcome(told)).toBe('200')
    expect(await productOf(id)).toMatchObject({ price: 7, is_available: false })
    // And when it is there again.
    const soldOut = await productOf(id)
    await sell(['SHIRT-S', 2])
    expect(outcome(await send(shop, id, { ...sendable(soldOut), price: 8 }))).toBe('200')
    expect(await productOf(id)).toMatchObject({ price: 8, is_available: true })
  })

  test.each<Door>([
    ...BY_ID,
    ...UPSERTS,
    ['PATCH variants', (to, id, body) => to.ask('PATCH', pathOf(id), body)],
    PUT_VARIANTS,
  ])('by %s: of a product with options', async (name, send) => {
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
  })

  test('creates nothing that is available without stock', async () => {
    const { is_available } = await makeShirt(shop, { ...PLAIN, quantity: 0 })
    expect(is_available).toBe(false)
    const wrong = await shop.ask('POST', '/admin/products', { ...SIZED, is_available: 'yes' })
    expect(faults(wrong)).toEqual(['/is_available invalid'])
  })
})
