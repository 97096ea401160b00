import { expect, test } from 'vitest'
import { readText, textOfValue, tidyText } from '../../clients/console/src/rules/cell-text.ts'
import { COLUMNS, columnNamed, columnOf, columnsFor } from '../../clients/console/src/rules/columns.ts'
import { euros } from './table.ts'

const price = columnOf('price')
const yen = { ...euros, currency: 'JPY', decimals: 0 }
const dinars = { ...euros, currency: 'KWD', decimals: 3 }

test.each([
  ['12', 1200],
  ['12.5', 1250],
  ['12,5', 1250],
  ['12.50', 1250],
  ['0', 0],
  ['1 234.50', 123450],
  ['1\u00a0234', 123400],
])('%s is an amount', (text, value) => {
  expect(readText(text, price, euros)).toEqual({ value })
})

test.each([
  '1,234',
  '1.234',
  '1,234.50',
  '12.',
  '.5',
  '-1',
  '+1',
  '12 50',
  '€12',
  '1e3',
  '',
  'x',
  '99999999999999',
])('“%s” is refused as an amount with two decimals, never guessed', (text) => {
  expect(readText(text, price, euros)).toEqual({ fault: expect.stringContaining(text) })
})

test('the decimals are those of the currency', () => {
  expect(readText('1234', price, yen)).toEqual({ value: 1234 })
  expect(readText('12.5', price, yen)).toHaveProperty('fault', '“12.5” is not an amount such as 1250.')
  expect(readText('1.234', price, dinars)).toEqual({ value: 1234 })
  expect(readText('1,234', price, dinars)).toHaveProperty('fault')
  expect([textOfValue(5, price, euros), textOfValue(5, price, yen), textOfValue(5, price, dinars)]).toEqual([
    '0.05',
    '5',
    '0.005',
  ])
})

test('every amount is read back as it is shown', () => {
  for (const shop of [euros, yen, dinars])
    for (const amount of [0, 1, 9, 10, 99, 100, 1234567, 10 ** 12])
      expect(readText(textOfValue(amount, price, shop), price, shop)).toEqual({ value: amount })
})

test('an earlier price and a SKU can be empty, a price and a name cannot', () => {
  expect(readText('', columnOf('compare_at_price'), euros)).toEqual({ value: null })
  expect(readText('', columnOf('sku'), euros)).toEqual({ value: null })
  for (const name of ['price', 'name', 'status', 'stock', 'category_id'] as const)
    expect(readText('', columnOf(name), euros), name).toHaveProperty('fault')
})

test('a quantity is a whole number, and with a sign a change', () => {
  const stock = columnOf('stock')
  expect(readText('12', stock, euros)).toEqual({ value: 12 })
  expect(readText('+3', stock, euros)).toEqual({ value: '+3' })
  expect(readText('-3', stock, euros)).toEqual({ value: '-3' })
  for (const text of ['1.5', '+0', '-0', '--1', '12 ', '9'.repeat(12)])
    expect(readText(text, stock, euros), text).toHaveProperty('fault')
})

test('a status is one of three, in any case', () => {
  expect(readText('Active', columnOf('status'), euros)).toEqual({ value: 'active' })
  expect(readText('sold', columnOf('status'), euros)).toHaveProperty('fault')
})

test('a category is shown and read by its name, and by its id where two have the name', () => {
  const category = columnOf('category_id')
  expect(textOfValue('tea', category, euros)).toBe('Tea')
  expect(textOfValue('cups', category, euros)).toBe('cups')
  expect(readText('tea', category, euros)).toEqual({ value: 'tea' })
  expect(readText('TEA', category, euros)).toEqual({ value: 'tea' })
  expect(readText('Cups', category, euros)).toHaveProperty('fault', expect.stringContaining('use an id'))
  expect(readText('Coffee', category, euros)).toHaveProperty('fault', 'No category is called “Coffee”.')
})

test('a text is tidied as the table shows it, unless it cannot be read', () => {
  expect(tidyText('12,5', price, euros)).toBe('12.50')
  expect(tidyText('1,234', price, euros)).toBe('1,234')
  expect(tidyText('+3', columnOf('stock'), euros)).toBe('+3')
})

test('a key sees the columns of its scopes', () => {
  const namesFor = (...scopes: string[]) => columnsFor(scopes).map(({ name }) => name)
  expect(namesFor('products:read')).toEqual(
    COLUMNS.map(({ name }) => name).filter((name) => name !== 'stock'),
  )
  expect(namesFor('products:read', 'inventory:write')).toContain('stock')
  expect(namesFor()).toEqual([])
})

test.each([
  ['Compare at', 'compare_at_price'],
  ['compare_at_price', 'compare_at_price'],
  [' sku ', 'sku'],
  ['category', 'category_id'],
  ['PRICE', 'price'],
])('“%s” is the title of a column', (text, name) => {
  expect(columnNamed(text)?.name).toBe(name)
})
