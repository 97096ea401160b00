import { beforeEach, describe, expect, test } from 'vitest'
import { type Body, faults, type Merchant, makeShelves, outcome } from '../merchant.ts'
import { everythingOf } from '../table.ts'
import { DOORS, EXTERNAL_ID, PUT_VARIANTS } from './doors.ts'
import { makeShirt, makeSizes, pathOf, SIZES, shirts, variantsIn } from './shirts.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

const tracked = () => ({
  ...shirts(),
  variants: shirts().variants.map((one) => ({ ...one, track_inventory: true, quantity: 5 })),
})
const make = () => makeSizes(shop, tracked(), { external_id: EXTERNAL_ID })
const stored = async (id: string) => (await shop.ask('GET', pathOf(id))).body

describe.each(DOORS)('%s with variants and without options', (_, door) => {
  const send = (id: string, body: object) => door(shop, id, body)

  test('keeps the options, and judges the variants by them', async () => {
    const { product, set } = await make()
    const stock = (await shop.ask('GET', '/admin/inventory')).body.data
    const told = await send(product.id, {
      variants: shirts().variants.map((one) => ({ ...one, price: one.price + 1 })),
    })
    expect(outcome(told)).toBe('200')
    expect(await stored(product.id)).toMatchObject({
      options: [SIZES],
      variants: variantsIn({ body: set }).map(({ id, price }) => ({ id, price: price + 1 })),
    })
    expect((await shop.ask('GET', '/admin/inventory')).body.data).toEqual(stock)
  })

  test('refuses variants that do not fit them, and changes nothing', async () => {
    const { product } = await make()
    const before = await everythingOf(shop.business.id)
    const lone = await send(product.id, { variants: [{ sku: 'SHIRT-S', price: 1 }] })
    expect(outcome(lone)).toBe('422 validation_failed')
    expect(faults(lone)).toEqual(['/variants/0/option_values/Size required'])
    const other = await send(product.id, {
      variants: [
        { id: `${product.id}-9`, option_values: { Size: 'XL' }, price: 1 },
        { option_values: { Size: 'M', Cut: 'slim' }, price: 1 },
        { option_values: { Size: 'S' }, price: 2 },
        { option_values: { Size: 'S' }, price: 2 },
      ],
    })
    expect(faults(other)).toEqual([
      '/variants/0/option_values/Size invalid',
      '/variants/1/option_values/Cut unknown_field',
      '/variants/3/option_values invalid',
      '/variants/0/id invalid',
    ])
    expect(await everythingOf(shop.business.id)).toEqual(before)
  })

  test('takes them away only with an empty list', async () => {
    const { product } = await make()
    const told = await send(product.id, { options: [], variants: [{ sku: 'SHIRT-S', price: 1 }] })
    expect(outcome(told)).toBe('200')
    expect(await stored(product.id)).toMatchObject({
      options: [],
      variants: [{ id: product.id, sku: 'SHIRT-S' }],
    })
  })

  test('changes the one variant of a product that has none', async () => {
    const { id } = await makeShirt(shop, { external_id: EXTERNAL_ID, sku: 'ONE' })
    expect(outcome(await send(id, { variants: [{ price: 9 }] }))).toBe('200')
    expect(await stored(id)).toMatchObject({ options: [], variants: [{ id, price: 9, sku: 'ONE' }] })
    const sized = await send(id, { variants: [{ option_values: { Size: 'S' }, price: 9 }] })
    expect(faults(sized)).toEqual(['/variants/0/option_values/Size unknown_field'])
    const two = await send(id, { variants: [{ price: 9 }, { price: 8 }] })
    expect(faults(two)).toEqual(['/variants invalid'])
  })
})

/** The members of a product that its variants decide. */
const decided = (body: Body) =>
  Object.fromEntries(
    ['price', 'compare_at_price', 'price_range', 'variant_count', 'is_available'].map((name) => [
      name,
      body[name],
    ]),
  )

describe.each(DOORS.filter((door) => door !== PUT_VARIANTS))('%s of a product as it was read', (_, door) => {
  test('takes changes of its variants, and of what they decide nothing else than what was stored', async () => {
    const { product, variants } = await make()
    const read = decided((await shop.ask('GET', `/admin/products/${product.id}`)).body)
    const changes = [
      { price: 900, compare_at_price: 1200 },
      { price: 2500 },
      { price: 9000, is_enabled: false },
    ]
    const changed = variants.map(({ id, option_values }, n) => ({ id, option_values, ...changes[n] }))
    expect(outcome(await door(shop, product.id, { ...read, variants: changed }))).toBe('200')
    const now = (await shop.ask('GET', `/admin/products/${product.id}`)).body
    expect(decided(now)).toEqual({
      price: 900,
      compare_at_price: 1200,
      price_range: { min: 900, max: 2500 },
      variant_count: 2,
      is_available: true,
    })
    const told = await door(shop, product.id, {
      ...read,
      price: 1,
      variants: variants.map(({ id, option_values }) => ({ id, option_values, price: 5 })),
    })
    expect(faults(told)).toContain('/price read_only')
  })
})
