import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { UNSET } from '../../../lib/domain/products/fields.ts'
import { isPublic, newProduct } from '../../../lib/domain/products/product.ts'
import { faultyPaths } from '../../support/faults-of.ts'

const least = { name: 'Sencha', price: 1250, category_id: 'tea' }
const parse = (input: object) => v.parse(newProduct, { ...least, ...input })
/** Takes the values in a field, and refuses the others with a pointer to it. */
function expectField(field: string, { taken, refused }: { taken: unknown[]; refused: unknown[] }) {
  for (const value of taken)
    expect([value, faultyPaths(newProduct, { ...least, [field]: value })]).toEqual([value, []])
  for (const value of refused) {
    const paths = faultyPaths(newProduct, { ...least, [field]: value })
    expect([value, paths.map((path) => path.split('.')[0])]).toEqual([value, [field]])
  }
}

const TEA = '\u{1F375}'

test('the least that can be said of a product is completed with defaults', () => {
  expect(parse({})).toEqual({
    ...least,
    description: '',
    is_available: true,
    compare_at_price: null,
    images: [],
    tags: [],
    position: 0,
    status: 'draft',
    sku: null,
    external_id: null,
    cost: null,
    metadata: {},
    additional_categories: [],
    track_inventory: false,
    allow_backorder: false,
    low_stock_at: null,
    ...UNSET,
  })
})

test.each(['name', 'price', 'category_id'])('%s cannot be left out', (field) => {
  expect(faultyPaths(newProduct, { ...least, [field]: undefined })).toEqual([field])
  const { [field as keyof typeof least]: _, ...rest } = least
  expect(faultyPaths(newProduct, rest)).toEqual([field])
})

test('a product is public exactly when it is active', () => {
  expect(isPublic({ status: 'active' })).toBe(true)
  expect(isPublic({ status: 'draft' })).toBe(false)
  expect(isPublic({ status: 'archived' })).toBe(false)
})

/** Lengths count code points: an emoji is one, though JavaScript says two. */
const TEXTS = [
  { field: 'name', min: 1, max: 200 },
  { field: 'description', min: 0, max: 5000 },
  { field: 'sku', min: 1, max: 255 },
]

describe.each(TEXTS)('$field', ({ field, min, max }) => {
  test(`has ${min} to ${max} characters`, () => {
    expectField(field, {
      taken: ['x'.repeat(min), 'x'.repeat(max), TEA.repeat(max), '<b>&amp;', 'x\u00ad\u2028\u007f'],
      refused: ['x'.repeat(max + 1), TEA.repeat(max + 1), ...(min ? [''] : []), 1, true, {}, ['x']],
    })
  })

  test('has no control characters and no broken Unicode', () => {
    const controls = Array.from({ length: 32 }, (_, code) => code).filter((code) => code !== 9 && code !== 10)
    expectField(field, {
      taken: [],
      refused: [...controls.map((code) => `a${String.fromCharCode(code)}b`), 'a\ud83cb', '\udf75', 'a\ud83c'],
    })
  })
})

test.each(['name', 'sku'])('%s is trimmed, and blank is empty', (field) => {
  expect(parse({ [field]: ' \u00a0 a b\n\t' })).toMatchObject({ [field]: 'a b' })
  expect(parse({ [field]: ` ${'x'.repeat(64)} ` })).toMatchObject({ [field]: 'x'.repeat(64) })
  expectField(field, { taken: [], refused: [' ', '\n', '\u3000', '\ufeff'] })
})

test('a description is kept as it was sent', () => {
  expect(parse({ description: ' a \n' }).description).toBe(' a \n')
})

/** As a body says it, so that what JSON makes of it is part of the test. */
const AMOUNTS: [json: string, amount: number | null][] = [
  ['0', 0],
  ['-0', 0],
  ['1', 1],
  ['10.0', 10],
  ['1e3', 1000],
  ['999999999999', 999_999_999_999],
  ['1000000000000', 1e12],
  ['1000000000001', null],
  ['-1', null],
  ['0.5', null],
  ['1e-7', null],
  ['1e21', null],
  ['1e400', null],
  ['-1e400', null],
  ['9007199254740993', null],
  ['"10"', null],
  ['""', null],
  ['true', null],
  ['[1]', null],
  ['{}', null],
]

describe.each(['price', 'cost', 'compare_at_price'])('%s', (field) => {
  test.each(AMOUNTS)('%s is %s', (json, amount) => {
    const input = { ...least, price: 0, [field]: JSON.parse(json) }
    if (amount === null) return expect(faultyPaths(newProduct, input)).toEqual([field])
    return expect(Object.is(v.parse(newProduct, input)[field as 'price'], amount)).toBe(true)
  })

  test('is never NaN', () => {
    expect(faultyPaths(newProduct, { ...least, [field]: Number.NaN })).toEqual([field])
  })
})

test('null is a value of what can be absent, and of nothing else', () => {
  for (const field of ['compare_at_price', 'sku', 'external_id', 'cost'])
    expect(parse({ [field]: null })).toMatchObject({ [field]: null })
  const others = 'name description price is_available category_id slug images tags position status metadata'
  for (const field of others.split(' ')) expectField(field, { taken: [], refused: [null] })
})

test('a compare-at price is not below the price', () => {
  expect(faultyPaths(newProduct, { ...least, compare_at_price: 1249 })).toEqual(['compare_at_price'])
  expect(faultyPaths(newProduct, { ...least, compare_at_price: 1250 })).toEqual([])
  expect(faultyPaths(newProduct, { ...least, compare_at_price: 1e12 })).toEqual([])
})

test('position is an integer from 0 to 10^9', () => {
  expectField('position', { taken: [0, 1e9], refused: [-1, 1e9 + 1, 0.5, '1', Number.POSITIVE_INFINITY] })
})

test('is_available is true or false', () => {
  expectField('is_available', { taken: [true, false], refused: [0, 1, 'true', ''] })
})

test('status is one of three words', () => {
  expectField('status', { taken: ['draft', 'active', 'archived'], refused: ['Active', 'deleted', '', 1] })
})

test('external_id is 1 to 128 of the characters that need no escaping in a path', () => {
  expectField('external_id', {
    taken: ['a', 'A.b_c:d~e-9', 'x'.repeat(128)],
    refused: ['', 'x'.repeat(129), 'a b', 'a/b', 'a#b', 'a%', 'é', 'a\n', 1],
  })
})

test('slug and category_id are slugs', () => {
  for (const [field, longest] of [
    ['slug', 255],
    ['category_id', 63],
  ] as const)
    expectField(field, {
      taken: ['a', 'x'.repeat(longest)],
      refused: ['', 'A', 'x'.repeat(longest + 1), 'bulk', '01900000-0000-7000-8000-000000000000', 1],
    })
})

test('there are at most 20 tags of 1 to 50 characters, trimmed', () => {
  expect(parse({ tags: [' green '] }).tags).toEqual(['green'])
  const tags = Array.from({ length: 21 }, (_, n) => `t${n}`)
  expectField('tags', {
    taken: [[], tags.slice(0, 20), ['x'.repeat(50)], [TEA.repeat(50)]],
    refused: [tags, [''], [' '], ['x'.repeat(51)], [1], [null], 'green', {}, ['a\u0000']],
  })
  expect(faultyPaths(newProduct, { ...least, tags: ['ok', 'ok', ''] })).toEqual(['tags.2'])
})

test('a value that is not a product is refused', () => {
  for (const input of [null, undefined, 'x', 1, [], () => {}]) expect(v.is(newProduct, input)).toBe(false)
})

test.each([
  'id',
  'currency',
  'version',
  'created_at',
  'updated_at',
  'pk',
  'Name',
  'toString',
  'constructor',
  '__proto__',
])('the unknown or read-only field %s is refused by its name', (field) => {
  const input = JSON.parse(JSON.stringify(least).replace('{', `{"${field}": "x",`))
  expect(faultyPaths(newProduct, input)).toEqual([field])
})
