import { computed } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { STATUSES, textOf } from '../../rules/cell-text.ts'
import type { Column } from '../../rules/columns.ts'
import { editBeyondTable } from '../../rules/edits.ts'
import { cellOf, hasCell, isUnread, type Row } from '../../rules/rows.ts'
import { dropNew } from '../../state/editing.ts'
import { fold, unfold } from '../../state/reading-shop.ts'
import { beginTyping, bounds, choose, endTyping, isWritable, place } from '../../state/selection.ts'
import { wantStock } from '../../state/stock.ts'
import { edits, loading, openSession, unfolded } from '../../state/store.ts'
import { stopFor } from '../../state/trouble.ts'
import { commit, put } from '../../state/typing.ts'

interface CellProps {
  row: Row
  column: Column
  r: number
  c: number
}

/** A cell of the table. What is said of it is above the table, so that all rows have one height. */
export function Cell({ row, column, r, c }: CellProps) {
  const td = useRef<HTMLTableCellElement>(null)
  const own = useAt(() => edits.value.get(cellOf(row, column)), [row.id])
  // An edit that the table does not show is marked at the name.
  const beyond = useAt(
    () => (column.name === 'name' ? editBeyondTable(edits.value, row) : undefined),
    [row.id],
  )
  const edit = own ?? beyond
  const isHere = useAt(() => place.value.endRow === r && place.value.endColumn === c, [r])
  const isTyped = useAt(() => isHereTyped(r, c), [r])
  const isIn = useAt(() => isSelected(r, c), [r])
  useLayoutEffect(() => {
    if (isHere && !isTyped && isTableActive()) td.current?.focus({ preventScroll: true })
  }, [isHere, isTyped])
  const canType = isWritable(row, column)
  const state = edit?.fault ? 'bad' : edit ? 'new' : ''
  return (
    <td
      role="gridcell"
      ref={td}
      class={`${column.kind} ${state} ${isIn ? 'in' : ''} ${canType ? '' : 'fixed'}`}
      tabIndex={isHere ? 0 : -1}
      aria-selected={isIn}
      aria-readonly={!canType}
      aria-invalid={edit?.fault ? 'true' : undefined}
      title={edit?.fault}
      onPointerDown={(event) => {
        if (isTyped) return
        leaveField()
        choose(r, c, event.shiftKey)
        td.current?.focus({ preventScroll: true })
      }}
      onDblClick={() => beginTyping()}
    >
      {isTyped ? <CellInput column={column} /> : <CellText row={row} column={column} text={own?.text} />}
    </td>
  )
}

/** What is typed in another cell is kept: leaving its field does that, which would be gone too early. */
function leaveField(): void {
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
}

/** A value that is computed of a row or of its place, which is another one once rows arrive above. */
const useAt = <Value,>(of: () => Value, at: (string | number)[]): Value =>
  useMemo(() => computed(of), at).value

const isHereTyped = (r: number, c: number) =>
  place.value.row === r && place.value.column === c && place.value.typed !== undefined

function isSelected(r: number, c: number): boolean {
  const { top, bottom, left, right } = bounds.value
  return r >= top && r <= bottom && c >= left && c <= right
}

/** The focus follows the chosen cell only where it is in the table already, or nowhere. */
const isTableActive = () =>
  document.activeElement === document.body || document.activeElement?.closest('.scroll') !== null

function CellText({ row, column, text }: { row: Row; column: Column; text: string | undefined }) {
  const { shop } = openSession()
  const now = text ?? textOf(row, column, shop)
  const isUncounted = column.kind === 'count' && now === '' && hasCell(row, column)
  return (
    <>
      {column.name === 'name' && row.kind === 'product' && row.hasOptions && <Fold row={row} name={now} />}
      {column.name === 'name' && row.kind === 'new' && (
        <button type="button" tabIndex={-1} aria-label="Drop the new product" onClick={() => dropNew(row)}>
          ×
        </button>
      )}
      {isUncounted ? '–' : column.name === 'stock' && isUnread(row) ? <Unread row={row} /> : <bdi>{now}</bdi>}
    </>
  )
}

/** A quantity that is read because it is in view. */
export function Unread({ row }: { row: Row }) {
  const isRead = loading.value === 'no'
  useEffect(() => {
    if (isRead) void wantStock(row.productId).catch(stopFor)
  }, [isRead, row.productId])
  return <>…</>
}

function Fold({ row, name }: { row: Row; name: string }) {
  const isOpen = unfolded.value.has(row.id)
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-expanded={isOpen}
      aria-label={`Variants of ${name}`}
      onClick={() => (isOpen ? fold(row.id) : void unfold([row.id]).catch(stopFor))}
    >
      {isOpen ? '−' : '+'}
    </button>
  )
}

/** The field of the cell that is typed in. Enter, Tab and leaving it keep the text, Escape does not. */
export function CellInput({ column }: { column: Column }) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    field.current?.focus()
    // Behind the letter with which typing began.
    field.current?.setSelectionRange(-1, -1)
  }, [])
  const { kind, title } = column
  const list = kind === 'choice' ? 'statuses' : kind === 'category' ? 'categories' : undefined
  return (
    <>
      <input
        ref={field}
        aria-label={title}
        defaultValue={place.peek().typed}
        inputMode={kind === 'amount' ? 'decimal' : 'text'}
        list={list}
        onBlur={(event) => put(event.currentTarget.value)}
        onKeyDown={onTypingKey}
      />
      {list && <Choices id={list} />}
    </>
  )
}

function onTypingKey(event: KeyboardEvent & { currentTarget: HTMLInputElement }): void {
  const { key, shiftKey, isComposing, currentTarget } = event
  if (isComposing || !['Enter', 'Tab', 'Escape'].includes(key)) return
  event.preventDefault()
  event.stopPropagation()
  const way = shiftKey ? -1 : 1
  if (key === 'Escape') endTyping()
  else commit(currentTarget.value, key === 'Enter' ? [way, 0] : [0, way])
}

function Choices({ id }: { id: string }) {
  const { shop } = openSession()
  const texts = id === 'statuses' ? STATUSES : [...shop.categories.values()]
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  )
}
