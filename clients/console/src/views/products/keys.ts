import { blockText } from '../../rules/block.ts'
import { type Change, shownText } from '../../rules/edits.ts'
import type { Row } from '../../rules/rows.ts'
import { change, paste, undo } from '../../state/editing.ts'
import { beginTyping, bounds, choose, place, selectedColumns, selectedRows } from '../../state/selection.ts'
import { edits, openSession, shown } from '../../state/store.ts'

/** How far a page of rows is. */
const PAGE = 15

/** The steps of keys, in rows and columns. */
const STEPS: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -99],
  End: [0, 99],
  PageUp: [-PAGE, 0],
  PageDown: [PAGE, 0],
}

/** A key in the table. The field of a cell that is typed in has its own. */
export function onKey(event: KeyboardEvent): void {
  if (place.value.typed !== undefined || event.isComposing) return
  if (event.ctrlKey || event.metaKey ? onControl(event.key) : onPlain(event)) event.preventDefault()
}

/** True if the key has a meaning here. */
function onControl(key: string): boolean {
  if (key === 'z') undo()
  else if (key === 'd') fillDown()
  else return false
  return true
}

function onPlain({ key, shiftKey, altKey }: KeyboardEvent): boolean {
  const step = STEPS[key]
  if (step) stepBy(step, shiftKey)
  else if (key === 'Enter' && altKey) openProduct()
  else if (key === 'Enter' || key === 'F2') beginTyping()
  else if (key === 'Delete' || key === 'Backspace') change(eachSelected(() => ''))
  else if (key === 'Escape') choose(place.value.row, place.value.column)
  else if (key.length === 1 && key !== ' ' && !altKey) beginTyping(key)
  else return false
  return true
}

/** Leads to the screen of the product of the chosen row. */
function openProduct(): void {
  const row = shown.value[place.value.row]
  if (row) location.hash = `#/products/${row.productId}`
}

function stepBy([rows, columns]: [number, number], isExtended: boolean): void {
  const { row, column, endRow, endColumn } = place.value
  if (isExtended) choose(endRow + rows, endColumn + columns, true)
  else choose(row + rows, column + columns)
}

const eachSelected = (textFor: (row: Row, n: number) => string): Change[] =>
  selectedRows.value.flatMap((row) =>
    selectedColumns().map((column, n): Change => ({ row, column, text: textFor(row, n) })),
  )

/** Puts the texts of the first selected row into the others. */
function fillDown(): void {
  const [first, ...others] = selectedRows.value
  if (!first) return
  const { shop } = openSession()
  const texts = selectedColumns().map((column) => shownText(edits.value, first, column, shop))
  change(eachSelected((_, n) => texts[n] ?? '').filter(({ row }) => others.includes(row)))
}

/** Copies the selected cells as a spreadsheet does. */
export function onCopy(event: ClipboardEvent): void {
  if (place.value.typed !== undefined) return
  const { shop } = openSession()
  const rows = selectedRows.value.map((row) =>
    selectedColumns().map((column) => shownText(edits.value, row, column, shop)),
  )
  event.clipboardData?.setData('text/plain', blockText(rows))
  event.preventDefault()
}

export function onPaste(event: ClipboardEvent): void {
  if (place.value.typed !== undefined) return
  event.preventDefault()
  const { top, left, bottom, right } = bounds.value
  const { tableColumns, shop } = openSession()
  const [name] = tableColumns
  void paste(event.clipboardData?.getData('text/plain') ?? '', {
    rows: shown.value.slice(top),
    columns: tableColumns.slice(left),
    selected: { rows: bottom - top + 1, columns: right - left + 1 },
    nameOf: (row) => (name ? shownText(edits.value, row, name, shop) : ''),
  })
}
