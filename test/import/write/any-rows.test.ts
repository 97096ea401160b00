import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { InvalidFields } from '../../../lib/domain/body/rule-breaks.ts'
import type { WholeProduct } from '../../../lib/domain/products/variant-set.ts'
import { FIELD_READERS } from '../../../lib/import/read/field-readers.ts'
import { type PlannedRow, RowRefused } from '../../../lib/import/row.ts'
import { priceNotes } from '../../../lib/import/without-price.ts'
import { lossesOf } from '../../../lib/import/write/losses.ts'
import { mergeRow } from '../../../lib/import/write/merge-row.ts'
import { shirt } from '../../domain/products/stored-product.ts'
import { plannedRows } from '../read/planned-rows.ts'
import { newOf, rowOf, wholeOf } from './whole-of-row.ts'

const ROWS = 200

/** Something that a cell or a member can hold, rarely what belongs there. */
const anything = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('', ' ', '0', '-1', '12.5', 'x', 'true', 'no', '1e9', 'a-slug', 'A'),
  },
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
)

const value = fc.oneof(
  { weight: 4, arbitrary: anything },
  fc.array(
    fc.dictionary(
      fc.constantFrom('option_values', 'price', 'sku', 'quantity', 'id', 'image', 'name', 'values'),
      anything,
    ),
  ),
  fc.array(
    fc.record({ option_values: fc.dictionary(fc.constantFrom('Size', 'Colour'), anything), price: anything }),
    { maxLength: 3 },
  ),
  fc.array(
    fc.record({ name: fc.constantFrom('Size', 'Colour'), values: fc.array(anything, { maxLength: 3 }) }),
  ),
)

const CUP = { name: 'Cup', price: 900, category: 'Cups' }

/** Rows of fields with anything in them. */
const rowsOf = (of: fc.Arbitrary<unknown>): Record<string, unknown>[] =>
  fc
    .sample(fc.dictionary(fc.constantFrom(...Object.keys(FIELD_READERS)), of, { maxKeys: 8 }), {
      numRuns: ROWS,
      seed: inject('seed'),
    })
    .map((row, n) => ({ ...CUP, external_id: `bad-${n}`, ...row }))

/** True if a row was refused by a rule; an error that nobody foresaw is thrown. */
function isRefused(writing: () => unknown): boolean {
  try {
    writing()
    return false
  } catch (error) {
    if (error instanceof RowRefused || error instanceof InvalidFields) return true
    throw error
  }
}

/** How many of these rows are refused as new products, and beside each of the products that are there. */
async function refusedOf(rows: readonly PlannedRow[]) {
  const there: WholeProduct[] = [shirt(), wholeOf(await rowOf(JSON.stringify([CUP])))]
  const update = (row: PlannedRow, before: WholeProduct) => {
    lossesOf(before, mergeRow(before, row), row)
    priceNotes(row, before)
  }
  const countOf = (writing: (row: PlannedRow) => unknown) =>
    rows.filter((row) => row.isReadable && isRefused(() => writing(row))).length
  return [countOf(newOf), ...there.map((before) => countOf((row) => update(row, before)))]
}

test.each([undefined, 'draft'] as const)(
  'no row of JSON meets an error of this program',
  async (withoutPrice) => {
    const planned = await plannedRows(JSON.stringify(rowsOf(value)), { withoutPrice })
    expect(planned).toHaveLength(ROWS)
    const [asNew, , ofCup] = await refusedOf(planned)
    for (const refused of [asNew, ofCup]) {
      expect(refused).toBeGreaterThan(0)
      expect(refused).toBeLessThan(ROWS)
    }
  },
)

test('no row of CSV meets one', async () => {
  const columns = Object.keys(FIELD_READERS)
  // Not every object can be made a text: one can have a member of the name toString.
  const textOf = (one: unknown) => (typeof one === 'object' && one ? JSON.stringify(one) : String(one ?? ''))
  const cell = (one: unknown) => `"${textOf(one).replaceAll('"', '""')}"`
  const text = [columns, ...rowsOf(anything).map((row) => columns.map((column) => row[column]))]
    .map((cells) => cells.map(cell).join(','))
    .join('\n')
  const planned = await plannedRows(text, { prices: 'decimal' })
  expect(planned).toHaveLength(ROWS)
  const [asNew] = await refusedOf(planned)
  expect(asNew).toBeGreaterThan(0)
  expect(asNew).toBeLessThan(ROWS)
})

test('no object with names that JavaScript knows meets one, in whichever field', async () => {
  const odd = { toString: 1, valueOf: 2 }
  const member = { url: odd, name: odd, values: [odd], option_values: { Size: odd }, price: odd, sku: odd }
  const rows = Object.keys(FIELD_READERS).flatMap((field) =>
    [odd, [odd], [[odd]], member, [member], [{ option_values: odd }]].map((one, n) => ({
      ...CUP,
      external_id: `odd-${field}-${n}`,
      [field]: one,
    })),
  )
  const planned = await plannedRows(JSON.stringify([...rows, { ...CUP, external_id: 'good' }]))
  const [asNew] = await refusedOf(planned.slice(0, -1))
  expect(asNew).toBeGreaterThan(rows.length / 2)
  expect(await refusedOf(planned.slice(-1))).toEqual([0, 1, 0])
})
