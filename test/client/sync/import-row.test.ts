import { describe, expect, test } from 'vitest'
import { isRow, rowOf } from '../../../clients/typescript/src/sync/import-row.ts'
import type { Operation } from '../../../clients/typescript/src/sync/syncing.ts'

/** A merge with these fields, whatever they are. */
const merge = (data: object, external_id: unknown = 'tea-1') =>
  ({ op: 'merge', external_id, data }) as unknown as Operation
const isARow = (data: object, external_id?: unknown) => isRow(merge(data, external_id))

const variant = (members: object = {}) => ({ option_values: { Size: 'S' }, price: 1, ...members })
const image = (members: object = {}) => ({ url: 'https://images.example/1.jpg', ...members })

/** Each field with values that an import reads as a body does, and values that it reads otherwise or not at all. */
const FIELDS: [field: string, alike: unknown[], otherwise: unknown[]][] = [
  ['name', ['Tea', '', undefined], [' Tea', 'Tea ', 7, null, true]],
  ['description', ['', ' x\n', null, undefined], [7, true, []]],
  ['price', [0, 1200, -1, undefined], [null, 1.5, '1200', Number.NaN, true]],
  ['compare_at_price', [null, 1], [0.1, '1']],
  ['cost', [null, 1], [0.1, '1']],
  ['category_id', ['tea'], [null, ' tea', 1]],
  ['sku', ['A', null], [' A', 1]],
  ['gtin', ['4006381333931', null], [4006381333931]],
  ['mpn', ['M', null], [1]],
  ['brand', ['B', null], [1]],
  ['condition', ['new', null], [true]],
  ['weight_grams', [5, null], ['5']],
  ['low_stock_at', [5, null], ['5']],
  ['position', [0, null], ['0']],
  ['status', ['active', 'anything'], [true, null]],
  ['is_available', [true, false], ['true', null, 1]],
  ['track_inventory', [true, false], ['true', null]],
  ['allow_backorder', [true, false], ['true', null]],
  ['slug', ['green-tea', 'grün'], ['Green', ' a', null, 1]],
  ['tags', [[], ['a', 'b'], null], ['a|b', [' a'], [1], {}]],
  [
    'images',
    [
      [],
      [image()],
      [image({ alt: 'x', width: 1, height: null })],
      [image(), image({ url: 'https://images.example/2.jpg' })],
      null,
    ],
    [
      'https://images.example/1.jpg',
      ['https://images.example/1.jpg'],
      [image({ url: 'http://images.example/1.jpg' })],
      [image({ url: '/1.jpg' })],
      [image({ url: 'https://' })],
      [image({ url: ' https://images.example/1.jpg' })],
      [image({ alt: ' x' })],
      [image({ width: '1' })],
      [image({ title: 'x' })],
      [image(), image({ alt: 'x' })],
      {},
    ],
  ],
  ['metadata', [{}, { a: '1', b: '' }], [{ a: 1 }, { a: null }, ['a'], null, 'a']],
  [
    'additional_categories',
    [[], [{ id: 'sale' }], [{ id: 'sale', position: 3 }]],
    [
      ['sale'],
      [{ id: 1 }],
      [{ id: 'sale', position: '3' }],
      [{ category: 'Sale' }],
      null,
      [null],
      [['sale']],
    ],
  ],
  ['options', [[{ name: 'Size', values: ['S'] }], [{}]], [[], null, ['Size'], {}, [null], [['Size']]]],
  [
    'variants',
    [
      [variant()],
      [variant({ id: 'x', position: 1, is_enabled: false, image: null })],
      [variant({ image: image() })],
      [variant({ price: undefined })],
      [variant({ quantity: 2, track_inventory: true })],
    ],
    [
      [],
      null,
      {},
      ['S'],
      [null],
      [variant({ price: null })],
      [variant({ colour: 'red' })],
      [variant({ option_values: { Size: 1 } })],
      [variant({ option_values: ['S'] })],
      [variant({ image: image({ url: '/1.jpg' }) })],
      [variant({ quantity: 2 })],
      [variant({ quantity: 2, track_inventory: false })],
      [variant(), variant({ is_enabled: 'no' })],
    ],
  ],
  ['colour', [undefined], ['red', null]],
  ['hasOwnProperty', [], ['price']],
  ['category', [], ['Tea']],
]

describe.each(FIELDS)('an import reads %s', (field, alike, otherwise) => {
  test('as a body does', () => {
    for (const value of alike) expect([value, isARow({ [field]: value })]).toEqual([value, true])
  })

  test('otherwise, and then it is not a row', () => {
    for (const value of otherwise) expect([value, isARow({ [field]: value })]).toEqual([value, false])
  })
})

test('an external id is a text without blanks around it', () => {
  expect(isARow({}, 'tea-1')).toBe(true)
  for (const external_id of [' tea-1', 'tea-1\n', 7, null]) expect(isARow({}, external_id)).toBe(false)
})

test('a product is an object, and one field that is odd is enough', () => {
  expect(isRow({ op: 'merge', external_id: 'a', data: [] } as unknown as Operation)).toBe(false)
  expect(isARow({ name: 'Tea', price: '1' })).toBe(false)
})

test('a quantity makes an import track the stock, so that it needs the word that it does', () => {
  expect(isARow({ quantity: 7 })).toBe(false)
  expect(isARow({ quantity: 7, track_inventory: false })).toBe(false)
  expect(isARow({ quantity: 7, track_inventory: true })).toBe(true)
  expect(isARow({ quantity: undefined })).toBe(true)
})

describe('a row', () => {
  test('has the external id and the fields, and nothing else', () => {
    expect(rowOf(merge({ name: 'Tea', price: 0, tags: ['a'] }))).toEqual({
      external_id: 'tea-1',
      name: 'Tea',
      price: 0,
      tags: ['a'],
    })
    expect(rowOf(merge({}))).toEqual({ external_id: 'tea-1' })
  })

  test('has the value that null means in a merge, and null where that is one', () => {
    const nothing = { description: null, images: null, tags: null, position: null, sku: null, brand: null }
    expect(rowOf(merge(nothing))).toEqual({
      external_id: 'tea-1',
      description: '',
      images: [],
      tags: [],
      position: 0,
      sku: null,
      brand: null,
    })
  })

  test('has pictures without a size where they have none, in variants too', () => {
    const sized = image({ width: 4, height: 3 })
    const row = rowOf(
      merge({
        images: [image(), sized],
        variants: [variant({ image: image({ width: 4 }) }), variant({ image: null }), variant()],
      }),
    )
    expect(row).toEqual({
      external_id: 'tea-1',
      images: [image({ width: null, height: null }), sized],
      variants: [variant({ image: image({ width: 4, height: null }) }), variant({ image: null }), variant()],
    })
  })
})
