import { readText, type ShopFacts, textOf } from './cell-text.ts'
import type { Column } from './columns.ts'
import type { Edit, Edits } from './edits.ts'
import type { RowWork } from './plan.ts'
import { type CellFault, cellOf, hasCell, type Row } from './rows.ts'

/** An error of a problem of the API (RFC 9457). */
export interface ProblemLike {
  detail: string
  errors?: { pointer?: string; detail: string; quantity?: number }[]
}

/**
 * The edits of a row after others have changed it, cell by cell: the text that was stored (`base`), theirs and mine.
 * Theirs as before: mine is sent again. Theirs as mine: it is saved. Anything else is said, and saving again keeps mine.
 */
export function merged(
  edits: Edits,
  theirs: Row,
  columns: readonly Column[],
  shop: ShopFacts,
): { edits: Edits; conflicts: number } {
  const next = new Map(edits)
  let conflicts = 0
  for (const column of columns) {
    const cell = cellOf(theirs, column)
    const edit = edits.get(cell)
    const now = textOf(theirs, column, shop)
    if (!edit || edit.base === now || !hasCell(theirs, column)) continue
    // A change by +3 is of whatever there is.
    if (column.kind === 'count' && /^[+-]/.test(edit.text)) next.set(cell, { ...edit, base: now })
    else if (edit.text === now) next.delete(cell)
    else {
      conflicts++
      next.set(cell, conflictOf(edit, now))
    }
  }
  return { edits: next, conflicts }
}

const conflictOf = ({ text }: Edit, now: string): Edit => ({
  text,
  base: now,
  fault: `Now ${now === '' ? 'empty' : now}. Save again to keep yours.`,
})

/** The edits without those that a request has saved: a cell that was edited since keeps its edit. */
export function withoutSaved(edits: Edits, sent: ReadonlyMap<string, string>, saved: Row): Edits {
  const next = new Map(edits)
  for (const [cell, edit] of edits) {
    const isSaved = sent.get(cell) === edit.text
    // A sentence at a cell that nobody edited was about this row as it was.
    const isOnlyTold = cell.startsWith(`${saved.id} `) && edit.text === edit.base
    if (isSaved || isOnlyTold) next.delete(cell)
  }
  return next
}

/**
 * What a problem says of single cells, also of cells that nobody edited: a new price can be above the compare-at price
 * of before. What it says of no cell of the table is said at every cell that was sent.
 */
export function faultsOf(
  { row, sent }: Pick<RowWork, 'row' | 'sent'>,
  { detail, errors = [] }: ProblemLike,
  columns: readonly Column[],
): CellFault[] {
  const named = errors.flatMap(({ pointer, detail: fault }): CellFault[] => {
    const column = columns.find(({ name }) => name === pointer?.split('/').at(-1))
    return column ? [{ row, column, fault }] : []
  })
  if (named.length > 0) return named
  const fault = [detail, ...errors.map((error) => error.detail)].join(' ')
  return columns.filter((column) => sent.has(cellOf(row, column))).map((column) => ({ row, column, fault }))
}

/** The values of a row after a request that saved these texts. */
export function savedRow(
  row: Row,
  sent: ReadonlyMap<string, string>,
  columns: readonly Column[],
  shop: ShopFacts,
): Row {
  const values = { ...row.values }
  for (const column of columns) {
    const text = sent.get(cellOf(row, column))
    const { value } = text === undefined ? {} : readText(text, column, shop)
    if (value !== undefined) values[column.name] = value
  }
  const words = [values.name, values.sku].join(' ').toLowerCase()
  return { ...row, values, words: row.words.includes(words) ? row.words : `${words} ${row.words}` }
}
