/** How the endpoint of a webhook does: what its tries say of it, when it is paused, and what it is tried with then. */

import { isOutage, OUTAGES_TO_PAUSE, type Try } from './delivery.ts'
import { waitAfter } from './waits.ts'

export interface Health {
  /** Failed tries since the last success, and when the first was. */
  failures: number
  failing_since: string | undefined
  /** Since when its business is suspended, if a run knows so. */
  suspended_at: string | undefined
  /** Tries in a row that found the endpoint down. */
  outages: number
  /** While the webhook is paused: until when, how many rounds of tries have failed, and the event that was tried last. */
  probe_at: string | undefined
  probes: number
  probed: string | undefined
  /** The seconds that the endpoint asked to wait (`Retry-After`) when it was found down last; not stored. */
  retry_after_s: number | null
}

/** Of an endpoint that is not down. */
export const UP = {
  suspended_at: undefined,
  outages: 0,
  probe_at: undefined,
  probes: 0,
  probed: undefined,
  retry_after_s: null,
}

/** True if enough tries in a row found the endpoint down: then one delivery at a time is tried. */
export const isDown = ({ outages }: Pick<Health, 'outages'>): boolean => outages >= OUTAGES_TO_PAUSE

/** True if nothing is sent until a later time, in milliseconds since the epoch. A pause that has ended does not count: one delivery is tried now. */
export const isPausedAt = (
  { outages = 0, probe_at }: { outages?: number | undefined; probe_at?: string | undefined },
  now: number,
): boolean => isDown({ outages }) && Date.parse(probe_at ?? '') > now

/** Behind a try that succeeded. */
export const HEALTHY: Health = { failures: 0, failing_since: undefined, ...UP }

/**
 * The health behind a failed try: it counts against the endpoint if that is down; otherwise the endpoint has responded,
 * and a pause ends. A requested delivery is not a probe: it does not make a pause longer.
 */
export function healthAfterFailure(
  health: Health,
  { status_code, retry_after_s }: Pick<Try, 'status_code'> & Pick<Health, 'retry_after_s'>,
  { at, isAsked }: { at: number; isAsked: boolean },
): Health {
  const { failures, failing_since = new Date(at).toISOString(), ...endpoint } = health
  const failing = { failures: failures + 1, failing_since }
  if (!isOutage({ status_code })) return { ...failing, ...UP }
  if (isAsked && isDown(health)) return { ...failing, ...endpoint }
  return { ...failing, ...endpoint, outages: endpoint.outages + 1, retry_after_s }
}

/** Of a webhook that is paused, for longer with every round that fails. `random` is from 0 to 1. */
export function paused(health: Health, now: number, random: number): Health {
  const probes = health.probes + 1
  const wait = waitAfter(probes, health.retry_after_s, random)
  return { ...health, probes, probe_at: new Date(now + wait).toISOString() }
}

/** Of a webhook whose business is suspended: since the first time that a run learned of it. */
export const suspended = (health: Health, since: string): Health => ({
  ...health,
  suspended_at: health.suspended_at ?? since,
})

/** The time of a suspension, in which nothing was tried, does not count towards that after which a webhook is disabled. */
export function resumed({ suspended_at, failing_since, ...health }: Health, now: number): Health {
  const pausedMs = suspended_at === undefined ? 0 : Math.max(0, now - Date.parse(suspended_at))
  const since = failing_since && new Date(Date.parse(failing_since) + pausedMs).toISOString()
  return { ...health, suspended_at: undefined, failing_since: since }
}

/**
 * Of the deliveries that are due, the oldest first, the one that a paused webhook is tried with, and whether it is its turn:
 * they and the events that were not tried yet take turns, as the receiver may refuse one of them like an endpoint that is
 * down. The same event comes twice in a row only if there is no other, and has no turn before one that was not tried.
 */
export function dueProbe<J extends { event: { id: string } }>(
  due: readonly J[],
  { probes, probed }: Pick<Health, 'probes' | 'probed'>,
): { job: J | undefined; isItsTurn: boolean } {
  const other = due.find(({ event }) => event.id !== probed)
  return { job: other ?? due[0], isItsTurn: other !== undefined && probes % 2 === 1 }
}
