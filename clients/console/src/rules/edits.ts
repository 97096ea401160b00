import { readText, type ShopFacts, textOf, tidyText } from './cell-text.ts'
import { COLUMNS, type Column } from './columns.ts'
import { type CellFault, cellOf, hasCell, type Row } from './rows.ts'

/** What was typed into a cell and is not saved yet. */
export interface Edit {
  text: string
  /** The text that was stored when it was typed: what others write meanwhile is compared with it. */
  base: string
  /** Why it cannot be saved. */
  fault?: string
}

/** The edits by the names of their cells (`cellOf`). Never changed, but replaced: undoing is the one before. */
export type Edits = ReadonlyMap<string, Edit>

export interface Change {
  row: Row
  column: Column
  text: string
}

/** The text of a cell as the table shows it. */
export const shownText = (edits: Edits, row: Row, column: Column, shop: ShopFacts): string =>
  edits.get(cellOf(row, column))?.text ?? textOf(row, column, shop)

/** An edit in a column that the table does not show, a refused one first. */
export function editBeyondTable(edits: Edits, row: Row): Edit | undefined {
  const beyond = COLUMNS.filter(({ isInTable }) => !isInTable)
  const found = beyond.flatMap((column) => edits.get(cellOf(row, column)) ?? [])
  return found.find(({ fault }) => fault) ?? found[0]
}

/** The edits after these changes. A cell that has its stored text again has no edit; a cell that a row lacks gets none. */
export function withChanges(edits: Edits, changes: readonly Change[], shop: ShopFacts): Edits {
  const next = new Map(edits)
  for (const change of changes) {
    const { row, column } = change
    const edit = editOf(change, shop)
    if (edit && !hasCell(row, column)) continue
    if (edit) next.set(cellOf(row, column), edit)
    else next.delete(cellOf(row, column))
  }
  return next
}

/** The edit that a change makes; undefined if the text is the stored one. */
function editOf({ row, column, text: typed }: Change, shop: ShopFacts): Edit | undefined {
  // A description is stored as it is written, with the empty lines at its end.
  const text = tidyText(column.kind === 'long' ? typed : typed.trim(), column, shop)
  const base = textOf(row, column, shop)
  if (text === base) return undefined
  const fault = faultOf({ row, column, text }, shop)
  return fault === undefined ? { text, base } : { text, base, fault }
}

/** Why a text cannot be saved in its cell, as far as that can be said here. */
export function faultOf({ row, column, text }: Change, shop: ShopFacts): string | undefined {
  const isChangeOfNothing = column.kind === 'count' && /^[+-]/.test(text) && !row.isTracked
  return isChangeOfNothing
    ? 'Its stock is not tracked yet: type how many there are.'
    : readText(text, column, shop).fault
}

/** The edits with a sentence at each of these cells; a cell without an edit gets one with its stored text. */
export function withFaults(edits: Edits, faults: readonly CellFault[], shop: ShopFacts): Edits {
  const next = new Map(edits)
  for (const { row, column, fault } of faults) {
    const text = textOf(row, column, shop)
    next.set(cellOf(row, column), { ...(next.get(cellOf(row, column)) ?? { text, base: text }), fault })
  }
  return next
}

/** The text of a quantity with one more or one fewer: of an edit that sets it the new one, else a change such as `+2`. */
export function steppedStock(
  edits: Edits,
  row: Row,
  column: Column,
  { by, shop }: { by: number; shop: ShopFacts },
): string {
  const text = edits.get(cellOf(row, column))?.text ?? '+0'
  if (/^\d+$/.test(text)) return String(Math.max(0, Number(text) + by))
  const change = (Number(text) || 0) + by
  if (change === 0) return textOf(row, column, shop)
  return change > 0 ? `+${change}` : String(change)
}
