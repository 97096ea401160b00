import { within } from '../../data/table/calls/times.ts'
import { type CallIdentity, claimCall, releaseCall } from '../../data/table/idempotency.ts'
import { logLine } from '../../log.ts'
import { callIdentity, type OnceStep } from './idempotency.ts'
import { inProgress, keyReused } from './once.ts'

const RELEASE_MS = 1_000

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
  onError: ({ event }) => release(event.call.identity),
})

/** The response says what was done even if the claim stays: its lease ends automatically. */
async function release(identity: CallIdentity | undefined): Promise<void> {
  if (!identity) return
  await within(RELEASE_MS, () => releaseCall(identity)).catch((error: unknown) =>
    logLine('error', 'claim_not_released', { error: String(error) }),
  )
}
