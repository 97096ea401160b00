import { expect, test } from 'vitest'
import { inQuery } from '../../../lib/import/option-style.ts'
import { mapFields } from '../../../lib/import/read/field-mapping.ts'
import { columnNotices } from '../../../lib/import/report/notices.ts'

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
] as const)('names are none: %j in %s', (header, format) => {
  expect(noticesOf(header, format).map(({ code }) => code)).not.toContain('warning')
})

test('the columns of an export of Wix are named with the fields that they seem to be meant for', () => {
  const header = ['handleId', 'name', 'productImageUrl', 'collection', 'price', 'visible', 'inventory']
  const [, notice] = noticesOf(header)
  expect(notice?.detail ?? noticesOf(header)[0]?.detail).toBe(
    'ignored columns: "handleId" (to use it: map=external_id="handleId"), "productImageUrl" (to use it: map=images="productImageUrl"), "collection" (to use it: map=category="collection"), "visible" (to use it: map=status="visible"), "inventory" (to use it: map=quantity="inventory")',
  )
})
