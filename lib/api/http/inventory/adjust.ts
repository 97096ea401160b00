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
import { planOfChanges } from './adjust-plan.ts'
import { explainFault, type Refused, refusedProblem } from './faults.ts'

/** The result of one change. `quantity` is how much there is after it. */
export type ChangeResult =
  | { index: number; status: 200; variant_id: string; product_id: string; quantity: number }
  | { index: number; status: number; problem: object }

/** The cost of an adjustment in tokens of the rate limit. */
export const costOfChanges = ({ changes }: Adjustment) => costOf(changes.length)

/** A request for an adjustment; `keep` makes the steps that store its response. */
interface AdjustRequest {
  businessId: string
  keep: (result: AdminResult) => Step[]
}

/**
 * Makes all changes of a request in one transaction, which stores the response for a retried request. Throws the problem of
 * all changes that cannot be made.
 */
export const adjustAll = async (request: AdjustRequest, adjustment: Adjustment): Promise<AdminResult> =>
  resultOf(await madeTogether(request, adjustment))

const resultOf = (done: readonly AdjustedStock[]): AdminResult => ({
  body: { data: done.map(madeChange), count: done.length },
})

async function madeTogether(
  { businessId, keep }: AdjustRequest,
  { changes, reason, reference }: Adjustment,
): Promise<AdjustedStock[]> {
  const named = changes.map((change, index) => namedChange(change, index))
  try {
    const also = (done: readonly AdjustedStock[]) => keep(resultOf(done))
    const adjust = () => adjustStock(businessId, { reason, reference, changes: named }, { also })
    return await freeingEnded(businessId, adjust)
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
 * Tries all changes of a request, and returns the response that they would get, with SKUs, the events that they would record and
 * their plan. Throws what `adjustAll` throws, and `invalid_parameter` for changes that are not made together.
 */
export async function tryAll(
  request: AdjustRequest & { apiKeyId: string },
  adjustment: Adjustment,
): Promise<AdminResult> {
  if (!adjustment.atomic)
    refuse([
      { parameter: 'dry_run', code: 'invalid_parameter', detail: 'cannot be combined with atomic false' },
    ])
  const { result: done, happenings } = await beginDryRun()(() => madeTogether(request, adjustment))
  const plan = await planOfChanges(request, adjustment, { done, happenings })
  return {
    body: {
      data: done.map((change) => ({ ...madeChange(change), sku: change.sku })),
      count: done.length,
      events: dryEvents(happenings),
      ...(plan && { plan }),
    },
  }
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
