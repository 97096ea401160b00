import { batch, signal } from '@preact/signals'
import { readBlock } from '../rules/block.ts'
import { type ColumnName, columnOf, hasScope } from '../rules/columns.ts'
import { type Change, type Edits, withChanges } from '../rules/edits.ts'
import { type PastePlace, pasteOf, possibleSkus } from '../rules/paste.ts'
import { cellOf, isUnread, newRow, type Row, rowIdOf } from '../rules/rows.ts'
import { findSkus, rowsBySku } from './reading-shop.ts'
import { readStockOf } from './stock.ts'
import { edits, isLeft, isSaving, openSession, order, putMerged, putRows, rows, said } from './store.ts'
import { stopFor } from './trouble.ts'

/** The edits as they were before each change, the last one at the end. */
const history: Edits[] = []
/** The cell in which somebody types: all of it is one step. */
let typedCell: string | undefined

/** What the last save replaced: its cells with their texts of before. */
export const lastSaved = signal<readonly { id: string; column: ColumnName; text: string }[]>([])

/** Forgets what could be undone: the edits before a save are about other texts. */
export function forgetHistory(): void {
  history.length = 0
  typedCell = undefined
}

/**
 * Makes these changes in one step, which one undo takes back. Cells that the key cannot change stay. With the cell that
 * is typed in, letter by letter, the step goes on until another cell is changed.
 */
export function change(changes: readonly Change[], typed?: string): void {
  const { scopes, shop } = openSession()
  const allowed = changes.filter(({ column }) => hasScope(scopes, column.writes))
  const next = withChanges(edits.value, allowed, shop)
  if (allowed.length === 0) return
  if (typed === undefined || typed !== typedCell) history.push(edits.value)
  typedCell = typed
  edits.value = next
}

/** Takes the last step back; not while a save is under way, which is about later texts. */
export function undo(): void {
  const before = isSaving.value ? undefined : history.pop()
  typedCell = undefined
  if (!before) return
  // Rows may be gone since, and others may have written into them.
  const left = [...before].filter(([cell]) => rows.value.has(rowIdOf(cell)))
  const ids = new Set(left.map(([cell]) => rowIdOf(cell)))
  batch(() => {
    edits.value = new Map(left)
    putMerged([...ids].flatMap((id) => rows.value.get(id) ?? []))
  })
}

/** Puts the values that the last save replaced back, as edits. */
export function undoSave(): void {
  const changes = lastSaved.value.flatMap(({ id, column, text }): Change[] => {
    const row = rows.value.get(id)
    return row ? [{ row, column: columnOf(column), text }] : []
  })
  batch(() => {
    change(changes)
    lastSaved.value = []
    said.value = `The earlier values are in ${changes.length} cells again: save to keep them.`
  })
}

/** Begins a product at the top of the table. */
export function addProduct(): void {
  const row = newRow(`new-${crypto.randomUUID()}`)
  batch(() => {
    putRows([row])
    order.value = [row.id, ...order.value]
  })
}

/** Takes a product away that was begun and not saved. */
export function dropNew(row: Row): void {
  const next = new Map(edits.value)
  for (const { name } of openSession().columns) next.delete(cellOf(row, { name }))
  batch(() => {
    edits.value = next
    order.value = order.value.filter((id) => id !== row.id)
    rows.value = new Map([...rows.value].filter(([id]) => id !== row.id))
  })
}

/** More SKUs than a pasted list looks up one by one. */
const MOST_LOOKED_UP = 200
/** So many are looked up first: where none of them is a SKU, the texts are something else. */
const TRIED = 3

/** Pastes a block. Possible SKUs that no row has are looked up first: they can be those of variants. */
export async function paste(text: string, at: Omit<PastePlace, 'rowsBySku'>): Promise<void> {
  const block = readBlock(text)
  const opened = openSession()
  try {
    await findSkusOf(block, at)
    const pasted = pasteOf(block, { ...at, rowsBySku: rowsBySku() })
    const changes = await withStock(pasted.changes)
    if (isLeft(opened)) return
    change(changes)
    said.value = pasted.said
  } catch (error) {
    stopFor(error)
  }
}

/** The changes on their rows as they are now. Quantities that no one has read yet are read first: a cell needs its own. */
async function withStock(changes: readonly Change[]): Promise<Change[]> {
  const unread = changes.filter(({ row, column }) => column.name === 'stock' && isUnread(row))
  const products = [...new Set(unread.map(({ row }) => row.productId))]
  for (const [n, id] of products.entries()) {
    said.value = `Reading the stock of ${n + 1} of ${products.length} products …`
    await readStockOf(id)
  }
  return changes.map((one) => ({ ...one, row: rows.value.get(one.row.id) ?? one.row }))
}

async function findSkusOf(block: readonly string[][], at: Omit<PastePlace, 'rowsBySku'>): Promise<void> {
  const known = rowsBySku()
  const possible = [...new Set(possibleSkus(block, { ...at, rowsBySku: known }))]
  const unknown = possible.filter((sku) => !known.has(sku)).slice(0, MOST_LOOKED_UP)
  await findSkus(unknown.slice(0, TRIED))
  const now = rowsBySku()
  if (possible.some((sku) => now.has(sku))) await findSkus(unknown.slice(TRIED))
}
