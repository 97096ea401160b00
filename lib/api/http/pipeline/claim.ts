import { within } from '../../../data/table/calls/times.ts'
import { type CallIdentity, claimCall, forgetCall, releaseCall } from '../../../data/table/idempotency.ts'
import { logLine } from '../../../log.ts'
import { Problem } from '../problems/problem.ts'
import { callIdentity, type OnceStep } from './idempotency.ts'
import { inProgress, keyReused } from './once.ts'

const RELEASE_MS = 1_000

const isRateLimited = (error: unknown) => error instanceof Problem && error.code === 'rate_limited'

/** Runs a call under its key, if it has one, while no other call under this key does. */
export const claimed = (): OnceStep => ({
  before: async ({ event }) => {
    const identity = callIdentity(event)
    const claim = identity && (await claimCall(identity))
    if (claim === 'reused') throw keyReused()
    if (claim === 'in_progress') throw inProgress()
    return { identity }
  },
  after: ({ event }) => release(event.call.identity),
  // A call that cannot pay has had no effect, and leaves its key as it was.
  onError: ({ event, error }) =>
    release(event.call.identity, isRateLimited(error) ? forgetCall : releaseCall),
})

/** The response says what was done even if the claim stays: its lease ends automatically. */
async function release(
  identity: CallIdentity | undefined,
  end: (call: CallIdentity) => Promise<void> = releaseCall,
): Promise<void> {
  if (!identity) return
  await within(RELEASE_MS, () => end(identity)).catch((error: unknown) =>
    logLine('error', 'claim_not_released', { error: String(error) }),
  )
}
