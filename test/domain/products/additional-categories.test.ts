import * as v from 'valibot'
import { expect, test } from 'vitest'
import { additionalCategories, idsOf } from '../../../lib/domain/products/additional-categories.ts'
import { newProduct } from '../../../lib/domain/products/product.ts'

const faults = (schema: v.GenericSchema, value: unknown) =>
  (v.safeParse(schema, value).issues ?? []).map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
const faultsOfProduct = (all: unknown, more: object = {}) =>
  faults(newProduct, { name: 'Tea', price: 1, category_id: 'tea', additional_categories: all, ...more })
const places = (...ids: unknown[]) => ids.map((id) => ({ id }))

test.each<[string, unknown, string[]]>([
  ['none', [], []],
  ['three', places('a', 'b', 'c'), []],
  ['a position', [{ id: 'a', position: 0 }], []],
  ['four', places('a', 'b', 'c', 'd'), ['null: must have at most 3 additional categories']],
  ['one twice, of which the second is named', places('a', 'b', 'a'), ['2: repeats a category']],
  [
    'a position below none',
    [{ id: 'a', position: -1 }],
    ['0.position: must be an integer from 0 to 1000000000'],
  ],
])('the additional categories of a product are %s', (_, all, expected) => {
  expect(faults(additionalCategories, all)).toEqual(expected)
})

test('no additional category is that of the product', () => {
  const IS_OWN = 'is already the category of the product'
  expect(faultsOfProduct(places('new-tea'))).toEqual([])
  expect(faultsOfProduct(places('green', 'tea'))).toEqual([`additional_categories.1.id: ${IS_OWN}`])
  // Judged also where others are wrong, and whatever stands there.
  expect(faultsOfProduct([null, { id: 'tea' }])).toEqual(
    expect.arrayContaining([`additional_categories.1.id: ${IS_OWN}`]),
  )
  expect(faultsOfProduct('tea')).toEqual(['additional_categories: must be an array'])
  expect(faultsOfProduct([{}], { category_id: undefined })).not.toContainEqual(
    expect.stringContaining(IS_OWN),
  )
})

test('their ids are in the order of the product', () => {
  expect(idsOf({ additional_categories: [{ id: 'b', position: 1 }, { id: 'a' }] })).toEqual(['b', 'a'])
})
