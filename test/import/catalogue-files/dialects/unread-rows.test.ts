import { expect, test } from 'vitest'
import { type Cells, dialectOf } from './rows-of-dialect.ts'

const FILES: [string, Cells][] = [
  ['Shopify', { Handle: 'a', Title: 'Cup', 'Option1 Value': 'S', 'Variant Price': '1' }],
  ['Shopify’s inventory', { Handle: 'a', 'Option1 Value': 'S', SKU: 'A', COO: '', Main: '1' }],
  [
    'WooCommerce',
    {
      Type: 'simple',
      Name: 'Cup',
      Published: '1',
      'Regular price': '1',
      'Attribute 1 name': 'Size',
      'Attribute 1 value(s)': 'S',
    },
  ],
]

test.each(FILES)(
  'a row of %s that could not be read makes a product without a name, and no error',
  (_, cells) => {
    const row = { number: 1, line: 2, values: null, fault: 'has more than 1 MB' }
    const product = dialectOf(cells).productOf([row, { ...row, number: 2, line: 3 }], {
      source: 'x',
      now: '',
    })
    expect(Object(product.values)).not.toHaveProperty('name')
    expect(product).toMatchObject({ number: 1, line: 2 })
  },
)

test.each(FILES)('no product of %s is of no rows', (_, cells) => {
  expect(() => dialectOf(cells).productOf([], { source: 'x', now: '' })).toThrow(
    'a product has at least one row',
  )
})

test.each([
  ['Shopify', 0, 'Variant Price'],
  ['Shopify’s inventory', 1, 'Main'],
  ['WooCommerce', 2, 'Regular price'],
] as const)('an unexpected error is not a fault of a row of %s', (_, file, column) => {
  const [, cells = {}] = FILES[file] ?? []
  const broken = Object.defineProperty({ ...cells }, column, {
    get() {
      throw new TypeError('a bug')
    },
  })
  const row = { number: 1, line: 2, values: broken }
  expect(() => dialectOf(cells).productOf([row], { source: 'x', now: '' })).toThrow(TypeError)
})
