import { boolean } from '../parameters/parameters.ts'
import { invalidIdempotencyKey } from '../problems/problems.ts'
import type { OnceStep } from './idempotency.ts'

/** The parameter of an endpoint whose writes can be tried. */
export const dryRunParameters = { dry_run: boolean }

interface CanBeDry {
  parameters: { dry_run?: boolean }
}

/**
 * The step that makes retried requests run once, for an endpoint with dry runs: these have no effect that could come twice.
 * Throws `invalid_idempotency_key`.
 */
export const onceUnlessDry = <Needs extends object>(once: OnceStep<Needs>): OnceStep<Needs & CanBeDry> => ({
  ...once,
  before: (request) => {
    const { parameters, idempotencyKey } = request.event.call
    if (parameters.dry_run && idempotencyKey !== undefined) throw keyBesideDryRun()
    return once.before(request)
  },
})

function keyBesideDryRun() {
  const detail = 'cannot be sent with dry_run, because a dry run has no effect'
  return invalidIdempotencyKey({
    detail: `Idempotency-Key ${detail}.`,
    errors: [{ header: 'Idempotency-Key', code: 'invalid_idempotency_key', detail }],
  })
}
