import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/domain/body/json-object.ts'
import {
  type Recognizable,
  readNewVariantSet,
  readVariantSet,
  recognized,
  replaceVariants,
} from '../../../lib/domain/products/replace-variants.ts'
import type { WholeProduct } from '../../../lib/domain/products/variant-set.ts'
import { faultsOf, shirt, storedProduct } from './stored-product.ts'

const { product } = shirt()
const [S, M, L] = [1, 2, 3].map((n) => `${product.id}-${n}`) as [string, string, string]
const size = (Size: string, more: JsonObject = {}): JsonObject => ({
  option_values: { Size },
  price: 5,
  ...more,
})

/** The ids and sizes of a product's variants. */
const sizesOf = ({ set }: WholeProduct) =>
  Object.fromEntries(set.variants.map(({ id, option_values }) => [id, option_values.Size]))
const replaced = (...variants: JsonObject[]) => replaceVariants(shirt(), { variants })

describe('a variant is recognized', () => {
  const sent = (Size: string, more: Omit<Recognizable, 'option_values'> = {}) => ({
    option_values: { Size },
    ...more,
  })
  test.each([
    ['by its id, whatever else it says', [sent('M', { id: S, sku: 'SHIRT-L' })], [S]],
    ['by its SKU, whatever values it has', [sent('M', { sku: 'SHIRT-L' })], [L]],
    ['by its values', [sent('M'), sent('S', { sku: 'OTHER' })], [M, S]],
    ['by its values, its SKU being null', [sent('L', { sku: null })], [L]],
    [
      'by its id before another by its SKU',
      [sent('S', { sku: 'SHIRT-S' }), sent('XL', { id: S })],
      [undefined, S],
    ],
    ['by its SKU before another by its values', [sent('S'), sent('XL', { sku: 'SHIRT-S' })], [undefined, S]],
    ['once by its id', [sent('S', { id: S }), sent('M', { id: S })], [S, undefined]],
    [
      'once by its SKU, then another by its values',
      [sent('S', { sku: 'SHIRT-S' }), sent('M', { sku: 'SHIRT-S' })],
      [S, M],
    ],
    [
      'not by SKU and values beside an id that nobody has',
      [sent('S', { id: `${product.id}-9`, sku: 'SHIRT-S' })],
      [undefined],
    ],
    ['not by other values', [sent('XL')], [undefined]],
    [
      'all after sizes were exchanged, by their SKUs',
      [sent('M', { sku: 'SHIRT-S' }), sent('S', { sku: 'SHIRT-M' })],
      [S, M],
    ],
  ])('%s', (_, all, ids) => {
    expect(recognized(shirt().set, all).map((one) => one?.id)).toEqual(ids)
  })

  test('not because neither has a SKU', () => {
    const { set } = shirt()
    const variants = set.variants.map((one) => ({ ...one, sku: null }))
    expect(recognized({ ...set, variants }, [sent('XL', { sku: null })])).toEqual([undefined])
  })
})

describe('a new set', () => {
  test('is the set: what is recognized keeps its id, what is new gets the next one, and the rest is gone', () => {
    const whole = replaceVariants(shirt(), {
      options: [{ name: 'Size', values: ['S', 'M', 'XL'] }],
      variants: [size('XL'), size('S', { price: 7 })],
    })
    expect(sizesOf(whole)).toEqual({ [`${product.id}-4`]: 'XL', [S]: 'S' })
    expect(whole.set.options).toEqual([{ name: 'Size', values: ['S', 'XL'] }])
    expect(whole.set.variants.map(({ sku, price }) => [sku, price])).toEqual([
      [null, 5],
      ['SHIRT-S', 7],
    ])
    expect(whole.product).toMatchObject({ last_variant: 4, price: 5, variant_count: 2 })
  })

  test('without options leaves them as they are', () => {
    expect(replaced(size('M')).set.options).toEqual([{ name: 'Size', values: ['M'] }])
    expect(faultsOf(() => replaced(size('XL')))).toEqual([
      'variants/0/option_values/Size invalid: is not a value of this option',
    ])
  })

  test('that is sent back as it was read changes nothing', () => {
    const { set } = shirt()
    const body = JSON.parse(JSON.stringify(set))
    expect(replaceVariants(shirt(), body)).toEqual(shirt())
  })

  test('may repeat what cannot be changed, and not change it', () => {
    const fixed = {
      id: product.id,
      created_at: product.created_at,
      updated_at: product.updated_at,
      version: 1,
    }
    const own = size('S', { product_id: product.id })
    expect(sizesOf(replaceVariants(shirt(), { ...fixed, variants: [own] }))).toEqual({ [S]: 'S' })
    const other = { ...fixed, version: 2, id: S, variants: [size('S'), size('M', { product_id: S })] }
    expect(faultsOf(() => replaceVariants(shirt(), other))).toEqual([
      'id read_only: is read-only',
      'version read_only: is read-only',
      'variants/1/product_id read_only: is read-only',
    ])
  })

  test.each([
    [
      'an id that no variant has',
      [size('S', { id: `${product.id}-9` })],
      ['variants/0/id invalid: is not the id of a variant of this product'],
    ],
    [
      'one id twice',
      [size('S', { id: S }), size('M', { id: S })],
      ['variants/1/id invalid: is the id of another variant'],
    ],
    [
      'a quantity of what exists',
      [size('S', { track_inventory: true, quantity: 4 })],
      ['variants/0/quantity read_only: is changed by POST /admin/inventory/adjust'],
    ],
    [
      'a quantity without tracking of what is new',
      [size('S'), size('S', { id: undefined, sku: 'NEW', quantity: 4 })],
      [
        'variants/1/option_values invalid: is the combination of another variant',
        'variants/1/quantity invalid: needs track_inventory true',
      ],
    ],
  ])('is refused for %s', (_, variants, faults) => {
    expect(faultsOf(() => replaced(...variants))).toEqual(faults)
  })

  test('that can be sent again begins no stock of what has one', () => {
    const body = { variants: [size('S', { track_inventory: true, quantity: 4 }), size('M')] }
    const once = replaceVariants(shirt(), body, { isUpsert: true })
    expect(once.origins).toEqual(new Map([[S, { quantity: 4 }]]))
    const again = replaceVariants({ product: once.product, set: once.set }, body, { isUpsert: true })
    expect(again.origins).toBeUndefined()
  })

  test('names the place of each fault, and variants that cannot be read', () => {
    const variants = [
      size('S', { price: -1 }),
      size('M', { compare_at_price: 1 }),
      7,
      size('L', { id: `${product.id}-9` }),
    ]
    expect(
      faultsOf(() => replaceVariants(shirt(), { variants })).map((fault) => fault.split(':')[0]),
    ).toEqual([
      'variants/0/price invalid',
      'variants/2 invalid',
      'variants/1/compare_at_price invalid',
      'variants/3/id invalid',
    ])
  })

  test('of which the options cannot be read is not checked by those of the product', () => {
    const body = { options: [{ name: 'Size', values: [] }], variants: [size('S'), size('XL')] }
    expect(faultsOf(() => replaceVariants(shirt(), body))).toEqual([
      'options/0/values invalid: must have 1 to 100 values',
    ])
  })
})

describe('a product that had no options', () => {
  const plain = storedProduct({ name: 'Shirt', category_id: 'tea', price: 5, sku: 'SHIRT' })
  const body = {
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [size('S', { id: plain.product.id }), size('M')],
  }

  test('gets them, and the variant with its id has its stock', () => {
    const once = replaceVariants(plain, body)
    expect(sizesOf(once)).toEqual({ [S]: 'S', [M]: 'M' })
    expect(once.origins).toEqual(new Map([[S, { from: plain.product.id }]]))
    expect(once.set.variants[0]?.sku).toBe('SHIRT')
  })

  test('has the same after a second try, whose id of the product names no variant any more', () => {
    const { product, set } = replaceVariants(plain, body)
    expect(replaceVariants({ product, set }, body)).toEqual({ product, set })
  })
})

describe('a set that is read alone', () => {
  test('has its fields, and no options if none are sent', () => {
    const read = readVariantSet({ variants: [size('S')], version: 3 })
    expect(read.variants).toMatchObject([{ option_values: { Size: 'S' }, price: 5 }])
    expect(read).not.toHaveProperty('options')
    expect(readNewVariantSet({ variants: [{ price: 5 }] }).options).toEqual([])
  })

  test('is checked by its own options alone', () => {
    expect(faultsOf(() => readVariantSet({ variants: [size('S'), size('XL')] }))).toEqual([])
    expect(faultsOf(() => readVariantSet({ options: [], variants: [size('S')] }))).toEqual([
      'variants/0/option_values/Size unknown_field: is not an option of the product',
    ])
    expect(
      faultsOf(() => readVariantSet({ variants: [size('S', { sku: 'A' }), size('M', { sku: 'A' })] })),
    ).toEqual(['variants/1/sku invalid: is the SKU of another variant'])
    expect(faultsOf(() => readVariantSet({}))).toEqual(['variants required: is required'])
  })

  test('of a new product names no variant and no product, and has quantities of what is tracked', () => {
    const options = [{ name: 'Size', values: ['S', 'M', 'L'] }]
    const tracked = { track_inventory: true, quantity: 4 }
    expect(readNewVariantSet({ options, variants: [size('S', tracked)] }).variants).toMatchObject([tracked])
    const variants = [size('S'), size('M', { id: S, quantity: 1 }), size('L', { product_id: product.id })]
    expect(faultsOf(() => readNewVariantSet({ options, variants }))).toEqual([
      'variants/2/product_id read_only: is read-only',
      'variants/1/quantity invalid: needs track_inventory true',
      'variants/1/id read_only: is made by the server',
    ])
  })
})
