import { expect, test } from 'vitest'
import type { StockUse } from '../../../lib/domain/imports/import-words.ts'
import type { Dialect } from '../../../lib/import/catalogue-files/dialects/dialect.ts'
import { inQuery, onCommandLine } from '../../../lib/import/option-style.ts'
import { mapFields } from '../../../lib/import/read/field-mapping.ts'
import { columnNotices, stockNotices } from '../../../lib/import/report/notices.ts'
import { productOf } from '../read/products-of-file.ts'

function noticesOf(header: readonly string[], format: 'csv' | 'jsonl' = 'csv') {
  const columns = new Map(header.map((name) => [name, { hasList: false }]))
  const file = { format, rows: 1, columns }
  return columnNotices(file, mapFields(file), inQuery)
}

test.each([
  [['A-7', 'Cup', '12.50'], '12.50'],
  [['Cup', '€ 5,00', 'Cups'], '€ 5,00'],
  [['Cup', 'https://images.example/a.jpg'], 'https://images.example/a.jpg'],
])('a first row of values is said to be no header: %j', (header, value) => {
  expect(noticesOf(header)).toContainEqual({
    code: 'warning',
    detail: `the first row looks like a product, with "${value}": the first row of a CSV file has the names of its columns`,
  })
})

test.each([
  [['Bezeichnung', 'Preis', 'Feld 1'], 'csv'],
  [['name', '2026', '12.50'], 'csv'],
  [['12.50'], 'jsonl'],
] as const)('a first row of names has no warning: %j in %s', (header, format) => {
  expect(noticesOf(header, format).map(({ code }) => code)).not.toContain('warning')
})

test('the columns of an export of Wix are named with the fields that they seem to be meant for', () => {
  const header = ['handleId', 'name', 'productImageUrl', 'collection', 'price', 'visible', 'inventory']
  const [, notice] = noticesOf(header)
  expect(notice?.detail ?? noticesOf(header)[0]?.detail).toBe(
    'ignored columns: "handleId" (to use it: map=external_id="handleId"), "productImageUrl" (to use it: map=images="productImageUrl"), "collection" (to use it: map=category="collection"), "visible" (to use it: map=status="visible"), "inventory" (to use it: map=quantity="inventory")',
  )
})

test('columns that are nearly called like fields, and those of pictures, are said to be used', () => {
  expect(noticesOf(['SKU', 'name', 'IMAGE1', 'Image URL 2', 'Shelf'])).toEqual([
    {
      code: 'columns_used',
      detail: 'columns used for fields: "SKU" for sku, "IMAGE1", "Image URL 2" for images',
    },
    { code: 'columns_ignored', detail: 'ignored columns: "Shelf"' },
  ])
})

const SHOP: Dialect = {
  used: new Set(['Title']),
  warning: 'this file has no column of quantities',
  placeOf: () => ({ names: [] }),
  productOf: () => productOf({}),
}
const ofShop = { format: 'shopify_csv', dialect: SHOP, rows: 1, columns: new Map() } as const

test('a file of another system is named as one, with the columns that it does not have', () => {
  expect(columnNotices(ofShop, mapFields(ofShop), onCommandLine)).toEqual([
    {
      code: 'format',
      detail: 'recognized as a Shopify export (use --format csv to import every row as its own product)',
    },
    { code: 'warning', detail: 'this file has no column of quantities' },
  ])
})

test('quantities are said to make products tracked, unless the file says what is, or to change nothing', () => {
  const saidOf = (header: readonly string[], stock: StockUse = 'new', set: string[] = []) => {
    const columns = new Map(header.map((name) => [name, { hasList: false }]))
    const file = { format: 'csv', rows: 1, columns } as const
    return stockNotices(file, mapFields(file, { set }), { stock, option: onCommandLine })
  }
  const tracked = {
    code: 'stock_tracked',
    detail:
      'products with a value in "Quantity" are now stock-tracked; use --stock ignore to skip the quantities',
  }
  const ignored = {
    code: 'stock_ignored',
    detail: '--stock ignore changes no stock, and new products are not stock-tracked',
  }
  for (const stock of ['new', 'set'] as const) expect(saidOf(['sku', 'Quantity'], stock)).toEqual([tracked])
  expect(saidOf(['Quantity', 'track_inventory'])).toEqual([])
  expect(saidOf(['Quantity'], 'new', ['track_inventory=no'])).toEqual([])
  expect([saidOf(['sku']), saidOf(['sku'], 'ignore')]).toEqual([[], []])
  expect(saidOf(['Quantity'], 'ignore')).toEqual([ignored])
  const rules = { stock: 'new', option: onCommandLine } as const
  expect(stockNotices(ofShop, mapFields(ofShop), rules)).toEqual([])
  expect(stockNotices(ofShop, mapFields(ofShop), { ...rules, stock: 'ignore' })).toEqual([ignored])
})
