/** One try to deliver an event. */
export interface Try {
  at: string
  /** Null if no response arrived in time: then `error` says why. */
  status_code: number | null
  error: string | null
  duration_ms: number
}

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** One event on its way to one webhook, with all its tries. */
export interface Delivery {
  id: string
  event_id: string
  type: string
  status: DeliveryStatus
  tries: Try[]
  next_try_at: string | null
}

/** The delivery of an event has its own id: there is one for each webhook. */
export const deliveryId = (eventId: string) => eventId.replace(/^evt_/, 'dlv_')

/** The event of a delivery's id, or undefined if it is not such an id. */
export const eventOf = (id: string): string | undefined =>
  /^dlv_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id.replace(/^dlv_/, 'evt_') : undefined

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY_MS = 24 * HOUR

/** The wait behind each failed try of an event but the last, in milliseconds: ten tries in 50 hours. */
const WAITS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  11 * HOUR,
  11 * HOUR,
  11 * HOUR,
]

export const MOST_TRIES = WAITS_MS.length + 1

/** `Retry-After` is honoured up to the longest wait. */
export const LONGEST_WAIT_MS = Math.max(...WAITS_MS)

/** Jitter shortens a wait by up to a tenth, so that what failed together is not tried together again. */
const JITTER = 0.1

/**
 * When to try again, in milliseconds from now, after `failures` failed tries in a row; from the tenth on it is the longest wait.
 * `retryAfterS` is the wait that the endpoint requested, or null; `random` is from 0 to 1.
 */
export function waitAfter(failures: number, retryAfterS: number | null, random: number): number {
  const wait = WAITS_MS[Math.max(0, failures - 1)] ?? LONGEST_WAIT_MS
  const asked = Math.min((retryAfterS ?? 0) * SECOND, LONGEST_WAIT_MS)
  return Math.max(Math.round(wait * (1 - JITTER * random)), asked)
}

/** Statuses by which an endpoint, or a proxy before it, says that it is down or overloaded. */
const OUTAGE_STATUSES: readonly number[] = [429, 502, 503, 504]

/** True if a failed try says that the endpoint is down: no response arrived, or one that says so. Any other speaks of its event alone. */
export const isOutage = ({ status_code }: Pick<Try, 'status_code'>): boolean =>
  status_code === null || OUTAGE_STATUSES.includes(status_code)

/** The outages in a row that pause a webhook: then one delivery at a time is tried. */
export const OUTAGES_TO_PAUSE = 5

/** An endpoint that responds at once still gets no more deliveries of its webhook than this in a second. */
export const MOST_A_SECOND = 50

/** True if an endpoint has failed so long, and so often, that its webhook is disabled. */
export const isGivenUp = (failures: number, failingSince: number, now: number): boolean =>
  failures >= 10 && now - failingSince >= 5 * DAY_MS
