import { expect, test } from 'vitest'
import { patchVariants } from '../../../lib/domain/products/patch-variants.ts'
import { replaceVariants } from '../../../lib/domain/products/replace-variants.ts'
import { faultsOf, numbered, shirt, SIZES as VALUES } from './stored-product.ts'

const SIZES = { name: 'Size', values: VALUES }
const COLOURS = { name: 'Colour', values: ['Red', 'Blue'] }

const one = (Size: string, more: object = {}) => ({ option_values: { Size }, price: 1, ...more })
const sized = (...variants: object[]) => ({ options: [SIZES], variants })

/** The breaks of rules, each as its pointer and code. */
const placesOf = (judging: () => unknown) => faultsOf(judging).map((fault) => `/${fault.split(':')[0]}`)

test.each<[string, object, string[]]>([
  ['no variant', { options: [], variants: [] }, ['/variants invalid']],
  ['101 variants', numbered(101), ['/variants invalid']],
  [
    '4 options',
    { options: ['A', 'B', 'C', 'D'].map((name) => ({ name, values: ['x'] })), variants: [one('S')] },
    ['/options invalid'],
  ],
  [
    'two variants without options',
    { options: [], variants: [{ price: 1 }, { price: 2 }] },
    ['/variants invalid'],
  ],
  ['equal combinations', sized(one('S'), one('M'), one('S')), ['/variants/2/option_values invalid']],
  ['a missing option', sized(one('S'), { price: 1 }), ['/variants/1/option_values/Size required']],
  [
    'an option that is not one',
    sized(one('S'), { option_values: { Size: 'M', Cut: 'slim' }, price: 1 }),
    ['/variants/1/option_values/Cut unknown_field'],
  ],
  ['a value that is not one', sized(one('S'), one('XXL')), ['/variants/1/option_values/Size invalid']],
  [
    '101 values',
    { options: [{ name: 'N', values: Array.from({ length: 101 }, String) }], variants: [one('1')] },
    ['/options/0/values invalid'],
  ],
  ['two options of one name', { options: [SIZES, SIZES], variants: [one('S')] }, ['/options/1/name invalid']],
  [
    'one value twice',
    { options: [{ name: 'Size', values: ['S', ' S'] }], variants: [one('S')] },
    ['/options/0/values/1 invalid'],
  ],
  [
    'values and options that look alike',
    {
      options: [
        { name: 'Size', values: ['S', 's', 'Ｓ', 'S\u200b', 'M'] },
        { name: 'SIZE', values: ['x'] },
      ],
      variants: [one('S', { option_values: { Size: 'S', SIZE: 'x' } })],
    },
    ['/options/1/name invalid', ...[1, 2, 3].map((n) => `/options/0/values/${n} invalid`)],
  ],
  [
    'texts that nobody sees',
    {
      options: [{ name: '\u200b', values: ['\u2800', '\u3164\ufe0f', ' \u2003'] }],
      variants: [{ price: 1 }],
    },
    ['/options/0/name invalid', ...[0, 1, 2].map((n) => `/options/0/values/${n} invalid`)],
  ],
  [
    'one option twice in the values of a variant',
    {
      options: [{ name: 'Gr\u00f6ße', values: ['S'] }],
      variants: [one('S', { option_values: { 'Gr\u00f6ße': 'S', 'Gro\u0308ße': 'S' } })],
    },
    ['/variants/0/option_values/Gro\u0308ße invalid'],
  ],
  ['one SKU twice', sized(one('S', { sku: 'X' }), one('M', { sku: 'X ' })), ['/variants/1/sku invalid']],
  [
    'a price above the earlier one',
    sized(one('S', { compare_at_price: 0 })),
    ['/variants/0/compare_at_price invalid'],
  ],
  ['an unknown member', sized(one('S', { stock: 4 })), ['/variants/0/stock unknown_field']],
  [
    'a quantity of one that exists',
    sized(one('S', { quantity: 4, track_inventory: true })),
    ['/variants/0/quantity read_only'],
  ],
  ['no price', sized({ option_values: { Size: 'S' } }), ['/variants/0/price required']],
  [
    'an option called __proto__',
    { options: [{ name: '__proto__', values: ['x'] }], variants: [one('S')] },
    ['/options/0/name invalid'],
  ],
  [
    'a product of no options with a picture of its variant',
    {
      options: [],
      variants: [{ price: 1, image: { url: 'https://images.example/a.jpg' }, is_enabled: false }],
    },
    ['/variants/0/image invalid', '/variants/0/is_enabled invalid'],
  ],
  [
    'a position without options',
    { options: [], variants: [{ price: 1, position: 3 }] },
    ['/variants/0/position invalid'],
  ],
])('a replacement with %s is refused', (_, body, places) => {
  expect(placesOf(() => replaceVariants(shirt(), { ...body }))).toEqual(places)
})

test.each<[string, (ids: string[]) => object, string[]]>([
  ['a variant without a name', () => ({ variants: [{ price: 1 }] }), ['/variants/0 invalid']],
  ['an unknown SKU', () => ({ variants: [{ sku: 'NONE', price: 1 }] }), ['/variants/0/sku invalid']],
  [
    'one variant twice',
    ([id]) => ({
      variants: [
        { sku: 'SHIRT-S', price: 1 },
        { id, price: 2 },
      ],
    }),
    ['/variants/1/id invalid'],
  ],
  [
    'the combination of another one',
    () => ({ variants: [{ sku: 'SHIRT-S', option_values: { Size: 'L' } }] }),
    ['/variants/0/option_values invalid'],
  ],
  ['the SKU of another one', ([id]) => ({ variants: [{ id, sku: 'SHIRT-L' }] }), ['/variants/0/sku invalid']],
  [
    'null for what must be there',
    ([id]) => ({ variants: [{ id, price: null, is_available: null, nonsense: null }] }),
    ['/variants/0/is_available required', '/variants/0/nonsense unknown_field', '/variants/0/price required'],
  ],
  ['a quantity', ([id]) => ({ variants: [{ id, quantity: 4 }] }), ['/variants/0/quantity read_only']],
  [
    '101 patches',
    ([id]) => ({ variants: Array.from({ length: 101 }, () => ({ id, price: 1 })) }),
    ['/variants invalid'],
  ],
  [
    'another time and version',
    () => ({ version: 7, created_at: '2020-01-01T00:00:00.000Z', variants: [] }),
    ['/created_at read_only', '/version read_only'],
  ],
  [
    'everything at once',
    ([id]) => ({ options: [COLOURS], variants: [{ id, price: -1 }, { sku: 'NONE' }] }),
    ['/options invalid', '/variants/0/price invalid', '/variants/1/sku invalid'],
  ],
])('a patch with %s is refused', (_, body, places) => {
  const ids = shirt().set.variants.map(({ id }) => id)
  expect(placesOf(() => patchVariants(shirt(), { ...body(ids) })).sort()).toEqual(places)
})
