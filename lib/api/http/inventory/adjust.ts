import { freeingEnded } from '../../../data/holds/ended.ts'
import { type AdjustedStock, AdjustmentRefused, adjustStock } from '../../../data/inventory/adjust.ts'
import type { Step } from '../../../data/table/commit.ts'
import { beginDryRun } from '../../../data/table/dry-run.ts'
import type { Adjustment } from '../../../domain/stock/inventory.ts'
import type { NamedChange } from '../../../domain/stock/stock-plan.ts'
import type { AdminResult } from '../answer/admin-result.ts'
import { dryEvents } from '../body/dry-events.ts'
import { refuse } from '../parameters/parameters.ts'
import { costOf } from '../pipeline/cost.ts'
import { explainFault, type Refused, refusedProblem } from './faults.ts'

/** The result of one change. `quantity` is how much there is after it. */
export type ChangeResult =
  | { index: number; status: 200; variant_id: string; product_id: string; quantity: number }
  | { index: number; status: number; problem: object }

/** The cost of an adjustment in tokens of the rate limit. */
export const costOfChanges = ({ changes }: Adjustment) => costOf(changes.length)

/**
 * Makes all changes of a request in one transaction, which stores the response for a retried request. Throws the problem of
 * all changes that cannot be made.
 */
export async function adjustAll(
  { businessId, keep }: { businessId: string; keep: (result: AdminResult) => Step[] },
  { changes, reason, reference }: Adjustment,
): Promise<AdminResult> {
  const named = changes.map((change, index) => namedChange(change, index))
  const result = (done: readonly AdjustedStock[]) => ({
    body: { data: done.map(madeChange), count: done.length },
  })
  try {
    const also = (done: readonly AdjustedStock[]) => keep(result(done))
    const adjust = () => adjustStock(businessId, { reason, reference, changes: named }, { also })
    return result(await freeingEnded(businessId, adjust))
  } catch (error) {
    if (!(error instanceof AdjustmentRefused)) throw error
    const refused: Refused[] = []
    for (const fault of error.faults) {
      const change = changes[fault.index]
      if (change) refused.push(await explainFault(businessId, fault, change))
    }
    throw refusedProblem(refused)
  }
}

/**
 * Tries all changes of a request, and returns the response that they would get, with the events that they would record. Throws
 * what `adjustAll` throws, and `invalid_parameter` for changes that are not made together.
 */
export async function tryAll(
  request: Parameters<typeof adjustAll>[0],
  adjustment: Adjustment,
): Promise<AdminResult> {
  if (!adjustment.atomic)
    refuse([
      { parameter: 'dry_run', code: 'invalid_parameter', detail: 'cannot be combined with atomic false' },
    ])
  const { result, happenings } = await beginDryRun()(() => adjustAll(request, adjustment))
  return { ...result, body: { ...result.body, events: dryEvents(happenings) } }
}

/** A change of a request, at its place. */
export const namedChange = (
  { variant_id: variantId, ...change }: Adjustment['changes'][number],
  index: number,
): NamedChange => ({ index, variantId, ...change })

/** The result of a change that was made. */
export const madeChange = ({ index, variantId, productId, quantity }: AdjustedStock): ChangeResult => ({
  index,
  status: 200,
  variant_id: variantId,
  product_id: productId,
  quantity,
})
