/** The faults of a body with variants: all of them are told at once, each in its place, and none that another one causes. */
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/domain/body/json-object.ts'
import { withoutMark, withUnknown } from '../../../lib/domain/newer-members.ts'
import { patchVariants } from '../../../lib/domain/products/patch-variants.ts'
import { mergeWhole, newWholeProduct, replaceWhole } from '../../../lib/domain/products/product-body.ts'
import { replaceVariants } from '../../../lib/domain/products/replace-variants.ts'
import { keepingUnknown } from '../../../lib/domain/products/variant-set.ts'
import { faultsOf, shirt, storedProduct } from './stored-product.ts'

const NAMED = { name: 'Shirt', category_id: 'tea' }
const OPTIONS = [{ name: 'Size', values: ['S', 'M', 'L'] }]
const size = (Size: string, more: JsonObject = {}): JsonObject => ({
  option_values: { Size },
  price: 5,
  ...more,
})
const SIZES = [size('S'), size('M'), size('L')]

describe('a new product', () => {
  const faults = (body: JsonObject) => faultsOf(() => newWholeProduct({ ...NAMED, ...body }))

  test('without options has one variant, which has no values', () => {
    expect(faults({ variants: [{ option_values: {}, price: 1 }] })).toEqual([])
    expect(
      faults({
        variants: [
          { option_values: {}, price: 1 },
          { option_values: {}, price: 2 },
        ],
      }),
    ).toEqual(['variants invalid: must have one variant, because there are no options'])
    expect(faults({ variants: [size('S')] })).toEqual([
      'variants/0/option_values/Size unknown_field: is not an option of the product',
    ])
  })

  test('that has neither a variant nor an option says nothing of its quantity', () => {
    expect(faults({ options: [], quantity: 3 })).toEqual(['variants required: is required'])
    expect(faults({ options: OPTIONS, quantity: 3 })).toEqual([
      'variants required: is required',
      'quantity invalid: belongs to each variant: send it in variants',
    ])
  })
})

test('a field that the variants decide is refused together with another wrong one', () => {
  for (const write of [replaceWhole, mergeWhole])
    expect(
      faultsOf(() =>
        write(shirt(), { ...NAMED, name: '', price: 77, options: OPTIONS, variants: SIZES }),
      ).map((fault) => fault.split(' ')[0]),
    ).toEqual(expect.arrayContaining(['name', 'price']))
})

test('a quantity of null changes nothing in a patch with variants, and is not a number in a whole body', () => {
  const none = { ...NAMED, quantity: null, variants: SIZES }
  expect(faultsOf(() => mergeWhole(shirt(), none))).toEqual([])
  expect(faultsOf(() => replaceWhole(shirt(), none))).toEqual(['quantity invalid: must be a number'])
})

describe('a new set of variants', () => {
  const faults = (body: JsonObject) => faultsOf(() => replaceVariants(shirt(), body))

  test('names two options of one name in their place, in addition to its variants', () => {
    const options = [...OPTIONS, { name: 'SIZE', values: ['1'] }]
    expect(
      faults({
        options,
        variants: SIZES.map((one) => ({ ...one, option_values: { Size: 'S', SIZE: '1' } })),
      }),
    ).toContain('options/1/name invalid: is the name of another option')
  })

  test('that is not a list is refused', () => {
    expect(faults({ variants: 'S' })).toEqual(['variants invalid: must be an array'])
  })

  test('has the id of its product in variants alone', () => {
    const { product } = shirt()
    expect(faults({ variants: SIZES.map((one) => ({ ...one, product_id: product.id })) })).toEqual([])
    expect(faults({ options: [{ ...OPTIONS[0], product_id: product.id }], variants: SIZES })).toEqual([
      'options/0/product_id unknown_field: is not a known field',
    ])
  })

  test('has no option whose name no object can have', () => {
    const options = [{ name: '__proto__', values: ['S'] }]
    expect(faults({ options, variants: SIZES })).toEqual([
      'options/0/name invalid: must not have the name __proto__',
    ])
  })
})

describe('patches of variants', () => {
  const faults = (body: JsonObject) => faultsOf(() => patchVariants(shirt(), body))

  test('are not compared with others if two of them cannot be read, as these could change the others', () => {
    const variants = [
      { id: 7, price: 1 },
      { sku: 'NONE', price: 1 },
      { sku: 'SHIRT-M', option_values: { Size: 'L' } },
    ]
    expect(faults({ variants })).toEqual([
      'variants/0/id invalid: must be a string',
      'variants/1/sku invalid: does not name a variant of this product',
    ])
  })

  test('are not checked by new names of options that do not fit the product', () => {
    const options = [{ name: 'Colour', values: ['red'] }]
    const found = faults({ options, variants: [{ sku: 'SHIRT-S', option_values: { Colour: 'red' } }] })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(/^options /)
  })

  test('are to blame for a conflict with a variant that no patch names, in their own place', () => {
    const variants = [
      { sku: 'SHIRT-S', price: 6 },
      { sku: 'SHIRT-M', option_values: { Size: 'L' } },
    ]
    expect(faults({ variants })).toEqual([
      'variants/1/option_values invalid: is the combination of another variant',
    ])
  })

  test('cannot take the values of a variant away, and have to name one', () => {
    for (const option_values of [null, 7])
      expect(faults({ variants: [{ sku: 'SHIRT-S', option_values }] })).toEqual([
        'variants/0/option_values invalid: must be an object',
      ])
    expect(faults({ variants: [{ price: 1 }] })).toEqual([
      'variants/0 invalid: must have an id, a SKU or option_values',
    ])
  })
})

describe('members that another version has stored', () => {
  test('stay, of the product and of its variants, if both are built again', () => {
    const { product, set } = shirt()
    const before = {
      product: withUnknown(product, { ...product, colour: 'red' }),
      set: {
        ...set,
        variants: set.variants.map((one) => withUnknown(one, { ...one, weight: one.position })),
      },
    }
    const after = keepingUnknown(before, shirt())
    expect(withoutMark(after.product)).toEqual({ ...product, colour: 'red' })
    expect(withoutMark(after.set).variants).toEqual(
      set.variants.map((one) => ({ ...one, weight: one.position })),
    )
  })
})

test('a product moves into a category that was an additional one', () => {
  const mug = storedProduct({
    ...NAMED,
    price: 1,
    additional_categories: [{ id: 'sale', position: 1 }, { id: 'gifts' }],
  })
  const placesOf = (body: JsonObject) =>
    mergeWhole(mug, body).product.additional_categories.map(({ id }) => id)
  expect(placesOf({ category_id: 'sale' })).toEqual(['gifts'])
  expect(placesOf({ category_id: 'pots' })).toEqual(['sale', 'gifts'])
  expect(placesOf({ category_id: 'sale', additional_categories: [{ id: 'tea' }] })).toEqual(['tea'])
  expect(
    faultsOf(() => mergeWhole(mug, { category_id: 'sale', additional_categories: [{ id: 'sale' }] })),
  ).toEqual(['additional_categories/0/id invalid: is already the category of the product'])
})
