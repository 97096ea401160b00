import { asTenant } from '../data/table/calls/tenant-guard.ts'
import { EFFECTS, type Effects } from './effects.ts'
import { begin, end } from './lease.ts'
import { round } from './round.ts'
import type { Counts } from './run.ts'
import type { WakeUp } from './wake-ups.ts'

/**
 * Delivers what a webhook is to get now. `run` names this run: a wake-up that arrives twice makes two. Returns what was
 * done; undefined if another run does it. Throws if the table or the queue fails: then the wake-up comes again.
 */
export const deliver = (
  { business_id: businessId, webhook_id: webhookId, ...wakeUp }: WakeUp,
  runId: string,
  effects: Effects = EFFECTS,
): Promise<Counts | undefined> =>
  asTenant(businessId, async () => {
    const of = { businessId, webhookId, run: runId }
    let run = await begin(of, { business_id: businessId, webhook_id: webhookId, ...wakeUp }, effects)
    const counts = run?.counts
    while (run) run = await end(run, await round(run))
    return counts
  })
