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
  let next: Map<string, Edit> | undefined
  let conflicts = 0
  for (const column of columns) {
    const cell = cellOf(theirs, column)
    const edit = edits.get(cell)
    const isMoved = theirs.hasOptions && column.isOfVariants
    if (!edit || !(isMoved || hasCell(theirs, column))) continue
    const now = textOf(theirs, column, shop)
    if (edit.base === now && !isMoved) continue
    // Of 5,000 rows with as many edits few have changed.
    next ??= new Map(edits)
    // A change by +3 is of whatever there is.
    if (!isMoved && column.kind === 'count' && isDifference(edit.text)) next.set(cell, { ...edit, base: now })
    else if (edit.text === now) next.delete(cell)
    else {
      conflicts++
      next.set(cell, isMoved ? { ...edit, base: now, fault: MOVED } : conflictOf(edit, now, column))
    }
  }
  return { edits: next ?? edits, conflicts }
}

const MOVED = 'It has variants now: press Delete.'

/** True for the text of a quantity that changes it, such as `+3`. */
export const isDifference = (text: string): boolean => /^[+-]/.test(text)

const conflictOf = ({ text }: Edit, now: string, { kind }: Column): Edit => ({
  text,
  base: now,
  fault: `${said(now, kind)} Save again to keep yours.`,
})

/** What others wrote, where it fits into a line. */
const said = (now: string, kind: Column['kind']): string =>
  ['long', 'tags', 'images'].includes(kind)
    ? 'Somebody else changed it.'
    : `Now ${now === '' ? 'empty' : now}.`

/**
 * The edits without those that a request has saved. A cell that was edited since keeps its edit, compared with what was
 * saved.
 */
export function withoutSaved(edits: Edits, sent: ReadonlyMap<string, string>, saved: Row): Edits {
  const next = new Map(edits)
  for (const [cell, edit] of edits) {
    const text = sent.get(cell)
    const isSaved = text === edit.text
    // A sentence at a cell that nobody edited was about this row as it was.
    const isOnlyTold = cell.startsWith(`${saved.id} `) && edit.text === edit.base
    if (isSaved || isOnlyTold) next.delete(cell)
    else if (text !== undefined) next.set(cell, { ...edit, base: text })
  }
  return next
}

/** The edit of a quantity that is left once this text of it is saved: of `+3` after `+1` it is `+2`. */
export function restOfCount(edit: Edit, sent: string): Edit | undefined {
  if (edit.text === sent) return undefined
  if (isDifference(edit.text) !== isDifference(sent)) return edit
  if (!isDifference(sent)) return { ...edit, base: sent }
  const rest = Number(edit.text) - Number(sent)
  return { ...edit, text: rest > 0 ? `+${rest}` : String(rest) }
}

/** The part of a pointer that leads to one row of a request. */
const INTO_ROW = /^\/(operations\/\d+\/data|variants\/\d+)(?=\/)/

/**
 * What a problem says of single cells, also of cells that nobody edited: a new price can be above the compare-at price
 * of before. What it says of no cell of the table is said at every cell that was sent.
 */
export function faultsOf(
  { row, sent }: Pick<RowWork, 'row' | 'sent'>,
  { detail, errors = [] }: ProblemLike,
  columns: readonly Column[],
): CellFault[] {
  const named = errors.flatMap(({ pointer = '', detail }): CellFault[] => {
    const [, member, place] = pointer.replace(INTO_ROW, '').split('/')
    const column = columns.find(({ name }) => name === member)
    return column ? [{ row, column, fault: place ? `Number ${Number(place) + 1}: ${detail}` : detail }] : []
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
  const { name, sku, brand, tags } = values
  const words = [name, sku, brand, Array.isArray(tags) ? tags.join(' ') : ''].join(' ').toLowerCase()
  return { ...row, values, words: row.words.includes(words) ? row.words : `${words} ${row.words}` }
}
