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

const DAY_MS = 24 * 60 * 60 * 1000

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
