import type { Adjustment } from '../../domain/stock/inventory.ts'
import { claimed } from '../bulk/bulk.ts'
import type { AdminMiddleware } from '../pipeline/admin-call.ts'
import { recordedOnce } from '../pipeline/idempotency.ts'

/**
 * Carries an adjustment out once under its key. One that makes all changes or none is one transaction, which has its
 * record; of one in parts two must not run at once.
 */
export function adjustedOnce(): AdminMiddleware<unknown, Adjustment> {
  const [whole, parts] = [recordedOnce(), claimed()]
  type Request = Parameters<NonNullable<AdminMiddleware['before']>>[0]
  const its = ({ event }: Request) =>
    (event.call.judged as { body: Adjustment } | undefined)?.body.atomic ? whole : parts
  return {
    before: (request) => its(request).before?.(request),
    after: (request) => its(request).after?.(request),
    onError: (request) => its(request).onError?.(request),
  }
}
