import { normalLine } from '../../domain/text/text.ts'
import { Unreadable } from '../../domain/text/unreadable.ts'
import { parseDecimal, timesWhole } from '../decimal.ts'
import type { Note } from '../note.ts'
import type { SourceRow } from '../read/source-row.ts'
import { cellReader, findColumns, folded } from './columns.ts'
import type { Count, Dialect, FileProduct } from './dialect.ts'
import { externalIdOf } from './parts.ts'
import { isWithoutOptions, OPTIONS } from './shopify-options.ts'

const TITLES = {
  handle: ['Handle'],
  title: ['Title'],
  name1: ['Option1 Name'],
  value1: ['Option1 Value'],
  name2: ['Option2 Name'],
  value2: ['Option2 Value'],
  name3: ['Option3 Name'],
  value3: ['Option3 Value'],
  sku: ['Sku'],
  code: ['HS Code'],
  origin: ['COO'],
  location: ['Location'],
  bin: ['Bin name'],
  incoming: ['Incoming', 'Incoming (not editable)'],
  unavailable: ['Unavailable', 'Unavailable (not editable)'],
  committed: ['Committed', 'Committed (not editable)'],
  available: ['Available', 'Available (not editable)'],
  onHand: ['On hand', 'On hand (current)'],
  onHandNew: ['On hand (new)'],
} as const
type Cell = ReturnType<typeof cellReader<keyof typeof TITLES>>

/**
 * Shopify's export of inventory, if this is its header: a row for each variant and location, or a column for each location.
 * https://help.shopify.com/en/manual/products/inventory/inventory-csv
 */
export function openShopifyInventory(header: readonly string[]): Dialect | undefined {
  const columns = findColumns(header, TITLES)
  const isIts = (['handle', 'value1', 'sku', 'origin'] as const).every((name) => columns.has(name))
  const known = new Set(columns.values())
  const locations = columns.has('location') ? [] : header.filter((column) => !known.has(column))
  const isCounted = locations.length > 0 || columns.has('available') || columns.has('onHand')
  if (!isIts || !isCounted) return undefined
  const cell = cellReader(columns)
  return {
    source: 'shopify',
    isStockAlone: true,
    used: new Set([...known, ...locations]),
    placeOf(row) {
      const handle = cell(row, 'handle')
      return handle ? { names: [handle], of: handle } : { names: [] }
    },
    productOf: (rows, { source }) => productOf(rows, source, { cell, locations }),
  }
}

interface Reading {
  cell: Cell
  /** The columns of quantities, where each location has one. */
  locations: readonly string[]
}

function productOf(rows: readonly SourceRow[], source: string, reading: Reading): FileProduct {
  const [first] = rows
  if (!first) throw new Error('a product has at least one row')
  const { number, line } = first
  const notes: Note[] = []
  const product = { number, line, notes }
  const handle = reading.cell(first, 'handle')
  if (!handle) return { ...product, values: {}, fault: 'has no handle' }
  try {
    const counts = countsOf(rows, reading)
    const values = { external_id: externalIdOf(source, handle, notes) }
    return { ...product, values, ...(counts.length > 0 ? { counts } : { leftOut: 'is stocked nowhere' }) }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { ...product, values: {}, fault: error.message }
  }
}

/** The quantity of each variant at all of its locations. */
function countsOf(rows: readonly SourceRow[], reading: Reading): Count[] {
  const { cell } = reading
  const named = rows.find((row) => cell(row, 'name1'))
  const names = named ? OPTIONS.map(([name, value]) => ({ title: cell(named, name), value })) : []
  const counts = new Map<string, Count>()
  for (const row of rows) {
    const quantity = quantityIn(row, reading)
    if (quantity === undefined) continue
    const option_values = optionValuesOf(row, names, reading)
    const name = JSON.stringify(option_values)
    const count = counts.get(name) ?? { option_values, quantity: 0, line: row.line }
    counts.set(name, { ...count, quantity: count.quantity + quantity })
  }
  return [...counts.values()]
}

interface OptionName {
  title: string | null | undefined
  value: (typeof OPTIONS)[number][1]
}

function optionValuesOf(
  row: SourceRow,
  names: readonly OptionName[],
  { cell }: Reading,
): Record<string, string> {
  if (isWithoutOptions(names[0]?.title, cell(row, 'value1'), names[1]?.title)) return {}
  return Object.fromEntries(
    names.flatMap(({ title, value }) => (title ? [[title, normalLine(cell(row, value) ?? '')]] : [])),
  )
}

/** How many can be sold: what is there without what is promised; undefined where it is not stocked. */
function quantityIn(row: SourceRow, { cell, locations }: Reading): number | undefined {
  const cells =
    locations.length > 0
      ? locations.map((column) => cellReader(new Map([['location', column]]))(row, 'location'))
      : [cell(row, 'available') ?? cell(row, 'onHandNew') ?? cell(row, 'onHand')]
  const found = cells.flatMap((text) =>
    text && folded(text) !== NOT_STOCKED ? [wholeNumber(text, row)] : [],
  )
  return found.length > 0 ? found.reduce((sum, one) => sum + one, 0) : undefined
}

const NOT_STOCKED = 'notstocked'

function wholeNumber(text: string, { line }: SourceRow): number {
  const decimal = parseDecimal(text)
  const number = decimal && timesWhole(decimal, 1n)
  if (number === undefined) throw new Unreadable(`line ${line}: "${text}" is not a whole number`)
  return Number(number)
}
