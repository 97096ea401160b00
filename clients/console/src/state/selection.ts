import { computed, signal } from '@preact/signals'
import { type Column, hasScope } from '../rules/columns.ts'
import { shownText } from '../rules/edits.ts'
import { cellOf, hasCell, type Row } from '../rules/rows.ts'
import { edits, madeIds, openSession, session, shown } from './store.ts'

/** The chosen cell, and the other corner of the selected ones; `typed` is the text with which typing began. */
export interface Place {
  row: number
  column: number
  endRow: number
  endColumn: number
  typed: string | undefined
}

const START: Place = { row: 0, column: 0, endRow: 0, endColumn: 0, typed: undefined }

/** The ids are those of the two rows: others can arrive above them. */
const chosen = signal<Place & { id?: string | undefined; endId?: string | undefined }>(START)

export const place = computed<Place>(() => {
  const { id, endId, typed, ...at } = chosen.value
  const [row, endRow] = [placeOf(id, at.row), placeOf(endId, at.endRow)]
  // No other row takes what was typed into one that is gone.
  return { ...at, row, endRow, typed: idAt(row) === idNow(id) ? typed : undefined }
})

const idAt = (row: number): string | undefined => shown.value[row]?.id
const idNow = (id: string | undefined) => madeIds.value.get(id ?? '') ?? id

function placeOf(id: string | undefined, before: number): number {
  const now = idNow(id)
  const found = shown.value.findIndex((row) => row.id === now)
  return found >= 0 ? found : within(before, shown.value.length)
}

/** True if nobody has chosen a cell yet. */
export const isUntouched = (): boolean => chosen.value === START

const within = (n: number, count: number) => Math.max(0, Math.min(count - 1, n))

function put(next: Place): void {
  chosen.value = { ...next, id: idAt(next.row), endId: idAt(next.endRow) }
}

/** Chooses a cell; with `extends` the selection goes from the chosen cell to it. */
export function choose(row: number, column: number, isExtended = false): void {
  const endRow = within(row, shown.value.length)
  const endColumn = within(column, session.value?.tableColumns.length ?? 0)
  const from = isExtended ? place.value : { row: endRow, column: endColumn }
  put({ row: from.row, column: from.column, endRow, endColumn, typed: undefined })
}

/** True if the key can change this cell. */
export const isWritable = (row: Row, column: Column): boolean =>
  hasCell(row, column) && hasScope(openSession().scopes, column.writes)

/** Begins to type in the chosen cell, if it can be changed: with this text, or in the text that it has. */
export function beginTyping(text?: string): void {
  const { row, column } = place.value
  const [at, of] = [shown.value[row], openSession().tableColumns[column]]
  if (!at || !of || !isWritable(at, of)) return
  const typed = text ?? shownText(edits.value, at, of, openSession().shop)
  put({ row, column, endRow: row, endColumn: column, typed })
}

/** Ends typing. */
export function endTyping(): void {
  if (chosen.value.typed !== undefined) chosen.value = { ...chosen.value, typed: undefined }
}

/** The first and the last of the selected rows and columns. */
export const bounds = computed(() => {
  const { row, column, endRow, endColumn } = place.value
  return {
    top: Math.min(row, endRow),
    bottom: Math.max(row, endRow),
    left: Math.min(column, endColumn),
    right: Math.max(column, endColumn),
  }
})

/** The selected rows. */
export const selectedRows = computed<Row[]>(() =>
  shown.value.slice(bounds.value.top, bounds.value.bottom + 1),
)

/** The selected columns. */
export const selectedColumns = (): Column[] =>
  openSession().tableColumns.slice(bounds.value.left, bounds.value.right + 1)

/** What is said of the chosen cell. */
export const saidOfCell = computed(() => {
  const row = shown.value[place.value.row]
  const column = session.value?.tableColumns[place.value.column]
  return (row && column && edits.value.get(cellOf(row, column))?.fault) ?? ''
})

/** Chooses the first cell, where nothing was chosen in these rows. */
export function chooseFirst(): void {
  chosen.value = START
}
