import { FEED_DELAY_MS } from '../data/table/calls/times.ts'
import { webhookStateKey } from '../data/table/keys.ts'
import { nameOf, readItems } from '../data/table/patient-reads.ts'
import { allEnabled, type WebhookName } from '../data/webhooks/enabled.ts'
import { newestBefore } from '../data/webhooks/feed-events.ts'
import { isPausedAt } from '../data/webhooks/health.ts'
import type { WebhookState } from '../data/webhooks/state.ts'
import { eventsAt } from '../domain/events.ts'
import { logLine } from '../log.ts'
import type { WakeUp } from './wake-ups.ts'
import { THE_WORLD, type World } from './world.ts'

/** A wake-up that is later than this was lost. */
const OVERDUE_MS = 120_000

/** The result of a sweep: how many webhooks are enabled, and how many of them it woke. */
export interface Swept {
  enabled: number
  woken: number
}

/**
 * Wakes every enabled webhook that nobody else wakes any more: a run died with its lease, a wake-up was lost, or events
 * never came through the stream. What fails is logged and does not stop the others; it throws at the end, so that the
 * sweep is repeated.
 */
export async function sweep(world: Pick<World, 'now' | 'wake'> = THE_WORLD): Promise<Swept> {
  const now = world.now()
  const newest = newestOf(now)
  const swept: Swept = { enabled: 0, woken: 0 }
  const failures: unknown[] = []
  const attempt = (of: Partial<WebhookName>, work: () => Promise<void>) =>
    work().catch((error: unknown) => {
      const { businessId: business_id, webhookId: webhook_id } = of
      logLine('error', 'sweep', { business_id, webhook_id, error: String(error) })
      failures.push(error)
    })
  for await (const page of allEnabled()) {
    const states = await readItems(page.map(stateKeyOf))
    const wakeUps: WakeUp[] = []
    for (const of of page) {
      const state = states.get(nameOf(stateKeyOf(of))) as unknown as WebhookState | undefined
      await attempt(of, async () => {
        if (state && (await isForgotten(of, state, now, newest))) wakeUps.push(wakeUpOf(of))
      })
    }
    if (wakeUps.length > 0) await attempt({}, () => world.wake(wakeUps, 0))
    swept.enabled += page.length
    swept.woken += wakeUps.length
  }
  if (failures.length > 0) throw new Error('a sweep failed in part', { cause: failures[0] })
  return swept
}

const stateKeyOf = ({ businessId, webhookId }: WebhookName) => webhookStateKey(businessId, webhookId)

const wakeUpOf = ({ businessId, webhookId }: WebhookName): WakeUp => ({
  business_id: businessId,
  webhook_id: webhookId,
  swept: true,
})

type Newest = (businessId: string) => Promise<string | undefined>

/** The newest event of a business that can no longer be joined by older ones; each business is asked about once. */
function newestOf(now: number): Newest {
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
  now: number,
  newest: Newest,
): Promise<boolean> {
  const { run, lease_until = 0, again, next_at, watermark } = state
  if (run !== undefined) return lease_until <= now
  if (again || Date.parse(next_at ?? '') < now - OVERDUE_MS) return true
  // Whatever its next wake-up is: a delivery that is tried again in eleven hours must not hide an event that never came.
  return !isPausedAt(state, now) && ((await newest(businessId)) ?? '') > watermark
}
