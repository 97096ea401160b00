import { FEED_DELAY_MS } from '../data/table/calls/times.ts'
import { businessKey, webhookStateKey } from '../data/table/keys.ts'
import { eachOf, nameOf, readItems } from '../data/table/patient-reads.ts'
import { allEnabled, type WebhookName } from '../data/webhooks/enabled.ts'
import { newestBefore } from '../data/webhooks/feed-events.ts'
import { isPausedAt } from '../data/webhooks/health.ts'
import type { WebhookState } from '../data/webhooks/state.ts'
import { isSuspended } from '../domain/business.ts'
import { eventsAt } from '../domain/events.ts'
import { logLine } from '../log.ts'
import type { WakeUp } from './wake-ups.ts'
import { THE_WORLD, type World } from './world.ts'

/** A wake-up that is later than this was lost. */
const OVERDUE_MS = 120_000

/** No webhook is looked at later than so long after the beginning: the function is stopped after 300 s. */
const SWEEPING_MS = 240_000

/** Each sweep begins with another part of the list, so that one that has no time for all of it misses no part for ever. */
const TURN_MS = 900_000

/** The result of a sweep: how many webhooks are enabled, and how many of them it woke. */
export interface Swept {
  enabled: number
  woken: number
}

/**
 * Wakes every enabled webhook that nobody else wakes any more: a run died with its lease, a wake-up was lost, or events
 * never came through the stream. Those of a suspended business are passed over: they are woken when it is resumed. What
 * fails is logged and does not stop the others; it throws at the end, so that the sweep is repeated, and also if there was
 * no time for all.
 */
export async function sweep(world: Pick<World, 'now' | 'wake'> = THE_WORLD): Promise<Swept> {
  const now = world.now()
  const look: Look = { now, isOver: () => world.now() > now + SWEEPING_MS, newest: newestOf(now) }
  const swept: Swept = { enabled: 0, woken: 0 }
  const failures: unknown[] = []
  const attempt: Attempt = (of, work) =>
    work().catch((error: unknown) => {
      const { businessId: business_id, webhookId: webhook_id } = of
      logLine('error', 'sweep', { business_id, webhook_id, error: String(error) })
      failures.push(error)
    })
  for await (const page of allEnabled(Math.floor(now / TURN_MS))) {
    const wakeUps = (await withoutSuspended(await forgottenOf(page, look, attempt))).map(wakeUpOf)
    if (wakeUps.length > 0) await attempt({}, () => world.wake(wakeUps, 0))
    swept.enabled += page.length
    swept.woken += wakeUps.length
    if (look.isOver()) throw new Error('a sweep had no time for all webhooks')
  }
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

/** Those of some webhooks that nobody wakes any more; not all of them once the time is over. */
async function forgottenOf(
  page: readonly WebhookName[],
  look: Look,
  attempt: Attempt,
): Promise<WebhookName[]> {
  const states = await readItems(page.map(stateKeyOf))
  const forgotten: WebhookName[] = []
  // Side by side: one after the other, 300 s were enough for the businesses of 35,000 webhooks.
  await eachOf(page, async (of) => {
    const state = states.get(nameOf(stateKeyOf(of))) as unknown as WebhookState | undefined
    if (!state || look.isOver()) return
    await attempt(of, async () => {
      if (await isForgotten(of, state, look)) forgotten.push(of)
    })
  })
  return forgotten
}

/** Those whose business is not suspended. */
async function withoutSuspended(webhooks: readonly WebhookName[]): Promise<WebhookName[]> {
  const keyOf = ({ businessId }: WebhookName) => businessKey(businessId)
  const profiles = await readItems(webhooks.map(keyOf), ['pk', 'sk', 'status'])
  return webhooks.filter((of) => !isSuspended(profiles.get(nameOf(keyOf(of)))?.status))
}

const stateKeyOf = ({ businessId, webhookId }: WebhookName) => webhookStateKey(businessId, webhookId)

const wakeUpOf = ({ businessId, webhookId }: WebhookName): WakeUp => ({
  business_id: businessId,
  webhook_id: webhookId,
  swept: true,
})

/** The newest event of a business that can no longer be joined by older ones; each business is asked about once. */
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
