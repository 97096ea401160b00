import { pause } from '../data/table/calls/pause.ts'
import type { PlannedRow } from './row.ts'

/**
 * The write units that a product with variants takes of the partition of its business, measured: without variants 12, with ten 20,
 * with forty 40. One that is new, with more SKUs than fit into a transaction with the rest, is written in two.
 */
const OF_A_PRODUCT = 12
const OF_A_VARIANT = 0.7
const MOST_IN_ONE_WRITE = 80

/**
 * A partition takes 1,000 write units a second: an import leaves some to the other changes of its business, unless the setting wants
 * more products without variants than these units allow.
 */
const UNITS_A_SECOND = 800

/** Spreads the products that are written: each of them is a commit or more, and the others cost the table hardly anything. */
export function paceOf(perSecond: number | undefined) {
  let next = 0
  return {
    /** Waits until the next product may be begun. */
    async wait(): Promise<void> {
      const now = Date.now()
      if (next > now) await pause(next - now)
    },
    /** Counts a product that was written. */
    spend(row: Pick<PlannedRow, 'fields'>, isNew: boolean): void {
      if (perSecond === undefined) return
      const most = Math.max(UNITS_A_SECOND, OF_A_PRODUCT * perSecond)
      next = Math.max(next, Date.now()) + Math.max(1_000 / perSecond, (1_000 * unitsOf(row, isNew)) / most)
    },
  }
}

function unitsOf({ fields: { variants } }: Pick<PlannedRow, 'fields'>, isNew: boolean): number {
  const count = Array.isArray(variants) ? variants.length : 0
  return OF_A_PRODUCT + OF_A_VARIANT * count * (isNew && count > MOST_IN_ONE_WRITE ? 2 : 1)
}
