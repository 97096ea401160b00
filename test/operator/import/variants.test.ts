import { describe, expect, test } from 'vitest'
import { adjustStock } from '../../../lib/data/inventory/adjust.ts'
import { readStock } from '../../../lib/data/inventory/stock-item.ts'
import { findIdOfSlug, findWholeProduct } from '../../../lib/data/products/product-reads.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { makeBusiness } from '../../support/shop.ts'
import { importInto, productsOf } from '../operate.ts'

const size = (Size: string, more: Record<string, unknown> = {}) => ({
  option_values: { Size },
  price: 1000,
  ...more,
})
const tracked = (quantity: number) => ({ track_inventory: true, quantity })

/** A shirt in two sizes, and its stock. */
const SHIRT = {
  external_id: 'shirt',
  slug: 'shirt',
  name: 'Shirt',
  category: 'Shirts',
  options: [{ name: 'Size', values: ['S', 'M'] }],
  variants: [
    size('S', { sku: 'SHIRT-S', cost: 400, low_stock_at: 2, ...tracked(5) }),
    size('M', { sku: 'SHIRT-M', price: 1100, image: { url: 'https://images.example/m.jpg' }, ...tracked(0) }),
  ],
}
const CUP = { sku: 'CUP', name: 'Cup', price: 900, category: 'Cups', ...tracked(3) }

async function shirtIn(business: Business) {
  const id = (await findIdOfSlug(business.id, 'shirt')) ?? ''
  const whole = await findWholeProduct(business.id, id)
  const stock = await readStock(business.id, id)
  return {
    id,
    product: whole?.product,
    variants: whole?.set.variants ?? [],
    quantities: [...stock.values()].map(({ quantity }) => quantity),
  }
}

const sell = (business: Business, variantId: string) =>
  adjustStock(business.id, {
    reason: 'sale',
    reference: null,
    changes: [{ index: 0, variantId, delta: -1 }],
  })

async function shopWithShirt() {
  const business = await makeBusiness()
  expect(await importInto(business, [SHIRT, CUP])).toMatchObject({ created: 2, refused: [] })
  return business
}

test('options, variants and where their stock begins are imported; the same file changes nothing', async () => {
  const business = await shopWithShirt()
  const { product, variants, quantities } = await shirtIn(business)
  expect(product).toMatchObject({ price: 1000, price_range: { min: 1000, max: 1100 }, is_available: true })
  expect(variants).toMatchObject([
    { sku: 'SHIRT-S', cost: 400, low_stock_at: 2, is_available: true },
    { sku: 'SHIRT-M', price: 1100, image: { url: 'https://images.example/m.jpg' }, is_available: false },
  ])
  expect(quantities).toEqual([5, 0])
  expect(await importInto(business, [SHIRT, CUP])).toMatchObject({ unchanged: 2, updated: 0, refused: [] })
  // Nor does one that says of a size that it is available, or has all that the API shows.
  const said = { ...SHIRT, variants: SHIRT.variants.map((one) => ({ ...one, is_available: true })) }
  expect(await importInto(business, [said])).toMatchObject({ unchanged: 1, refused: [] })
  const shown = {
    ...SHIRT,
    ...product,
    variants: variants.map((one, n) => ({ ...SHIRT.variants[n], ...one })),
  }
  expect(await importInto(business, [shown])).toMatchObject({ unchanged: 1, refused: [] })
  expect((await shirtIn(business)).product).toEqual(product)
  const other = await makeBusiness()
  expect(await importInto(other, [shown])).toMatchObject({ created: 1, refused: [] })
  expect((await shirtIn(other)).quantities).toEqual([5, 0])
})

describe('sales between two runs of the same file', () => {
  test.each([
    ['new', [4, 0], 'unchanged'],
    ['ignore', [4, 0], 'unchanged'],
    ['set', [5, 0], 'updated'],
  ])('with --stock %s leave %j', async (stock, left, outcome) => {
    const business = await shopWithShirt()
    const { id } = await shirtIn(business)
    await sell(business, `${id}-1`)
    const again = () => importInto(business, [SHIRT], '--stock', stock)
    expect(await importInto(business, [SHIRT], '--stock', stock, '--dry-run')).toMatchObject({ [outcome]: 1 })
    expect(await again()).toMatchObject({ [outcome]: 1, refused: [] })
    expect((await shirtIn(business)).quantities).toEqual(left)
    expect(await again()).toMatchObject({ unchanged: 1 })
  })

  test('of a product without options stay sold, unless the stock is set', async () => {
    const business = await shopWithShirt()
    const [cup = ''] = (await productsOf(business)).flatMap(({ id, name }) =>
      name === 'Cup' ? [String(id)] : [],
    )
    await sell(business, cup)
    const quantity = async () => (await readStock(business.id, cup)).get(cup)?.quantity
    await importInto(business, [CUP])
    expect(await quantity()).toBe(2)
    expect(await importInto(business, [CUP], '--stock', 'set')).toMatchObject({ updated: 1 })
    expect(await quantity()).toBe(3)
  })
})

test('a size that is new begins with its quantity, and one that is not in the file is gone', async () => {
  const business = await shopWithShirt()
  const { id } = await shirtIn(business)
  await sell(business, `${id}-1`)
  const options = [{ name: 'Size', values: ['S', 'L'] }]
  const variants = [SHIRT.variants[0], size('L', { sku: 'SHIRT-L', ...tracked(7) })]
  expect(await importInto(business, [{ ...SHIRT, options, variants }])).toMatchObject({ updated: 1 })
  const after = await shirtIn(business)
  expect(after.variants.map(({ id, sku }) => [id, sku])).toEqual([
    [`${id}-1`, 'SHIRT-S'],
    [`${id}-3`, 'SHIRT-L'],
  ])
  expect(after.quantities).toEqual([4, 7])
})

test('with --stock ignore nothing begins to be tracked and nothing ends, whatever the file says', async () => {
  const business = await makeBusiness()
  const stocks = async () => {
    const found = (await productsOf(business)).map(async ({ id, name }) => {
      const levels = await readStock(business.id, String(id))
      return [name, [...levels.values()].map(({ quantity }) => quantity)]
    })
    return Object.fromEntries(await Promise.all(found))
  }
  await importInto(business, [SHIRT, CUP], '--stock', 'ignore')
  expect(await stocks()).toEqual({ Shirt: [], Cup: [] })
  await importInto(business, [SHIRT, CUP])
  expect(await stocks()).toEqual({ Shirt: [5, 0], Cup: [3] })
  const ended = [
    {
      ...SHIRT,
      variants: SHIRT.variants.map((one) => ({ ...one, track_inventory: false, quantity: undefined })),
    },
    { ...CUP, track_inventory: false, quantity: undefined },
  ]
  expect(await importInto(business, ended, '--stock', 'ignore')).toMatchObject({ unchanged: 2 })
  expect(await stocks()).toEqual({ Shirt: [5, 0], Cup: [3] })
})

test('what was not tracked begins with the quantity of the file', async () => {
  const business = await makeBusiness()
  const untracked = SHIRT.variants.map((one) => ({ ...one, track_inventory: undefined, quantity: undefined }))
  await importInto(business, [
    { ...SHIRT, variants: untracked },
    { ...CUP, track_inventory: false, quantity: undefined },
  ])
  await importInto(business, [SHIRT, CUP])
  expect((await shirtIn(business)).quantities).toEqual([5, 0])
})

test('a product without options gets them, and keeps its SKU and stock', async () => {
  const business = await makeBusiness()
  const { options: _, variants: __, ...plain } = { ...SHIRT, price: 1000, sku: 'SHIRT-S', ...tracked(9) }
  await importInto(business, [plain])
  expect(await importInto(business, [SHIRT])).toMatchObject({ updated: 1, refused: [] })
  const { variants, quantities } = await shirtIn(business)
  expect(variants.map(({ sku }) => sku)).toEqual(['SHIRT-S', 'SHIRT-M'])
  expect(quantities).toEqual([9, 0])
})

describe('a product is recognized', () => {
  test.each([
    ['by the SKU of its first variant', { external_id: undefined, slug: undefined }],
    ['by its slug', { external_id: undefined, variants: [size('S'), size('M', { price: 1100 })] }],
  ])('%s', async (_, without) => {
    const business = await shopWithShirt()
    expect(await importInto(business, [{ ...SHIRT, ...without, name: 'Blouse' }])).toMatchObject({
      updated: 1,
    })
    expect((await shirtIn(business)).product).toMatchObject({ name: 'Blouse' })
  })
})

test('a row is refused for the rules of variants, and for a SKU that another product has', async () => {
  const business = await shopWithShirt()
  const taken = { ...SHIRT, external_id: 'other', slug: undefined, name: 'Other' }
  const wrong = { ...SHIRT, external_id: 'wrong', slug: 'wrong', variants: [{ price: 1 }] }
  const { created, refused } = await importInto(business, [taken, wrong])
  expect({ created, refused }).toEqual({
    created: 0,
    refused: [
      { row: 1, reasons: [expect.stringMatching(/^sku: "SHIRT-S" belongs to another product/)] },
      { row: 2, reasons: ['variants.0.option_values.Size: is required'] },
    ],
  })
})

test('a stock is not set below 0 without allow_backorder, nor out of range', async () => {
  const business = await shopWithShirt()
  const rows = [
    { ...CUP, quantity: -1 },
    { ...SHIRT, variants: [size('S', tracked(1e9 + 1)), SHIRT.variants[1]] },
  ]
  const { refused, updated } = await importInto(business, rows, '--stock', 'set')
  expect([updated, refused.map(({ reasons }) => reasons)]).toEqual([
    0,
    [
      ['quantity: is below 0, which only allow_backorder permits'],
      ['variants: 0.quantity: must be from -1000000000 to 1000000000'],
    ],
  ])
  expect((await shirtIn(business)).quantities).toEqual([5, 0])
})

test('a product that is sold out, or owed, moves in as it is', async () => {
  const business = await makeBusiness()
  const rows = [
    { ...CUP, quantity: 0 },
    { ...CUP, sku: 'OWED', name: 'Owed', quantity: -2 },
    { ...SHIRT, variants: [size('S', tracked(-1)), size('M', { allow_backorder: true, ...tracked(-4) })] },
  ]
  expect(await importInto(business, rows)).toMatchObject({ created: 3, refused: [] })
  expect((await shirtIn(business)).quantities).toEqual([-1, -4])
  const shown = await productsOf(business)
  expect(shown.map(({ name, is_available }) => [name, is_available])).toEqual([
    ['Cup', false],
    ['Owed', false],
    ['Shirt', true],
  ])
  expect(await importInto(business, rows)).toMatchObject({ unchanged: 3, refused: [] })
})
