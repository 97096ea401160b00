import { expect, test } from 'vitest'
import { columnsOf } from '../../../lib/catalogue-files/dialects/woocommerce-columns.ts'

/** The columns of a complete export whose titles nobody knows, with further ones behind them. */
function columnsWith(...further: string[]) {
  const header = [...Array.from({ length: 39 }, (_, n) => `column ${'x'.repeat(n)}`), ...further]
  const cells: Record<number, string> = { 0: '1', 1: 'simple', 6: 'visible' }
  const values = Object.fromEntries(header.map((name, n) => [name, cells[n] ?? 'x']))
  return columnsOf(header, { number: 1, line: 2, values })
}

test('columns of attributes are known by their numbers', () => {
  const one = [
    'Eigenschap 12 naam',
    'Eigenschap 12 waarden',
    'Eigenschap 12 zichtbaar',
    'Eigenschap 12 globaal',
  ]
  expect(columnsWith(...one, 'Meta: a 12')?.attributes ?? []).toEqual(columnsWith(...one)?.attributes ?? [])
  expect(columnsWith(...one)?.attributes).toEqual([{ name: one[0], values: one[1] }])
})

test.each([`${'1'.repeat(400_000)}:`, `${'1'.repeat(400_000)}x1x`])(
  'the title of a column with many digits is read in linear time',
  (title) => {
    expect(columnsWith(title, title)?.attributes ?? []).toEqual([])
  },
)
