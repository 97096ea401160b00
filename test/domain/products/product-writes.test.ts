import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/domain/body/json-object.ts'
import { pick } from '../../../lib/domain/pick.ts'
import { KEPT_FIELDS, REMOVABLE_FIELDS } from '../../../lib/domain/products/fields.ts'
import {
  checkWholePatch,
  checkWholeReplacement,
  mergeWhole,
  newWholeProduct,
  patchWhole,
  replaceWhole,
} from '../../../lib/domain/products/product-body.ts'
import type { WholeProduct } from '../../../lib/domain/products/variant-set.ts'
import { EVERY_FIELD } from './every-field.ts'
import { faultsOf, shirt, storedProduct } from './stored-product.ts'

const TEA = { name: 'Tea', category_id: 'teas' }
const plain = (more: JsonObject = {}) => storedProduct({ ...TEA, price: 5, ...more })
const size = (Size: string, more: JsonObject = {}): JsonObject => ({
  option_values: { Size },
  price: 5,
  ...more,
})
const options = [{ name: 'Size', values: ['S', 'M', 'L'] }]
const withSizes = { options, variants: [size('S'), size('M', { price: 7 })] }

describe('a new product', () => {
  const availability = (body: JsonObject) => newWholeProduct({ ...TEA, price: 5, ...body }).input.is_available

  test.each<[string, JsonObject, boolean]>([
    ['nothing said', {}, true],
    ['as sent', { is_available: false }, false],
    ['tracked, nothing there', { track_inventory: true, is_available: true }, false],
    ['tracked, one there', { track_inventory: true, quantity: 1, is_available: false }, true],
    ['tracked, sold beyond it', { track_inventory: true, allow_backorder: true }, true],
  ])('is available: %s', (_, body, expected) => {
    expect(availability(body)).toBe(expected)
  })

  test('has the price of its variants, and says nothing else of them', () => {
    const { input, set } = newWholeProduct({ ...TEA, ...withSizes })
    expect(input).toMatchObject({ price: 5, compare_at_price: null, sku: null, is_available: true })
    expect(set?.variants).toHaveLength(2)
    expect(newWholeProduct({ ...TEA, price: 5 }).set).toBeUndefined()
  })

  test('may repeat what its variants decide, and not contradict it', () => {
    expect(faultsOf(() => newWholeProduct({ ...TEA, ...withSizes, price: 5, sku: null }))).toEqual([])
    expect(
      faultsOf(() => newWholeProduct({ ...TEA, ...withSizes, price: 7, sku: 'X', is_available: false })),
    ).toEqual(['price read_only: is decided by the variants', 'sku read_only: is decided by the variants'])
  })

  test('says all that is wrong, of itself and of its variants', () => {
    const body = { ...TEA, name: '', price: 9, options, variants: [size('S'), size('S')], quantity: 3 }
    expect(faultsOf(() => newWholeProduct(body))).toEqual([
      'variants/1/option_values invalid: is the combination of another variant',
      'quantity invalid: belongs to each variant: send it in variants',
      'name invalid: must have 1 to 200 characters',
    ])
    expect(faultsOf(() => newWholeProduct({ ...TEA, ...withSizes, is_available: 'yes' }))).toEqual([
      'is_available invalid: must be true or false',
    ])
    expect(faultsOf(() => newWholeProduct({ ...TEA, price: 5, quantity: 3 }))).toEqual([
      'quantity invalid: needs track_inventory true',
    ])
  })

  test('without a price has one by its variants alone', () => {
    expect(faultsOf(() => newWholeProduct(TEA))).toEqual(['price required: is required'])
    expect(faultsOf(() => newWholeProduct({ ...TEA, options }))).toEqual(['variants required: is required'])
  })
})

const DOORS: [string, (whole: WholeProduct, body: JsonObject) => WholeProduct][] = [
  [
    'a replacement',
    (whole, body) =>
      replaceWhole(whole, { ...TEA, ...(whole.set.options.length === 0 && { price: 5 }), ...body }),
  ],
  ['a merge', mergeWhole],
  ['a patch', patchWhole],
]
const AGAIN = DOORS.slice(0, 2)

describe.each(DOORS)('%s', (_, write) => {
  test('changes what it says', () => {
    const { product, set } = write(plain({ sku: 'T' }), { name: 'Best tea', price: 6 })
    expect(product).toMatchObject({ name: 'Best tea', price: 6 })
    expect(set.variants).toMatchObject([{ id: product.id, price: 6 }])
  })

  test('leaves the variants alone that it says nothing of', () => {
    const { product, set } = write(shirt(), { name: 'Polo shirt' })
    expect(product).toMatchObject({ name: 'Polo shirt', price: 5, variant_count: 3 })
    expect(set).toEqual(shirt().set)
  })

  test('leaves the fields alone that are kept and that it says nothing of, and null removes what can be null', () => {
    const stored = plain(EVERY_FIELD)
    const kept = pick(stored.product, KEPT_FIELDS)
    const removed = Object.fromEntries(REMOVABLE_FIELDS.map((name) => [name, null]))
    expect(write(stored, { name: 'Best tea' }).product).toMatchObject(kept)
    expect(write(stored, removed).product).toMatchObject({ ...kept, ...removed })
    for (const name of KEPT_FIELDS.filter((one) => !(one in removed || one === 'slug')))
      expect(faultsOf(() => write(stored, { [name]: null }))).not.toEqual([])
  })

  test('replaces the variants that it has', () => {
    const { product, set } = write(shirt(), { variants: [size('L', { price: 3 })] })
    expect(set.variants.map(({ id }) => id)).toEqual([`${product.id}-3`])
    expect(product).toMatchObject({ price: 3, variant_count: 1, price_range: { min: 3, max: 3 } })
  })

  test('may repeat fields that the variants decide, as they were read, with variants that change them', () => {
    const body = { price: 5, sku: null, variants: [size('L', { price: 3 })] }
    expect(write(shirt(), body).product.price).toBe(3)
    expect(faultsOf(() => write(shirt(), { ...body, price: 4 }))).toEqual([
      'price read_only: belongs to its variants: PATCH /admin/products/{id}/variants',
    ])
    expect(faultsOf(() => write(shirt(), { price: 4 }))).toEqual([
      'price read_only: belongs to its variants: PATCH /admin/products/{id}/variants',
    ])
  })

  test('says what is wrong of variants and of the rest, but of no field that wrong variants decide', () => {
    const body = { name: '', price: 4, variants: [size('XL')] }
    expect(faultsOf(() => write(shirt(), body))).toEqual([
      'variants/0/option_values/Size invalid: is not a value of this option',
      'name invalid: must have 1 to 200 characters',
    ])
  })

  test.each<[string, WholeProduct, JsonObject, boolean]>([
    ['is set where nothing is tracked', plain(), { is_available: false }, false],
    [
      'is set where tracking ends',
      plain({ track_inventory: true }),
      { track_inventory: false, is_available: true },
      true,
    ],
    [
      'is that of the stock',
      plain({ track_inventory: true }),
      { is_available: true, track_inventory: true },
      false,
    ],
    ['sent back to a product with variants changes nothing', shirt(), { is_available: false }, true],
    ['beside variants changes nothing', shirt(), { is_available: false, variants: [size('L')] }, true],
  ])('availability %s', (_case, whole, body, expected) => {
    expect(write(whole, body).product.is_available).toBe(expected)
  })

  test.each([true, false, null])('leaves is_on_backorder alone, if it is %s', (is_on_backorder) => {
    for (const whole of [plain(), shirt()])
      expect(write(whole, { is_on_backorder })).toEqual(write(whole, {}))
    const sizes = (more: JsonObject) => ['S', 'M'].map((one) => size(one, more))
    const variants = sizes({ is_on_backorder })
    expect(write(shirt(), { variants })).toEqual(write(shirt(), { variants: sizes({}) }))
    const { input, set } = newWholeProduct({ ...TEA, options, is_on_backorder, variants })
    for (const one of [input, ...(set?.variants ?? [])]) expect(one).not.toHaveProperty('is_on_backorder')
  })

  test('moves a product into a category that was an additional one', () => {
    const listed = plain({ additional_categories: [{ id: 'green', position: 2 }, { id: 'black' }] })
    const { product } = write(listed, { category_id: 'green' })
    expect(product).toMatchObject({ category_id: 'green', additional_categories: [{ id: 'black' }] })
    expect(write(listed, { name: 'A' }).product.additional_categories).toHaveLength(2)
    const both = { category_id: 'green', additional_categories: [{ id: 'green' }] }
    expect(faultsOf(() => write(listed, both))).toEqual([
      'additional_categories/0/id invalid: is already the category of the product',
    ])
  })
})

describe.each(AGAIN)('%s that can come again', (_, write) => {
  const quantity = { track_inventory: true, quantity: 4 }

  test('begins a stock, once', () => {
    const { origins, ...once } = write(plain(), quantity)
    expect(origins).toEqual(new Map([[once.product.id, { quantity: 4 }]]))
    expect(write(once, { ...quantity, quantity: 9 }).origins).toBeUndefined()
  })

  test('has no quantity of what is not tracked', () => {
    expect(faultsOf(() => write(plain(), { quantity: 4, track_inventory: false }))).toEqual([
      'quantity invalid: needs track_inventory true',
    ])
    expect(faultsOf(() => write(plain(), { quantity: -1 }))).toEqual([
      'quantity invalid: must be an integer from 0 to 1000000000',
    ])
  })

  test('begins a stock of each variant', () => {
    const { origins, product } = write(shirt(), {
      variants: [size('S', quantity), size('M')],
    })
    expect(origins).toEqual(new Map([[`${product.id}-1`, { quantity: 4 }]]))
  })
})

test('a patch has no quantity of what exists, and a merge none of null', () => {
  expect(faultsOf(() => patchWhole(plain(), { quantity: 4 }))).toEqual([
    expect.stringMatching(/^quantity read_only: /),
  ])
  const [, , variantQuantity] = [size('S'), size('M'), size('S', { track_inventory: true, quantity: 4 })]
  expect(faultsOf(() => patchWhole(shirt(), { variants: [variantQuantity ?? {}] }))).toEqual([
    'variants/0/quantity read_only: is changed by POST /admin/inventory/adjust',
  ])
  expect(mergeWhole(plain(), { quantity: null })).toEqual(plain())
})

describe('a body is checked before a product is read', () => {
  test('as a patch', () => {
    expect(faultsOf(() => checkWholePatch({ name: 'A' }))).toEqual([])
    expect(faultsOf(() => checkWholePatch({ name: '', variants: [size('S', { price: -1 })] }))).toEqual([
      'variants/0/price invalid: must be an integer from 0 to 1000000000000',
      'name invalid: must have 1 to 200 characters',
    ])
    expect(faultsOf(() => checkWholePatch({ options }))).toEqual(['variants required: is required'])
  })

  test('as a replacement, whose price its variants may decide', () => {
    expect(faultsOf(() => checkWholeReplacement(TEA, {}))).toEqual([])
    expect(faultsOf(() => checkWholeReplacement({ ...TEA, price: -1 }, {}))).toHaveLength(1)
    expect(faultsOf(() => checkWholeReplacement({ category_id: 'teas' }, {}))).toEqual([
      'name required: is required',
    ])
    expect(
      faultsOf(() => checkWholeReplacement({ ...TEA, external_id: 'A' }, { external_id: 'B' })),
    ).toHaveLength(1)
  })
})
