import { keepPlan, type PlanOwner } from '../../../data/plans.ts'
import type { Happening } from '../../../data/table/happening.ts'
import { productSummary } from '../../../domain/plans/summary.ts'
import { type BulkOperation, readOperation } from '../../../domain/products/bulk-operation.ts'
import type { Performed } from './bulk-operations.ts'

/** As many as a person can look through before agreeing to them. */
export const MOST_PLANNED_OPERATIONS = 25

/** An operation of a plan: on condition that its product is as it was shown. */
export interface PlannedOperation {
  operation: BulkOperation
  happenings: readonly Happening[]
}

/**
 * An operation that would succeed, for a plan; undefined if its kind cannot be planned: `upsert` and `merge` decide only when
 * they are carried out if they create or change.
 */
export function plannedOperation(
  value: unknown,
  { done, tagBefore }: Performed,
  happenings: readonly Happening[],
): PlannedOperation | undefined {
  const operation = readOperation(value)
  if (operation.op === 'upsert' || operation.op === 'merge') return undefined
  if (operation.op === 'create') return { operation, happenings }
  const { external_id: _, ...named } = operation
  return { operation: { ...named, id: done.id, if_match: tagBefore }, happenings }
}

/**
 * Keeps a plan of those operations that change something, if all `count` that were tried can be planned. Undefined if there is
 * none: something is refused or cannot be planned, nothing would change, or it is too much.
 */
export async function planOfOperations(
  caller: Omit<PlanOwner, 'of'>,
  count: number,
  planned: readonly PlannedOperation[],
) {
  const changes = planned.filter(({ happenings }) => happenings.length > 0)
  if (planned.length < count || count > MOST_PLANNED_OPERATIONS || changes.length === 0) return undefined
  return keepPlan(
    { ...caller, of: 'products' },
    {
      body: { operations: changes.map(({ operation }) => operation) },
      summary: productSummary(changes.flatMap(({ happenings }) => happenings)),
    },
  )
}
