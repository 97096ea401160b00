import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/domain/body/json-object.ts'
import { pick } from '../../../lib/domain/pick.ts'
import { SPARSE_OF_VARIANTS } from '../../../lib/domain/products/fields.ts'
import { patchVariants, readVariantPatch } from '../../../lib/domain/products/patch-variants.ts'
import type { WholeProduct } from '../../../lib/domain/products/variant-set.ts'
import { EVERY_FIELD } from './every-field.ts'
import { faultsOf, SIZES, shirt, storedProduct } from './stored-product.ts'

const { product } = shirt()
const [S, M] = [`${product.id}-1`, `${product.id}-2`]
const patched = (...variants: JsonObject[]) => patchVariants(shirt(), { variants })
const sizesOf = ({ set }: WholeProduct) => set.variants.map(({ option_values }) => option_values.Size)
const faults = (...variants: JsonObject[]) => faultsOf(() => patched(...variants))

describe('the order', () => {
  test('is left alone by a patch', () => {
    expect(sizesOf(patched({ sku: 'SHIRT-S', price: 6 }))).toEqual(SIZES)
    expect(sizesOf(patched({ sku: 'SHIRT-L', price: 6 }, { sku: 'SHIRT-M', price: 7 }))).toEqual(SIZES)
  })

  test('is changed by a position', () => {
    expect(sizesOf(patched({ sku: 'SHIRT-S', position: 1 }))).toEqual(['M', 'L', 'S'])
  })
})

test('a patch that changes nothing leaves all as it was', () => {
  expect(patched({ sku: 'SHIRT-S', price: 5 })).toEqual(shirt())
  expect(patchVariants(shirt(), {})).toEqual(shirt())
})

test('what was read may be sent back, the product_id of a variant too', () => {
  const [one] = shirt().set.variants
  expect(patched({ ...one, product_id: product.id })).toEqual(shirt())
  expect(faults({ ...one, product_id: S })).toEqual(['variants/0/product_id read_only: is read-only'])
  expect(faultsOf(() => patchVariants(shirt(), { version: 9, variants: [] }))).toEqual([
    'version read_only: is read-only',
  ])
})

describe('a patch names its variant', () => {
  const changed = (patch: JsonObject) =>
    patched(patch).set.variants.flatMap((one, n) =>
      JSON.stringify(one) === JSON.stringify(shirt().set.variants[n]) ? [] : [one],
    )

  test.each<[string, JsonObject, JsonObject]>([
    ['by its id', { id: M, price: 6 }, { id: M, price: 6, sku: 'SHIRT-M' }],
    ['by its SKU', { sku: 'SHIRT-M', price: 6 }, { id: M, price: 6, sku: 'SHIRT-M' }],
    ['by its values', { option_values: { Size: 'M' }, price: 6 }, { id: M, price: 6 }],
    [
      'by values whose option has blanks around it',
      { option_values: { ' Size ': 'M' }, price: 6 },
      { id: M, price: 6 },
    ],
    ['by its id, and has another SKU', { id: M, sku: 'NEW' }, { id: M, sku: 'NEW' }],
    ['by its id, and has no SKU', { id: M, sku: null }, { id: M, sku: null }],
    ['by its values, and has no SKU', { option_values: { Size: 'M' }, sku: null }, { id: M, sku: null }],
    [
      'by its id, null being no SKU to find it by',
      { id: M, sku: null, price: 6 },
      { id: M, sku: null, price: 6 },
    ],
  ])('%s', (_, patch, variant) => {
    expect(changed(patch)).toMatchObject([variant])
  })

  test('by its SKU, and has other values', () => {
    const options = [{ name: 'Size', values: ['S', 'M', 'L'] }]
    const two = storedProduct({
      name: 'Shirt',
      category_id: 'tea',
      options,
      variants: ['S', 'M'].map((Size) => ({ option_values: { Size }, price: 5, sku: Size })),
    })
    // A value that no variant has is gone from the options.
    expect(
      faultsOf(() => patchVariants(two, { variants: [{ sku: 'S', option_values: { Size: 'L' } }] })),
    ).toEqual(['variants/0/option_values/Size invalid: is not a value of this option'])
    const exchange = ['S', 'M'].map((sku, n) => ({ sku, option_values: { Size: ['M', 'S'][n] } }))
    const whole = patchVariants(two, { variants: exchange })
    expect(whole.set.variants.map(({ sku, option_values }) => [sku, option_values.Size])).toEqual([
      ['S', 'M'],
      ['M', 'S'],
    ])
  })

  test.each<[string, JsonObject[], string[]]>([
    [
      'that is none',
      [{ id: `${product.id}-9` }],
      ['variants/0/id invalid: does not name a variant of this product'],
    ],
    [
      'by a SKU that none has',
      [{ sku: 'X' }],
      ['variants/0/sku invalid: does not name a variant of this product'],
    ],
    [
      'by values that none has',
      [{ option_values: { Size: 'XL' } }],
      ['variants/0/option_values invalid: does not name a variant of this product'],
    ],
    [
      'that another patch has',
      [{ id: S }, { sku: 'SHIRT-S', price: 6 }],
      ['variants/1/sku invalid: names the same variant as another patch'],
    ],
    ['by nothing', [{ price: 6 }], ['variants/0 invalid: must have an id, a SKU or option_values']],
    ['by null', [{ sku: null }], ['variants/0 invalid: must have an id, a SKU or option_values']],
  ])('%s, and is refused', (_, patches, expected) => {
    expect(faults(...patches)).toEqual(expected)
  })
})

describe('a patched variant', () => {
  test.each<[string, JsonObject, string]>([
    ['a quantity', { quantity: 4 }, 'quantity read_only: is changed by POST /admin/inventory/adjust'],
    ['a member that nobody knows', { colour: 'red' }, 'colour unknown_field: is not a known field'],
    ['a price of null', { price: null }, 'price required: is required'],
    ['a price that is none', { price: '5' }, 'price invalid: must be a number'],
    [
      'an earlier price below its price',
      { compare_at_price: 4 },
      'compare_at_price invalid: must not be below price',
    ],
    ['values that are no object', { option_values: 'S' }, 'option_values invalid: must be an object'],
  ])('is refused with %s', (_, more, fault) => {
    expect(faults({ sku: 'SHIRT-M', price: 6 }, { id: S, ...more })).toEqual([`variants/1/${fault}`])
  })

  test('says all that is wrong, in the places of the patches', () => {
    expect(
      faults({ id: S, price: -1, quantity: 1, x: 1 }, { sku: 'SHIRT-M' }, { id: 'x' }, { sku: 'Y' }),
    ).toEqual([
      'variants/2/id invalid: must be the id of a variant',
      'variants/3/sku invalid: does not name a variant of this product',
      'variants/0/quantity read_only: is changed by POST /admin/inventory/adjust',
      'variants/0/x unknown_field: is not a known field',
      'variants/0/price invalid: must be an integer from 0 to 1000000000000',
    ])
  })

  test('that is wrong does not refuse another', () => {
    const clash = { sku: 'SHIRT-M', option_values: { Size: 'S' } }
    expect(faults(clash)).toEqual(['variants/0/option_values invalid: is the combination of another variant'])
    // S may be on its way to other values.
    expect(faults({ id: S, price: -1 }, clash).map((fault) => fault.split(' ')[0])).toEqual([
      'variants/0/price',
    ])
    expect(faults({ id: 'x' }, clash).map((fault) => fault.split(' ')[0])).toEqual(['variants/0/id'])
  })

  test('of two that do not fit is to blame, and of two patched ones the later', () => {
    const [first, second] = [
      { sku: 'SHIRT-L', price: 6, option_values: { Size: 'S' } },
      { sku: 'SHIRT-M', price: 6, option_values: { Size: 'S' } },
    ]
    expect(
      faults({ sku: 'SHIRT-S', option_values: { Size: 'M' } }).map((fault) => fault.split(' ')[0]),
    ).toEqual(['variants/0/option_values'])
    expect(faults(first, second).map((fault) => fault.split(' ')[0])).toEqual([
      'variants/0/option_values',
      'variants/1/option_values',
    ])
  })

  test('that is tracked is as available as its stock says', () => {
    const tracked = patched({ id: S, track_inventory: true })
    const is = (whole: WholeProduct) => whole.set.variants[0]?.is_available
    expect(is(tracked)).toBe(true)
    const { product, set } = tracked
    const sent = { variants: [{ id: S, is_available: false }] }
    expect(is(patchVariants({ product, set }, sent))).toBe(true)
    expect(is(patchVariants(shirt(), sent))).toBe(false)
  })

  test('that is on backorder stays it, whatever is sent, until it is not tracked or allows none', () => {
    const rules = { track_inventory: true, allow_backorder: true }
    const { product, set } = patched({ id: S, ...rules })
    const variants = set.variants.map((one) => ({ ...one, is_on_backorder: true as const }))
    const flag = (patch: JsonObject) =>
      patchVariants({ product, set: { ...set, variants } }, { variants: [{ id: S, ...patch }] }).set
        .variants[0]?.is_on_backorder
    for (const is_on_backorder of [true, false, null]) expect(flag({ is_on_backorder, price: 6 })).toBe(true)
    expect([flag({ allow_backorder: false }), flag({ track_inventory: false })]).toEqual([
      undefined,
      undefined,
    ])
    expect(patched({ id: S, is_on_backorder: true })).toEqual(shirt())
  })

  test('has null where null is sent, and keeps what is not', () => {
    const full = pick(EVERY_FIELD, [...SPARSE_OF_VARIANTS, 'low_stock_at', 'cost', 'compare_at_price'])
    const { product, set } = patched({ id: S, ...full })
    const next = patchVariants(
      { product, set },
      { variants: [{ id: S, mpn: null, cost: null, compare_at_price: null }] },
    )
    expect(next.set.variants[0]).toMatchObject({ ...full, mpn: null, cost: null, compare_at_price: null })
  })
})

describe('options', () => {
  const renamed = (options: JsonObject[], variants: JsonObject[] = []) =>
    patchVariants(shirt(), { options, variants })

  test('are renamed in their places, and the variants with them', () => {
    const whole = renamed([{ name: 'Width', values: ['Small', 'M', 'Large'] }])
    expect(whole.set.options).toEqual([{ name: 'Width', values: ['Small', 'M', 'Large'] }])
    expect(whole.set.variants.map(({ id, option_values }) => [id, option_values])).toEqual([
      [S, { Width: 'Small' }],
      [M, { Width: 'M' }],
      [`${product.id}-3`, { Width: 'Large' }],
    ])
  })

  test('are named in the same patch as they are from now on', () => {
    const options = [{ name: 'Width', values: ['Small', 'M', 'Large'] }]
    const { set } = renamed(options, [{ option_values: { Width: 'Small' }, price: 9 }])
    expect(set.variants.map(({ price }) => price)).toEqual([9, 5, 5])
    expect(faultsOf(() => renamed(options, [{ option_values: { Size: 'S' }, price: 9 }]))).toEqual([
      'variants/0/option_values invalid: does not name a variant of this product',
    ])
  })

  test('keep what another version has stored of them', () => {
    const { product, set } = shirt()
    const marked = set.options.map((option) => ({ ...option, colour: 'red' }))
    const whole = patchVariants(
      { product, set: { ...set, options: marked } },
      { options: [{ name: 'Width', values: SIZES }] },
    )
    expect(whole.set.options).toEqual([{ name: 'Width', values: SIZES, colour: 'red' }])
  })

  const SHAPE =
    'options invalid: must have the same numbers of options and values: a patch renames them in place'
  test.each<[string, JsonObject[], string[]]>([
    ['fewer values', [{ name: 'Size', values: ['S', 'M'] }], [SHAPE]],
    ['more values', [{ name: 'Size', values: [...SIZES, 'XL'] }], [SHAPE]],
    [
      'another option',
      [
        { name: 'Size', values: SIZES },
        { name: 'Cut', values: ['A'] },
      ],
      [SHAPE],
    ],
    ['none', [], [SHAPE]],
    [
      'a value twice',
      [{ name: 'Size', values: ['S', 'M', 'S'] }],
      [
        'options/0/values/2 invalid: is already a value of this option',
        'variants/0/option_values invalid: is the combination of another variant',
      ],
    ],
    [
      'a name that is none',
      [{ name: '', values: SIZES }],
      ['options/0/name invalid: must have 1 to 255 characters'],
    ],
  ])('are refused with %s', (_, options, expected) => {
    expect(faultsOf(() => renamed(options))).toEqual(expected)
  })

  test('of another shape hide no fault of a variant', () => {
    expect(faultsOf(() => renamed([], [{ sku: 'X' }]))).toEqual([
      SHAPE,
      'variants/0/sku invalid: does not name a variant of this product',
    ])
  })
})

test('a patch is checked alone before a product is read', () => {
  expect(readVariantPatch({ variants: [{ sku: 'A', price: 'x' }], version: 1 }).variants).toMatchObject([
    { sku: 'A' },
  ])
  expect(faultsOf(() => readVariantPatch({ variants: [{}] }))).toHaveLength(1)
})
