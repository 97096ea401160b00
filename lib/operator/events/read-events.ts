import type { EventFilter } from '../../data/event-filter.ts'
import { readFeed } from '../../data/events.ts'

/** Pages are of this many events. */
const PAGE = 200

export interface Reading {
  businessId: string
  filter: EventFilter
  /** The event or position behind which it begins; undefined for the first event that there is. */
  after: string | undefined
  /** Called with the JSON of each event. */
  show: (json: string) => void
  signal: AbortSignal
}

/** Shows at most `most` events. Returns the last that was looked at if there are more, or it was stopped; else undefined. */
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
