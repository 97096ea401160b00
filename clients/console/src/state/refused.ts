import { signal } from '@preact/signals'
import { cellOf, type Row } from '../rules/rows.ts'
import { ALL, fragmentOf } from '../rules/view.ts'
import { unfold } from './reading-shop.ts'
import { choose, place } from './selection.ts'
import { arrange, edits, openSession, order, query, rows, screen, shown } from './store.ts'
import { stopFor } from './trouble.ts'

/** The field of a product that is to be focused, by its cell; empty once it is. */
export const wantedField = signal('')
/** The cell to which the last step led. */
let lastCell = ''

/** A refused cell, with the places of its row and its column among all. */
interface Refused {
  row: Row
  r: number
  c: number
}

/** Leads to the next refused cell: in the table, or on the screen of its product, which has more fields. */
export function lookAtNextRefused(): void {
  const all = [...new Set([...shown.value, ...rows.value.values()])]
  const refused = all.flatMap((row, r) => refusedIn(row, r))
  const at = placeNow(all, refused)
  const next = refused.find(({ r, c }) => r > at.r || (r === at.r && c > at.c)) ?? refused[0]
  if (!next) return
  const { tableColumns } = openSession()
  const isHere = screen.value.name === 'product' && screen.value.id === next.row.id
  if (!isHere && next.r < shown.value.length && next.c < tableColumns.length) {
    location.hash = fragmentOf(query.value)
    choose(next.r, next.c)
  } else if (next.row.kind === 'variant') {
    void showVariants(next.row, next.c)
    location.hash = fragmentOf(query.value)
  } else {
    location.hash = `#/products/${next.row.productId}`
    lastCell = cellAt(next)
    wantedField.value = lastCell
  }
}

/** Unfolds the variants of a product in the table, and chooses a cell: in the row of the product, or of one of them. */
export async function showVariants({ id, productId }: Row, c = 0): Promise<void> {
  if (!order.value.includes(productId)) arrange(ALL)
  await unfold([productId]).catch(stopFor)
  choose(
    shown.value.findIndex((row) => row.id === id),
    c,
  )
}

function refusedIn(row: Row, r: number): Refused[] {
  const { columns } = openSession()
  return columns.flatMap((column, c) => (edits.value.get(cellOf(row, column))?.fault ? [{ row, r, c }] : []))
}

const cellAt = ({ row, c }: Refused): string => {
  const column = openSession().columns[c]
  return column ? cellOf(row, column) : ''
}

/** The place after which to look on. */
function placeNow(all: readonly Row[], refused: readonly Refused[]): { r: number; c: number } {
  const { value } = screen
  if (value.name !== 'product') return { r: place.value.row, c: place.value.column }
  const last = refused.find((one) => one.row.id === value.id && cellAt(one) === lastCell)
  return last ?? { r: all.findIndex(({ id }) => id === value.id), c: -1 }
}
