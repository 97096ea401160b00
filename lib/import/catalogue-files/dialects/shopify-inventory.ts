import { MAX_QUANTITY } from '../../../domain/products/product.ts'
import { quoted } from '../../../domain/text/quoted.ts'
import { normalLine } from '../../../domain/text/text.ts'
import { Unreadable } from '../../../domain/text/unreadable.ts'
import { parseDecimal, timesWhole } from '../decimal.ts'
import type { Note } from '../note.ts'
import type { SourceRow } from '../read/source-row.ts'
import { cellReader, findColumns, folded } from './columns.ts'
import type { Count, Dialect, FileProduct } from './dialect.ts'
import { externalIdOf } from './parts.ts'
import { isWithoutOptions, OPTION_TITLES, OPTIONS } from './shopify-options.ts'

const TITLES = {
  handle: ['Handle'],
  title: ['Title'],
  ...OPTION_TITLES,
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
    hasBareCells: true,
    isStockAlone: true,
    ...(locations.length > 0 && {
      warning: `these columns are added up as locations: ${locations.map((one) => quoted(one)).join(', ')}`,
    }),
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
    const counts = countsOf(rows, reading, notes)
    const values = { external_id: externalIdOf(source, handle, notes) }
    return { ...product, values, ...(counts.length > 0 ? { counts } : { leftOut: 'is stocked nowhere' }) }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { ...product, values: {}, fault: error.message }
  }
}

/** The quantity of each variant at all of its locations. */
function countsOf(rows: readonly SourceRow[], reading: Reading, notes: Note[]): Count[] {
  const { cell } = reading
  const named = rows.find((row) => cell(row, 'name1'))
  const names = named ? OPTIONS.map(([name, value]) => ({ title: cell(named, name), value })) : []
  const counts = new Map<string, Count>()
  const nowhere = new Map<string, SourceRow>()
  const seen = new Set<string>()
  for (const row of rows) {
    const option_values = optionValuesOf(row, names, reading)
    const name = JSON.stringify(option_values)
    const place = JSON.stringify([name, cell(row, 'location') ?? null])
    if (seen.has(place))
      throw new Unreadable(`line ${row.line}: this variant is listed twice at one location`)
    seen.add(place)
    const quantity = quantityIn(row, reading)
    if (quantity === undefined) nowhere.set(name, row)
    else {
      const count = counts.get(name) ?? { option_values, quantity: 0, line: row.line }
      counts.set(name, { ...count, quantity: inRange(count.quantity + quantity, row) })
    }
  }
  for (const [name, { line }] of nowhere)
    if (!counts.has(name) && counts.size > 0)
      notes.push({ loss: 'quantity', detail: `line ${line}: stocked nowhere, so its stock does not change` })
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
  const read = (text: string | null | undefined) =>
    text && folded(text) !== NOT_STOCKED ? wholeNumber(text, row) : undefined
  if (locations.length > 0) {
    const cells = locations.map((column) => cellReader(new Map([['location', column]]))(row, 'location'))
    const found = cells.flatMap((text) => read(text) ?? [])
    return found.length > 0
      ? inRange(
          found.reduce((sum, one) => sum + one, 0),
          row,
        )
      : undefined
  }
  const available = read(cell(row, 'available'))
  const [now, next] = [read(cell(row, 'onHand')), read(cell(row, 'onHandNew'))]
  if (next === undefined) return available ?? now
  // A new count of what is there: what is promised stays promised.
  return available === undefined || now === undefined ? next : inRange(available + next - now, row)
}

const NOT_STOCKED = 'notstocked'

function wholeNumber(text: string, row: SourceRow): number {
  const decimal = parseDecimal(text)
  const number = decimal && timesWhole(decimal, 1n)
  if (number === undefined) throw new Unreadable(`line ${row.line}: "${text}" is not a whole number`)
  return inRange(Number(number), row)
}

/** A quantity that a stock can have. Throws `Unreadable` for any other. */
function inRange(quantity: number, { line }: SourceRow): number {
  if (Math.abs(quantity) <= MAX_QUANTITY) return quantity
  throw new Unreadable(`line ${line}: must be from -${MAX_QUANTITY} to ${MAX_QUANTITY}`)
}
