import type { AdjustedStock } from '../../../data/inventory/adjust.ts'
import { keepPlan, type PlanOwner } from '../../../data/plans.ts'
import type { Happening } from '../../../data/table/happening.ts'
import { stockSummary } from '../../../domain/plans/summary.ts'
import type { Adjustment } from '../../../domain/stock/inventory.ts'

/**
 * Keeps a plan of an adjustment that would succeed: a quantity is set only if it is still what it was, and pieces are added or
 * taken whatever was sold in between. Undefined if nothing would change.
 */
export async function planOfChanges(
  caller: Omit<PlanOwner, 'of'>,
  { changes, ...adjustment }: Adjustment,
  { done, happenings }: { done: readonly AdjustedStock[]; happenings: readonly Happening[] },
) {
  if (happenings.length === 0) return undefined
  const planned = done
    .filter(({ delta }) => delta !== 0)
    .map(({ index, variantId, delta, quantity }) => {
      const { sku: _, ...change } = changes[index] ?? {}
      const expected = quantity - delta
      return { ...change, variant_id: variantId, ...(change.quantity !== undefined && { expected }) }
    })
  return keepPlan(
    { ...caller, of: 'stock' },
    {
      body: { ...adjustment, changes: planned },
      summary: stockSummary(
        done.map(({ delta }) => delta),
        happenings,
      ),
    },
  )
}
