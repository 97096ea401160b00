/** One run: what works off the deliveries of one webhook under its lease. */
import { readSuspension } from '../data/business-status.ts'
import type { WebhookName } from '../data/webhooks/enabled.ts'
import { readSecrets } from '../data/webhooks/secrets.ts'
import type { Holder, Progress, WebhookState } from '../data/webhooks/state.ts'
import { getWebhook } from '../data/webhooks/webhooks.ts'
import { MOST_A_SECOND } from '../domain/webhooks/delivery.ts'
import {
  type Health,
  isDown,
  isPausedAt,
  resumed,
  suspended,
  UP,
} from '../domain/webhooks/endpoint-health.ts'
import type { Webhook } from '../domain/webhooks/webhook.ts'
import type { Effects } from './effects.ts'

/** No send begins later than so long after the beginning: one lasts 15 s at most, and the function is stopped after 70 s. */
const SENDING_MS = 50_000

/** Longer than a function runs: a lease that has lapsed is a dead run's. */
export const LEASE_MS = 75_000

const CONNECTIONS = 10

/**
 * If a run that died still has the lease, its last delivery is sent twice. The next run sends one at a
 * time, since it can die of the same cause.
 */
const CONNECTIONS_BEHIND_A_DEATH = 1

/** The counts of a run for its line in the log. */
export interface Counts {
  sent: number
  succeeded: number
  failed: number
  /** Deliveries that should have been made long before. */
  late: number
}

/** A round changes only how far the run has come, and the health of the endpoint. */
export interface Run extends Readonly<Omit<Holder, 'watermark'>> {
  readonly effects: Effects
  readonly endsAt: number
  /** The state as it was when this round began. */
  readonly state: Readonly<WebhookState>
  /** When the wake-up that this run has sent arrives. */
  readonly sentFor: string | undefined
  /** Every wanted event up to the frontier has a delivery; up to the watermark the table says so. */
  watermark: string
  frontier: string
  health: Readonly<Health>
  /** Resolves when the next send can begin. */
  readonly takeTurn: () => Promise<void>
  /** The most sends at once. */
  readonly connections: number
  readonly counts: Counts
}

/**
 * Why a run sends no more for now: `off` is a webhook that is disabled or no more, or whose business is suspended, `moved` a
 * watermark that others moved.
 */
export type Stop = 'off' | 'paused' | 'out_of_time' | 'moved'

export const newRun = (of: WebhookName & { run: string }, effects: Effects, state: WebhookState): Run => ({
  ...of,
  effects,
  endsAt: effects.now() + SENDING_MS,
  state,
  sentFor: undefined,
  watermark: state.watermark,
  frontier: state.watermark,
  health: healthIn(state),
  takeTurn: turns(effects),
  connections: state.run === undefined ? CONNECTIONS : CONNECTIONS_BEHIND_A_DEATH,
  counts: { sent: 0, succeeded: 0, failed: 0, late: 0 },
})

/** Moves a run on. Throws if the table would say of more events that they have a delivery than have one. */
export function moveTo(run: Run, to: Partial<Pick<Run, 'watermark' | 'frontier'>>): void {
  const { watermark, frontier } = { ...run, ...to }
  if (watermark > frontier) throw new Error(`the watermark ${watermark} is above the frontier ${frontier}`)
  run.watermark = watermark
  run.frontier = frontier
}

/**
 * Turns to send: at most `MOST_A_SECOND` come in any second, evenly spread. One after the other: a wait that lasted longer
 * than it should is not made up for.
 */
function turns(effects: Effects): Run['takeTurn'] {
  let next = Promise.resolve(0)
  return async () => {
    next = next.then(async (at) => {
      if (at > effects.now()) await effects.wait(at - effects.now())
      return effects.now() + 1_000 / MOST_A_SECOND
    })
    await next
  }
}

export const healthIn = ({
  failures = 0,
  failing_since,
  suspended_at,
  outages = 0,
  probe_at,
  probes = 0,
  probed,
}: WebhookState): Health => ({
  ...UP,
  failures,
  failing_since,
  suspended_at,
  outages,
  probe_at,
  probes,
  probed,
})

/** The progress that a run stores when it gives the lease back. */
export function progressOf({ frontier, health }: Run, next_at: string | undefined): Progress {
  const { failures, failing_since, suspended_at, outages, probe_at, probes, probed } = health
  const failing = failures > 0 ? { failures, failing_since, suspended_at } : {}
  const out = outages > 0 ? { outages } : {}
  const paused = isDown(health) ? { probe_at, probes, probed } : {}
  return definedOf({ watermark: frontier, next_at, ...failing, ...out, ...paused })
}

/** A progress without the members that have no value. */
const definedOf = (progress: { [K in keyof Progress]: Progress[K] | undefined }): Progress =>
  Object.fromEntries(
    Object.entries(progress).filter(([, value]) => value !== undefined),
  ) as unknown as Progress

/** True if nothing is sent until the next one is tried. */
export const isPaused = ({ health, effects }: Run) => isPausedAt(health, effects.now())

/** `out_of_time` once no send is to begin any more. */
export const outOfTime = ({ effects, endsAt }: Run) => (effects.now() > endsAt ? 'out_of_time' : undefined)

/** The target of the deliveries, and the secrets that sign them. */
export interface Target {
  webhook: Webhook
  secrets: string[]
}

/** The webhook as it is now; `off` if it is disabled or no more, or its business is suspended. */
export async function readTarget(run: Run): Promise<Target | 'off'> {
  const { businessId, webhookId, effects } = run
  const [webhook, secrets, suspension] = await Promise.all([
    getWebhook(businessId, webhookId),
    readSecrets(businessId, webhookId, effects.now()),
    readSuspension(businessId),
  ])
  const now = effects.now()
  const { isOn, since = new Date(now).toISOString() } = suspension
  run.health = isOn ? suspended(run.health, since) : resumed(run.health, now)
  if (isOn) return 'off'
  return webhook?.is_enabled && secrets.length > 0 ? { webhook, secrets } : 'off'
}
