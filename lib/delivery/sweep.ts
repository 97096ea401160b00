import { readSuspension } from '../data/business-status.ts'
import { FEED_DELAY_MS } from '../data/table/calls/times.ts'
import { ENABLED_SHARDS } from '../data/table/keys.ts'
import { enabledIn, type WebhookName } from '../data/webhooks/enabled.ts'
import { newestBefore } from '../data/webhooks/feed-events.ts'
import { readState, type WebhookState } from '../data/webhooks/state.ts'
import { eventsAt } from '../domain/events.ts'
import { isPausedAt } from '../domain/webhooks/endpoint-health.ts'
import { logLine } from '../log.ts'
import { EFFECTS, type Effects } from './effects.ts'
import { type WakeUp, watched } from './wake-ups.ts'

/** A wake-up that is later than this was lost. */
const OVERDUE_MS = 120_000

/** No webhooks are looked at later than so long after the beginning: the function is stopped after 300 s. */
const SWEEPING_MS = 240_000

/** The number that is checked at the same time, by three reads of 3 s at most, and then woken by four calls of 10 s at most. */
const TOGETHER = 40

/** Each sweep begins with another part of the list, so that one that has no time for all of it misses no part for ever. */
const TURN_MS = 900_000

/** The result of a sweep: how many webhooks are enabled, and how many of them it woke. */
export interface Swept {
  enabled: number
  woken: number
}

/**
 * Wakes every enabled webhook that nobody else wakes any more: a run died with its lease, a wake-up was lost, or events
 * never came through the stream. Those of a suspended business are skipped: they are woken when it is resumed. What
 * fails is logged and does not stop the others; it throws at the end, so that the sweep is repeated, and also if there was
 * no time for all. A queue that does not respond ends it at once: it would be waited for at each page.
 */
export async function sweep(effects: Pick<Effects, 'now' | 'wake'> = EFFECTS): Promise<Swept> {
  const now = effects.now()
  const look: Look = { now, isOver: () => effects.now() > now + SWEEPING_MS, newest: newestOf(now) }
  const swept: Swept = { enabled: 0, woken: 0 }
  const failures: unknown[] = []
  const attempt: Attempt = (of, work) =>
    work().catch((error: unknown) => {
      const { businessId: business_id, webhookId: webhook_id } = of
      logLine('error', 'sweep', { business_id, webhook_id, error: String(error) })
      failures.push(error)
    })
  const queue = watched(effects.wake)
  const isOver = () => look.isOver() || !queue.isAnswering
  async function wakeForgotten(some: readonly WebhookName[]): Promise<void> {
    const wakeUps = (await forgottenOf(some, look, attempt)).map(wakeUpOf)
    if (wakeUps.length > 0) await attempt({}, () => queue.wake(wakeUps, 0))
    swept.enabled += some.length
    swept.woken += wakeUps.length
  }
  async function sweepPart(part: number): Promise<void> {
    for await (const page of enabledIn(part))
      for (let first = 0; first < page.length; first += TOGETHER) {
        if (isOver()) return
        await wakeForgotten(page.slice(first, first + TOGETHER))
      }
  }
  const turn = Math.floor(now / TURN_MS)
  for (let n = 0; n < ENABLED_SHARDS && queue.isAnswering; n++)
    await attempt({}, () => sweepPart((turn + n) % ENABLED_SHARDS))
  if (look.isOver()) throw new Error('a sweep had no time for all webhooks')
  if (failures.length > 0) throw new Error('a sweep failed in part', { cause: failures[0] })
  return swept
}

/** Does something for a webhook, or for several; what it throws is kept and logged. */
type Attempt = (of: Partial<WebhookName>, work: () => Promise<void>) => Promise<void>

/** The view of one sweep: when it began, whether its time is over, and the newest event of each business. */
interface Look {
  now: number
  isOver: () => boolean
  newest: (businessId: string) => Promise<string | undefined>
}

/** Those of some webhooks that nobody wakes any more. */
async function forgottenOf(
  some: readonly WebhookName[],
  look: Look,
  attempt: Attempt,
): Promise<WebhookName[]> {
  const forgotten: WebhookName[] = []
  // Each is read alone: one that cannot be read does not stop the others.
  const lookAt = (of: WebhookName) =>
    attempt(of, async () => {
      const state = await readState(of)
      if (!state || !(await isForgotten(of, state, look))) return
      if (!(await readSuspension(of.businessId)).isOn) forgotten.push(of)
    })
  await Promise.all(some.map(lookAt))
  return forgotten
}

const wakeUpOf = ({ businessId, webhookId }: WebhookName): WakeUp => ({
  business_id: businessId,
  webhook_id: webhookId,
  swept: true,
})

/** The newest event of a business that can no longer be joined by older ones; each business is read once. */
function newestOf(now: number): Look['newest'] {
  const known = new Map<string, Promise<string | undefined>>()
  const before = eventsAt(now - FEED_DELAY_MS)
  return (businessId) => {
    const newest = known.get(businessId) ?? newestBefore(businessId, before)
    known.set(businessId, newest)
    return newest
  }
}

async function isForgotten(
  { businessId }: WebhookName,
  state: WebhookState,
  { now, newest }: Look,
): Promise<boolean> {
  const { run, lease_until = 0, again, next_at, watermark } = state
  if (run !== undefined) return lease_until <= now
  if (again || Date.parse(next_at ?? '') < now - OVERDUE_MS) return true
  // Whatever its next wake-up is: a delivery that is tried again in eleven hours must not hide an event that never came.
  return !isPausedAt(state, now) && ((await newest(businessId)) ?? '') > watermark
}
