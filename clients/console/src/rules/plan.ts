import { readText, type ShopFacts } from './cell-text.ts'
import type { Column } from './columns.ts'
import { type Edits, faultOf } from './edits.ts'
import { type CellFault, type CellValue, cellOf, hasCell, type Row } from './rows.ts'

/** What a save sends for one row. */
export interface RowWork {
  row: Row
  data: Record<string, CellValue | boolean>
  /** The texts that are sent, by their cells: a cell that was edited since is not saved by this. */
  sent: Map<string, string>
}

/** What a save sends for the quantity of one row. */
export interface StockWork {
  /** The id of the variant; of a product without options that of the product. */
  id: string
  cell: string
  text: string
  change: { delta: number } | { quantity: number; expected: number }
}

export interface SavePlan {
  products: RowWork[]
  /** By the product. */
  variants: Map<string, RowWork[]>
  created: RowWork[]
  stock: StockWork[]
  /** Cells without which a new product cannot be made. */
  missing: CellFault[]
  /** How many rows begin to have a quantity. */
  tracked: number
}

/**
 * The requests of a save. A row is saved whole or not at all, so that no price comes without its compare-at price;
 * its quantity is a request of its own. `rows` are in the order of the table.
 */
export function planSave(
  rows: Iterable<Row>,
  edits: Edits,
  columns: readonly Column[],
  shop: ShopFacts,
): SavePlan {
  const plan: SavePlan = {
    products: [],
    variants: new Map(),
    created: [],
    stock: [],
    missing: [],
    tracked: 0,
  }
  for (const row of rows) {
    const stock = stockOf(row, edits, columns, shop)
    const begins = stock !== undefined && !row.isTracked
    const missing = missingIn(row, edits, columns)
    const work = missing.length > 0 ? 'faulty' : workOf(row, edits, columns, shop)
    plan.missing.push(...missing)
    if (stock && !(begins && work === 'faulty')) plan.stock.push(stock)
    if (work === 'faulty') continue
    if (begins) plan.tracked++
    addWork(plan, begins ? tracking(row, work) : work)
  }
  return plan
}

function addWork(plan: SavePlan, work: RowWork | undefined): void {
  if (!work) return
  const { kind, productId } = work.row
  if (kind === 'new') plan.created.push(work)
  else if (kind === 'product') plan.products.push(work)
  else plan.variants.set(productId, [...(plan.variants.get(productId) ?? []), work])
}

/** A quantity can be set only where one is kept. */
const tracking = (row: Row, work: RowWork | undefined): RowWork => ({
  row,
  sent: work?.sent ?? new Map(),
  data: { ...work?.data, track_inventory: true },
})

/** The cells that a new product cannot be without. */
const REQUIRED = ['name', 'price', 'category_id']

function missingIn(row: Row, edits: Edits, columns: readonly Column[]): CellFault[] {
  const isBegun = row.kind === 'new' && columns.some((column) => edits.get(cellOf(row, column))?.text)
  return columns
    .filter(({ name }) => isBegun && REQUIRED.includes(name))
    .filter((column) => !edits.get(cellOf(row, column))?.text)
    .map((column) => ({ row, column, fault: `A new product needs this: ${column.title.toLowerCase()}.` }))
}

function workOf(
  row: Row,
  edits: Edits,
  columns: readonly Column[],
  shop: ShopFacts,
): RowWork | 'faulty' | undefined {
  const work: RowWork = { row, data: row.kind === 'new' ? { status: 'draft' } : {}, sent: new Map() }
  for (const column of columns) {
    const edit = edits.get(cellOf(row, column))
    if (!edit || edit.text === edit.base || column.name === 'stock' || !hasCell(row, column)) continue
    const { value } = readText(edit.text, column, shop)
    if (value === undefined) return 'faulty'
    work.data[column.name] = value
    work.sent.set(cellOf(row, column), edit.text)
  }
  return work.sent.size > 0 ? work : undefined
}

function stockOf(row: Row, edits: Edits, columns: readonly Column[], shop: ShopFacts): StockWork | undefined {
  const column = columns.find(({ name }) => name === 'stock')
  const cell = column && cellOf(row, column)
  const edit = cell === undefined ? undefined : edits.get(cell)
  if (!column || cell === undefined || !edit || edit.text === edit.base) return undefined
  const { value } = readText(edit.text, column, shop)
  if (
    (typeof value !== 'string' && typeof value !== 'number') ||
    faultOf({ row, column, text: edit.text }, shop)
  )
    return undefined
  const change =
    typeof value === 'string'
      ? { delta: Number(value) }
      : { quantity: value, expected: Number(row.values.stock ?? 0) }
  return { id: row.id, cell, text: edit.text, change }
}

/** The same list in parts of at most `size`. */
export const partsOf = <Item>(list: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size))
