import { useLayoutEffect } from 'preact/hooks'
import { textOf } from '../../rules/cell-text.ts'
import { type Column, columnOf } from '../../rules/columns.ts'
import { steppedStock } from '../../rules/edits.ts'
import { cellOf, isUnread, type Row } from '../../rules/rows.ts'
import { change } from '../../state/editing.ts'
import { fold, unfold } from '../../state/reading-shop.ts'
import { beginTyping, choose, isWritable, place } from '../../state/selection.ts'
import { edits, loading, openSession, shown, unfolded } from '../../state/store.ts'
import { stopFor } from '../../state/trouble.ts'
import { CellInput, Unread } from './cell.tsx'
import { reveal, useScroller } from './rows-in-view.ts'

/** The height of every card, which the style has too. */
const CARD = 96

/** Products and their variants on a phone: a card for each, with the cells that are changed on the way. */
export function Cards() {
  const { box, onScroll, drawn } = useScroller(CARD)
  const { endRow, endColumn } = place.value
  useLayoutEffect(() => reveal(box.current, endRow, CARD), [endRow, endColumn])
  const { first, end } = drawn.value
  return (
    <div class="scroll" ref={box} onScroll={onScroll}>
      <ul class="cards" style={{ paddingTop: `${first * CARD}px`, height: `${shown.value.length * CARD}px` }}>
        {shown.value.slice(first, end).map((row, n) => (
          <Card row={row} r={first + n} key={row.id} />
        ))}
      </ul>
      {shown.value.length === 0 && loading.value === 'yes' && <div class="skeleton" />}
    </div>
  )
}

function Card({ row, r }: { row: Row; r: number }) {
  const { columns } = openSession()
  const has = (name: string) => columns.some((column) => column.name === name)
  const fault = columns.map((column) => edits.value.get(cellOf(row, column))?.fault).find(Boolean)
  return (
    <li class={`card ${row.kind}`}>
      <div class="fields">
        <CardField row={row} column={columnOf('name')} r={r} />
        <CardField row={row} column={columnOf('sku')} r={r} />
        {row.kind !== 'variant' && (
          <a
            class="open"
            href={`#/products/${row.id}`}
            aria-label={`Open ${row.values.name ?? 'the new product'}`}
          >
            ›
          </a>
        )}
      </div>
      <div class="fields">
        <p class="fault" title={fault}>
          {fault}
        </p>
        {row.hasOptions ? <Variants row={row} /> : <CardField row={row} column={columnOf('price')} r={r} />}
        {!row.hasOptions && has('stock') && <Count row={row} r={r} />}
      </div>
    </li>
  )
}

function Variants({ row }: { row: Row }) {
  const isOpen = unfolded.value.has(row.id)
  const toggle = () => (isOpen ? fold(row.id) : void unfold([row.id]).catch(stopFor))
  return (
    <button type="button" aria-expanded={isOpen} onClick={toggle}>
      Variants
    </button>
  )
}

/** A tap opens the cell, with the keyboard for it. */
function CardField({ row, column, r }: { row: Row; column: Column; r: number }) {
  const { tableColumns, shop } = openSession()
  const c = tableColumns.findIndex(({ name }) => name === column.name)
  const { row: at, column: of, typed } = place.value
  const edit = edits.value.get(cellOf(row, column))
  if (at === r && of === c && typed !== undefined) return <CellInput column={column} />
  const stored = textOf(row, column, shop)
  // Somebody who counts sees both: how many there were, and how many more.
  const text =
    edit && column.kind === 'count' && /^[+-]/.test(edit.text)
      ? `${stored} ${edit.text}`
      : (edit?.text ?? stored)
  const state = edit?.fault ? 'bad' : edit ? 'new' : ''
  if (!isWritable(row, column))
    return (
      <span class={column.name}>
        <bdi>{text}</bdi>
      </span>
    )
  const open = () => {
    choose(r, c)
    beginTyping()
  }
  return (
    <button
      type="button"
      class={`field ${column.name} ${state}`}
      aria-label={`${column.title}: ${text || 'empty'}`}
      onClick={open}
    >
      <bdi>{text || column.title}</bdi>
    </button>
  )
}

/** Stock counted on a phone: one more, or one fewer. */
function Count({ row, r }: { row: Row; r: number }) {
  const column = columnOf('stock')
  const { shop } = openSession()
  const step = (by: number) => () =>
    change([{ row, column, text: steppedStock(edits.value, row, column, { by, shop }) }])
  // While it is read the buttons have their places.
  const canStep = row.isTracked && (isUnread(row) || isWritable(row, column))
  const name = String(row.values.name ?? '')
  return (
    <div class="counter">
      {canStep && (
        <button type="button" disabled={isUnread(row)} aria-label={`One fewer of ${name}`} onClick={step(-1)}>
          −
        </button>
      )}
      {isUnread(row) ? (
        <span class="field stock">
          <Unread row={row} />
        </span>
      ) : (
        <CardField row={row} column={column} r={r} />
      )}
      {canStep && (
        <button type="button" disabled={isUnread(row)} aria-label={`One more of ${name}`} onClick={step(1)}>
          +
        </button>
      )}
    </div>
  )
}
