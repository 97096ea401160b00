import fc from 'fast-check'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openImportDatabase } from '../../../lib/import/import-database.ts'
import { FIELD_READERS } from '../../../lib/import/read/field-readers.ts'
import { type PlannedRow, RowRefused } from '../../../lib/import/row.ts'
import { openRowsInFlight } from '../../../lib/import/rows-in-flight.ts'
import { applyRow } from '../../../lib/import/write/apply-row.ts'
import { openImportCategories } from '../../../lib/import/write/import-categories.ts'
import { makeBusiness } from '../../support/shop.ts'
import { importInto } from '../operate.ts'

const ROWS = 150

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

/** Rows of fields with anything in them. Their names end in their number, as if each were a product of its own. */
const rowsOf = (of: fc.Arbitrary<unknown>) =>
  fc
    .sample(fc.dictionary(fc.constantFrom(...Object.keys(FIELD_READERS)), of, { maxKeys: 8 }), {
      numRuns: ROWS,
      seed: inject('seed'),
    })
    .map((row, n) => ({ name: 'Cup', price: 900, category: 'Cups', external_id: `bad-${n}`, ...row }))

const good = (n: number) => ({ external_id: `good-${n}`, name: `Good ${n}`, price: 900, category: 'Cups' })

const isGood = (row: Record<string, unknown> | undefined) =>
  typeof row?.external_id === 'string' && row.external_id.startsWith('good-')

test.each(['new', 'set'])('no row of JSON stops the others (--stock %s)', async (stock) => {
  const business = await makeBusiness()
  const rows = rowsOf(value).flatMap((row, n) => (n % 10 === 0 ? [row, good(n)] : [row]))
  for (const isGoodThere of [false, true]) {
    const report = await importInto(business, rows, '--stock', stock)
    const { products, left, created, updated, unchanged, refused } = report
    expect({ products, left }).toEqual({ products: rows.length, left: 0 })
    expect(created + updated + unchanged + refused.length).toBe(rows.length)
    expect(refused.filter(({ row }) => isGood(rows[row - 1]))).toEqual([])
    if (!isGoodThere) expect(created).toBeGreaterThanOrEqual(ROWS / 10)
  }
})

test('no row of CSV stops the others', async () => {
  const business = await makeBusiness()
  const columns = Object.keys(FIELD_READERS).filter((field) => field !== 'options' && field !== 'variants')
  // Not every object can be made a text: one can have a member of the name toString.
  const textOf = (one: unknown) => (typeof one === 'object' && one ? JSON.stringify(one) : String(one ?? ''))
  const cell = (one: unknown) => `"${textOf(one).replaceAll('"', '""')}"`
  const rows: Record<string, unknown>[] = rowsOf(anything).flatMap((row, n) =>
    n % 10 === 0 ? [row, good(n)] : [row],
  )
  const text = [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((cells) => cells.map(cell).join(','))
    .join('\n')
  const { left, created, refused } = await importInto(
    business,
    { name: 'bad.csv', text },
    '--prices',
    'decimal',
  )
  expect(left).toBe(0)
  expect(created).toBeGreaterThanOrEqual(ROWS / 10)
  expect(refused.filter(({ row }) => isGood(rows[row - 1]))).toEqual([])
})

test('no object with names that JavaScript knows stops the other rows, in whichever field', async () => {
  const odd = { toString: 1, valueOf: 2 }
  const member = { url: odd, name: odd, values: [odd], option_values: { Size: odd }, price: odd, sku: odd }
  const rows = Object.keys(FIELD_READERS).flatMap((field) =>
    [odd, [odd], [[odd]], member, [member], [{ option_values: odd }]].map((one, n) => ({
      name: 'Cup',
      price: 900,
      category: 'Cups',
      external_id: `odd-${field}-${n}`,
      [field]: one,
    })),
  )
  const report = await importInto(await makeBusiness(), [...rows, good(1)])
  const { products, left, created, refused } = report
  expect({ products, left }).toEqual({ products: rows.length + 1, left: 0 })
  expect(created + refused.length).toBe(products)
  expect(refused.filter(({ row }) => row === rows.length + 1)).toEqual([])
})

test('a rule that only the write knows of refuses the row', async () => {
  const business = await makeBusiness()
  const database = await openImportDatabase()
  onTestFinished(() => database.close())
  const row: PlannedRow = {
    number: 1,
    line: null,
    lines: [],
    isReadable: true,
    fields: { external_id: 'e', name: 'Cup', price: 900, category_id: 'cups', quantity: 3 },
    emptied: [],
    notes: [],
    faults: [],
    ofNew: {},
  }
  const categories = openImportCategories(
    business.id,
    new Map([['cups', { name: 'Cups', parentId: null }]]),
    false,
  )
  const rows = { database, rowsInFlight: openRowsInFlight() }
  const context = { business, categories, status: 'active', stock: 'new', dryRun: false, ...rows } as const
  await expect(applyRow(row, context)).rejects.toThrow(
    new RowRefused([{ field: 'quantity', detail: 'needs track_inventory true' }]),
  )
})
