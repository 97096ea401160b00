import { expect, test } from 'vitest'
import type { Dialect } from '../../../lib/catalogue-files/dialects/dialect.ts'
import type { SourceRow } from '../../../lib/catalogue-files/read/source-row.ts'
import { csvColumnsOf, MAX_CELL_OF_FIELD, withShortCells } from '../../../lib/import/read/csv-cells.ts'

const LONG = 'x'.repeat(MAX_CELL_OF_FIELD + 1)

const rowOf = (values: SourceRow['values']): SourceRow => ({ number: 1, line: 2, values })

const dialect: Dialect = {
  used: new Set(['Title', 'Body', 'Pictures']),
  long: { descriptions: ['Body'], pictures: ['Pictures'] },
  placeOf: () => ({ names: [] }),
  productOf: () => ({ ...rowOf({}), notes: [] }),
}

test('a row with a cell that is too long has a fault, and no longer the cell', () => {
  const columns = csvColumnsOf(['name', 'brand'], {}, {})
  const row = withShortCells(rowOf({ name: 'Cup', brand: LONG }), columns)
  expect(row).toMatchObject({ values: { name: 'Cup' }, fault: 'has more than 100 KB in the cell of "brand"' })
  expect(row.values).not.toHaveProperty('brand')
})

test('a row that is none stays as it is', () => {
  const row = { ...rowOf(null), fault: 'has more cells than the header' }
  expect(withShortCells(row, csvColumnsOf(['name'], {}, {}))).toBe(row)
})

test('a price that --set replaces is read though another column is mapped to the field', () => {
  const { ignored } = csvColumnsOf(['name', 'price', 'other'], {}, { map: ['price=other'], set: ['price=1'] })
  expect([...ignored]).toEqual([])
})

test('columns that are mapped beside a dialect have its limits of descriptions and pictures', () => {
  const said = { map: ['description=Text', 'images=More'] }
  const header = ['Title', 'Body', 'Pictures', 'Text', 'More', 'Size']
  const { descriptions, long, ignored } = csvColumnsOf(header, { dialect }, said)
  expect([[...descriptions], [...long], [...ignored]]).toEqual([
    ['Body', 'Text'],
    ['Pictures', 'More'],
    ['Size'],
  ])
})
