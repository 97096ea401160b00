/** The beginning of every event's id; a UUIDv7 follows it. */
export const EVENT_PREFIX = 'evt_'

const EVENT_ID = new RegExp(
  `^${EVENT_PREFIX}[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`,
)

/** True for text that could be the id of an event. */
export const isEventId = (text: string): boolean => EVENT_ID.test(text)

/** When an event was made, as its id says, in milliseconds since the epoch. */
export const eventTime = (eventId: string): number =>
  Number.parseInt(eventId.slice(EVENT_PREFIX.length).replace('-', '').slice(0, 12), 16)

/** No event ends so: the bits of its UUIDv7 that are random are all zero. */
const BEFORE_ALL = '-7000-8000-000000000000'

/** The position in a feed before all events of a millisecond since the epoch, and behind all earlier ones. It has the form of an event's id. */
export const positionAt = (ms: number): string => `${eventsAt(ms)}${BEFORE_ALL}`

/** True for a position that is not an event: it is a time alone, and is the same in every feed. */
export const isPosition = (eventId: string): boolean => eventId.endsWith(BEFORE_ALL)

/** The beginning of the ids of all events of a millisecond since the epoch, before which there is none: an earlier time is that one. */
export function eventsAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${EVENT_PREFIX}${hex.slice(0, 8)}-${hex.slice(8)}`
}
