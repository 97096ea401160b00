import type { WebhookState } from '../../data/webhooks/state.ts'
import type { Business } from '../../domain/business.ts'
import { eventTime } from '../../domain/events.ts'
import type { Webhook, WebhookHealth } from '../../domain/webhooks/webhook.ts'
import { adminWebhookWithHealth } from '../../domain/webhooks/webhook-view.ts'
import { inColumns } from '../command-line/columns.ts'
import type { CommonOptions } from '../common-options.ts'

/** A webhook, how its endpoint does, and how far its deliveries are; never a secret. */
export interface KnownWebhook {
  webhook: Webhook
  health: WebhookHealth
  state: WebhookState | undefined
  /** The newest event that deliveries can have reached; undefined if there is none. */
  newest: string | undefined
}

/** Prints webhooks, a line each beneath headings, or that there are none. */
export function showWebhooks(
  known: readonly KnownWebhook[],
  { slug }: Business,
  { json }: CommonOptions,
  now: number,
): void {
  if (json)
    console.log(
      JSON.stringify(
        known.map((one) => asJson(one, now)),
        null,
        2,
      ),
    )
  else if (known.length === 0) console.log(`${slug} has no webhooks`)
  else
    console.log(
      inColumns(
        ['ID', 'STATE', 'BEHIND', 'URL (EVENTS)'],
        known.map((one) => [
          one.webhook.id,
          stateOf(one),
          behind(one, now) ?? '-',
          `${one.webhook.url} (${one.webhook.events.join(' ')})`,
        ]),
      ),
    )
}

const asJson = (known: KnownWebhook, now: number) => ({
  ...adminWebhookWithHealth(known.webhook, known.health),
  deliveries: deliveriesOf(known, now),
})

/** How far the deliveries of a webhook are, in the words of the API where it has some. */
function deliveriesOf(known: KnownWebhook, now: number) {
  const { state } = known
  if (!state) return {}
  const { watermark, failures = 0, next_at = null, probe_at, run, lease_until = 0 } = state
  return {
    delivered_until: new Date(eventTime(watermark)).toISOString(),
    behind: behind(known, now),
    failures_in_a_row: failures,
    next_try_after_pause: probe_at ?? null,
    next_wake_up_at: next_at,
    lease: run === undefined ? null : leaseOf(lease_until, now),
  }
}

const leaseOf = (until: number, now: number) =>
  `${until > now ? 'held' : 'lapsed'} ${until > now ? 'until' : 'since'} ${new Date(until).toISOString()}`

/** How old the watermark is, if there are newer events; null if there are none, or nothing is delivered. */
function behind({ webhook, state, newest }: KnownWebhook, now: number): string | null {
  if (!webhook.is_enabled || !state || newest === undefined || newest <= state.watermark) return null
  return inWords(now - eventTime(state.watermark))
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const

/** A length of time in its largest whole unit. */
function inWords(ms: number): string {
  const [unit, size] = UNITS.find(([, least]) => ms >= 2 * least) ?? ['s', 1_000]
  return `${Math.max(0, Math.floor(ms / size))} ${unit}`
}

function stateOf({ webhook, health, state }: KnownWebhook): string {
  if (!webhook.is_enabled) return `disabled (${webhook.disabled_reason})`
  if (!state) return 'no state (see verify)'
  if (health.paused_until !== null) return `paused until ${health.paused_until}`
  return health.failing_since === null ? 'enabled' : `failing since ${health.failing_since}`
}
