import { computed, signal } from '@preact/signals'
import type { Column } from '../rules/columns.ts'
import { shownText } from '../rules/edits.ts'
import { cellOf, type Row } from '../rules/rows.ts'
import { edits, openSession, session, shown } from './store.ts'

/** The chosen cell, and the other corner of the selected ones; `typed` is the text with which typing began. */
export interface Place {
  row: number
  column: number
  endRow: number
  endColumn: number
  typed: string | undefined
}

const START: Place = { row: 0, column: 0, endRow: 0, endColumn: 0, typed: undefined }

export const place = signal<Place>(START)

/** True if nobody has chosen a cell yet. */
export const isUntouched = (): boolean => place.value === START

const within = (n: number, count: number) => Math.max(0, Math.min(count - 1, n))

/** Chooses a cell; with `extends` the selection goes from the chosen cell to it. */
export function choose(row: number, column: number, isExtended = false): void {
  const endRow = within(row, shown.value.length)
  const endColumn = within(column, session.value?.tableColumns.length ?? 0)
  const from = isExtended ? place.value : { row: endRow, column: endColumn }
  place.value = { row: from.row, column: from.column, endRow, endColumn, typed: undefined }
}

/** Begins to type in the chosen cell: with this text, or in the text that it has. */
export function beginTyping(text?: string): void {
  const { row, column } = place.value
  const [at, of] = [shown.value[row], openSession().tableColumns[column]]
  if (!at || !of) return
  const typed = text ?? shownText(edits.value, at, of, openSession().shop)
  place.value = { row, column, endRow: row, endColumn: column, typed }
}

/** Ends typing. */
export function endTyping(): void {
  if (place.value.typed !== undefined) place.value = { ...place.value, typed: undefined }
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
  place.value = START
}
