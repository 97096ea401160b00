import type { EventFilter } from '../../data/event-filter.ts'
import { readFeed } from '../../data/events.ts'

/** Pages are of this many events. */
const PAGE = 200

/** New events appear up to this long later than they could. */
const POLL_MS = 2_000

export interface Reading {
  businessId: string
  filter: EventFilter
  /** The event or position behind which it begins; undefined for the first event that there is. */
  after: string | undefined
  /** Called with the JSON of each event. */
  show: (json: string) => void
  signal: AbortSignal
}

/** Shows at most so many events. Returns the last that was looked at if there are more, or it was stopped; else undefined. */
export async function readEvents(
  { businessId, filter, after, show, signal }: Reading,
  most: number,
): Promise<{ shown: number; rest: string | undefined }> {
  let [shown, position] = [0, after]
  while (shown < most) {
    if (signal.aborted) return { shown, rest: position }
    const limit = Math.min(PAGE, most - shown)
    const page = await readFeed(businessId, filter, {
      limit,
      ...(position !== undefined && { after: position }),
    })
    for (const json of page.items) show(json)
    shown += page.items.length
    if (page.position === null) return { shown, rest: undefined }
    position = page.position
  }
  return { shown, rest: position }
}

/** The time, and how it passes. */
export interface Clock {
  now: () => number
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** Shows events as they appear in the feed, until it is stopped. */
export async function followEvents(
  { businessId, filter, after, show, signal }: Reading,
  { now, wait }: Clock,
): Promise<void> {
  let position = after
  while (!signal.aborted) {
    const request = { limit: PAGE, ...(position !== undefined && { after: position }) }
    const page = await readFeed(businessId, filter, request, new Date(now()))
    for (const json of page.items) show(json)
    position = page.lastScanned ?? position
    if (page.position === null) await wait(POLL_MS, signal).catch(unlessStopped(signal))
  }
}

/** A wait that was cut short by the stop is no error. */
const unlessStopped = (signal: AbortSignal) => (error: unknown) => {
  if (!signal.aborted) throw error
}
