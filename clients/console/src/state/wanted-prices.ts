import { signal } from '@preact/signals'
import { type Row, rowIdOf } from '../rules/rows.ts'
import { edits, rows, said } from './store.ts'

/** Selected rows, and by how many per cent their prices shall change. */
interface WantedPrices {
  rows: readonly Row[]
  percent: number
}

/** The change that the screen of prices is to try next. */
export const wantedPrices = signal<WantedPrices | undefined>(undefined)

/** Notes a change of prices for its screen. False if there are edits in these rows: a row is saved whole or not at all. */
export function wantPrices(some: readonly Row[], percent: number): boolean {
  const products = new Set(some.map(({ productId }) => productId))
  const isEdited = [...edits.value.keys()].some((cell) =>
    products.has(rows.value.get(rowIdOf(cell))?.productId ?? ''),
  )
  if (isEdited) said.value = 'Save your changes in these rows first, or undo them.'
  else wantedPrices.value = { rows: some, percent }
  return !isEdited
}
