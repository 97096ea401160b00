import type { Adjustment } from '../../../domain/stock/inventory.ts'
import { claimed } from '../pipeline/claim.ts'
import { type OnceStep, recordedOnce } from '../pipeline/idempotency.ts'

/**
 * Carries an adjustment out once under its key. One that makes all changes or none is one transaction, which has its
 * record; of one in parts two must not run at once.
 */
export function adjustedOnce(): OnceStep<{ body: Adjustment }> {
  const [whole, parts] = [recordedOnce(), claimed()]
  const stepOf = ({ body }: { body?: Adjustment }) => (body?.atomic ? whole : parts)
  return {
    before: (request) => stepOf(request.event.call).before(request),
    after: (request) => stepOf(request.event.call).after?.(request),
    onError: (request) => stepOf(request.event.call).onError?.(request),
  }
}
