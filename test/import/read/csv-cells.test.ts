import { describe, expect, test } from 'vitest'
import type { Dialect } from '../../../lib/import/catalogue-files/dialects/dialect.ts'
import { MAX_CELL_TEXT } from '../../../lib/import/catalogue-files/read/csv-rows.ts'
import type { SourceRow } from '../../../lib/import/catalogue-files/read/source-row.ts'
import { csvColumnsOf, MAX_CELL_OF_FIELD, withShortCells } from '../../../lib/import/read/csv-cells.ts'
import { groupingOf } from '../../../lib/import/read/field-mapping.ts'
import { groupedRows } from '../../../lib/import/read/grouped-rows.ts'

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

test('a row that is not an object stays as it is', () => {
  const row = { ...rowOf(null), fault: 'has more cells than the header' }
  expect(withShortCells(row, csvColumnsOf(['name'], {}, {}))).toBe(row)
})

test('a price that --set replaces is read though another column is mapped to the field', () => {
  const { ignored } = csvColumnsOf(['name', 'price', 'other'], {}, { map: ['price=other'], set: ['price=1'] })
  expect([...ignored]).toStrictEqual([])
})

test("mapped columns have the dialect's limits of descriptions and pictures", () => {
  const said = { map: ['description=Text', 'images=More'] }
  const header = ['Title', 'Body', 'Pictures', 'Text', 'More', 'Size']
  const { descriptions, long, ignored } = csvColumnsOf(header, { dialect }, said)
  expect([[...descriptions], [...long], [...ignored]]).toStrictEqual([
    ['Body', 'Text'],
    ['Pictures', 'More'],
    ['Size'],
  ])
})

describe('the cells of a CSV file', () => {
  const bytes = (count: number) => 'x'.repeat(count)
  const columns = csvColumnsOf(['name', 'description', 'images', 'variants', 'Shelf'], {}, {})
  const faultOf = (values: Record<string, string>, cut?: string[]) =>
    withShortCells({ ...rowOf(values), ...(cut && { cut }) }, columns).fault

  test('are of columns that are read, or that can hold lists, or in which prices are looked for', () => {
    expect(columns).toStrictEqual({
      ignored: new Set(['Shelf']),
      descriptions: new Set(['description']),
      long: new Set(['images', 'variants']),
    })
    const own = csvColumnsOf(['Title', 'price', 'Variants'], { dialect }, {})
    expect([[...own.ignored], [...own.long]]).toStrictEqual([['price', 'Variants'], ['Pictures']])
    const { long: _, ...short } = dialect
    expect(csvColumnsOf(['Title'], { dialect: short }, {})).toStrictEqual({
      ignored: new Set(),
      descriptions: new Set(),
      long: new Set(),
    })
  })

  test('are those of columns that rows of variants use', () => {
    const said = { groupBy: 'style', map: ['option:Size=size'] }
    const header = ['style', 'size', 'description', 'image 1', 'Shelf']
    const grouping = groupingOf(new Map(header.map((name) => [name, { hasList: false }])), said)
    const known = csvColumnsOf(header, { ...(grouping && { dialect: groupedRows(grouping) }) }, said)
    expect(known).toStrictEqual({
      ignored: new Set(['Shelf']),
      descriptions: new Set(['description']),
      long: new Set(['image 1']),
    })
  })

  test('must have names of their own, as far as they are read', () => {
    const repeated = new Set(['name'])
    expect(() => csvColumnsOf(['name', 'price'], { repeated }, {})).toThrow('there are two columns "name"')
    expect(() => csvColumnsOf(['Shelf'], { repeated }, {})).not.toThrow()
  })

  test.each([
    ['name', MAX_CELL_OF_FIELD, '100 KB'],
    ['images', MAX_CELL_TEXT, '1 MB'],
    ['variants', MAX_CELL_TEXT, '1 MB'],
  ])('of %s have at most %i characters', (column, most, size) => {
    expect(faultOf({ [column]: bytes(most) })).toBeUndefined()
    const fault = `has more than ${size} in the cell of "${column}"`
    expect(faultOf({ [column]: bytes(most + 1) })).toBe(fault)
    expect(faultOf({ [column]: bytes(most) }, [column])).toBe(fault)
    expect(faultOf({ [column]: bytes(most) }, ['Shelf'])).toBeUndefined()
  })

  test('of a description have a beginning, which a note says, and ignored ones are as long as they are', () => {
    const row = {
      ...rowOf({ description: bytes(MAX_CELL_TEXT), Shelf: bytes(MAX_CELL_TEXT) }),
      cut: ['Shelf', 'description'],
    }
    const { cut: _, ...rest } = row
    expect(withShortCells(row, columns)).toStrictEqual({
      ...rest,
      notes: [
        { loss: 'description', detail: '"description" has more than 1 MB, of which the beginning is read' },
      ],
    })
    expect(withShortCells({ ...rowOf({ name: 'Cup' }), cut: ['Shelf'] }, columns)).toStrictEqual(
      rowOf({ name: 'Cup' }),
    )
  })

  test('of a short row are counted as they were, unless one of them is too long', () => {
    const row = { ...rowOf({ name: 'Cup' }), cells: 3, fault: 'has 3 cells' }
    expect(withShortCells(row, columns)).toStrictEqual(row)
    const long = withShortCells({ ...row, values: { name: LONG } }, columns)
    expect(long).toStrictEqual({ ...rowOf({}), fault: 'has more than 100 KB in the cell of "name"' })
  })
})
