import { eventKey, type Key, webhookStateKey } from '../../lib/data/table/keys.ts'
import { pagesOf } from '../../lib/data/table/patient-reads.ts'
import { readState, type WebhookState } from '../../lib/data/webhooks/state.ts'
import { getWebhook } from '../../lib/data/webhooks/webhooks.ts'
import { waitAfter } from '../../lib/domain/webhooks/waits.ts'
import { type Webhook, wants } from '../../lib/domain/webhooks/webhook.ts'
import type { Call } from '../delivery/simulation/simulation.ts'
import { KINDS } from './events-endpoints.ts'
import type { Scene } from './events-traffic.ts'
import { hold } from './run.ts'

interface Event extends Key {
  event_type: string
}

interface Row extends Key {
  type: string
  status: string
}

/** The outcome of the events at a webhook. */
export interface Outcome {
  delivered: number
  /** Events that nobody will deliver any more, though nobody says that they failed. */
  lost: number
  /** Events that wait, though nothing is under way. */
  stuck: number
  /** Calls that succeeded beyond the first of each event. */
  twice: number
}

async function all<T>(pk: string): Promise<T[]> {
  const pages = await Array.fromAsync(pagesOf({ pk, sk: '' }))
  return pages.flat() as T[]
}

/** The events of a business in the order of their ids: those that the simulation committed, and those of its webhooks. */
export const eventsOf = (businessId: string) => all<Event>(eventKey(businessId, '').pk)

/** True if nothing is to come for a webhook: nobody has its lease, no wake-up is on its way, no event is ahead of it. */
export const isAtRest = ({ run, next_at, watermark }: WebhookState, newest: string) =>
  run === undefined && next_at === undefined && watermark >= newest

/** Judges what became of a webhook's events when all is quiet, and what it has become itself. */
export async function judge(scene: Scene, name: string, events: readonly Event[]): Promise<Outcome> {
  const { business: businessId, webhooks, over, world } = scene
  const webhookId = webhooks.get(name)?.id ?? ''
  const urls = scene.urls.get(name) ?? []
  const calls = world.calls.filter(({ url }) => urls.includes(url))
  for (const { url, at } of calls)
    hold(at <= (over.get(url) ?? at), () => `${name}: ${url} was called at ${at}, over at ${over.get(url)}`)
  const succeeded = calls.filter(({ status }) => status !== null && status < 300)
  const delivered = new Set(succeeded.map(({ id }) => id))
  const twice = succeeded.length - delivered.size
  const [webhook, state] = await Promise.all([
    getWebhook(businessId, webhookId),
    readState({ businessId, webhookId }),
  ])
  const end = KINDS.find((kind) => kind.name === name)?.end
  const found = webhook?.is_enabled ? undefined : (webhook?.disabled_reason ?? 'deleted')
  hold(found === end, () => `${name}: ended by ${found}`)
  if (!webhook || !state || end) return { delivered: delivered.size, lost: 0, stuck: 0, twice }
  const missing = events.filter(
    (event) => event.sk > state.since && wants(webhook, event.event_type) && !delivered.has(event.sk),
  )
  return {
    delivered: delivered.size,
    twice,
    ...(await sorted({ webhook, businessId, state }, missing, events.at(-1)?.sk ?? '')),
  }
}

interface Judged {
  businessId: string
  webhook: Webhook
  state: WebhookState
}

/** Which of the events that were not delivered are lost, and which are stuck. */
async function sorted({ businessId, webhook, state }: Judged, missing: readonly Event[], newest: string) {
  const rows = await all<Row>(webhookStateKey(businessId, webhook.id).pk)
  const statuses = new Map(
    rows.filter(({ type }) => type === 'delivery').map(({ sk, status }) => [sk.split('#')[1], status]),
  )
  const outcomeOf = ({ sk }: Event) => {
    const status = statuses.get(sk)
    if (status === 'pending') return 'stuck'
    if (status === undefined) return sk > state.watermark ? 'stuck' : 'lost'
    return status === 'failed' ? 'failed' : 'lost'
  }
  const outcomes = missing.map(outcomeOf)
  const left = rows.filter(({ type, status }) => type === 'due' || status === 'pending').length
  const stuck = outcomes.filter((outcome) => outcome === 'stuck').length
  return {
    lost: outcomes.filter((outcome) => outcome === 'lost').length,
    stuck: Math.max(stuck, left, isAtRest(state, newest) ? 0 : 1),
  }
}

/**
 * The most calls in so much time of an endpoint that fails from the first one on: up to fourteen before its webhook is
 * paused, as ten are under way at once, then one for each step of the schedule. `probes` steps are over already.
 */
export function mostCalls(ms: number, probes = 0): number {
  let [calls, time] = [1, 0]
  for (let step = Math.max(1, probes); time <= ms; step++) {
    time += waitAfter(step, null, 1)
    calls++
  }
  return probes > 0 ? calls : calls + 14
}

/** The calls of a URL from a time on. */
export const callsSince = (calls: readonly Call[], url: string, since: number) =>
  calls.filter((call) => call.url === url && call.at >= since).length
