import type { Client } from 'openapi-fetch'
import type { components, paths } from './api.ts'
import { StorefrontError } from './problem.ts'
import { isPassing, type RetryOptions, retryAfterMs, waitFor } from './retry.ts'

type Schemas = components['schemas']

const NOW = 'now'

/** The longest wait for `Retry-After`. */
const LONGEST_WAIT_MS = 3_600_000

/** Which events to follow, and how. */
export interface FollowOptions {
  /**
   * Only events after this one: the `after` that you stored last time. `now`: only events from now on. Without it:
   * everything that the feed has.
   */
  after?: string | undefined
  /** Only events of these types, or of all types of one kind of object: `product.*`. */
  type?: Schemas['EventTypeFilter'] | readonly Schemas['EventTypeFilter'][]
  /** Only changes that this API key made, by its id; or `operator` or `system`. */
  actor?: string
  /** Only changes of the object with this id. */
  object?: string
  /** Milliseconds between two requests when nothing is new, and after an error. Default 5,000. */
  intervalMs?: number
  /**
   * Gets the `after` to store each time that it moves without an event, once those before it are processed: an event that was
   * stored long ago is forgotten in the end, though nothing happened since.
   */
  onPosition?: (after: string) => void | Promise<void>
  /** Ends the iteration: it then throws the reason of the signal. */
  signal?: AbortSignal
}

/** The events of a feed, one after the other, without an end. */
export interface EventFeed extends AsyncIterable<Schemas['Event']> {
  /** Store this when an event is processed, and in `onPosition`, and start with it the next time: the last event that you got, or a later position. */
  readonly after: string | undefined
}

/**
 * Follows the change feed. It waits through everything that passes: lost connections, 429 and 5xx, as long as
 * `Retry-After` says, an hour at most. Throws `StorefrontError` for every other error, such as 410 `events_expired`.
 */
export function follow(
  client: Client<paths>,
  { after, ...options }: FollowOptions,
  wait: RetryOptions['wait'] = waitFor,
): EventFeed {
  const position = { after }
  return {
    get after() {
      return position.after
    },
    [Symbol.asyncIterator]: () => eventsOf(client, position, options, wait),
  }
}

async function* eventsOf(
  client: Client<paths>,
  position: { after: string | undefined },
  {
    intervalMs = 5_000,
    signal = new AbortController().signal,
    onPosition = () => {},
    ...filter
  }: Omit<FollowOptions, 'after'>,
  wait: NonNullable<RetryOptions['wait']>,
): AsyncGenerator<Schemas['Event'], void, undefined> {
  for (;;) {
    signal.throwIfAborted()
    const { page, waitMs } = await nextPage(client, { ...filter, ...position }, signal)
    for (const event of page?.data ?? []) {
      position.after = event.id
      yield event
    }
    const before = position.after
    // An API of an earlier version has no position for a feed that has nothing yet: what comes first is new.
    if (page) position.after = page.next_after ?? (before === NOW ? undefined : before)
    if (position.after !== undefined && position.after !== before) await onPosition(position.after)
    if (!page?.has_more)
      await wait(waitMs === undefined ? intervalMs : Math.min(waitMs, LONGEST_WAIT_MS), signal)
  }
}

interface Tried {
  page?: Schemas['EventList']
  /** How long the server asks to wait. */
  waitMs?: number | undefined
}

type Query = Omit<FollowOptions, 'intervalMs' | 'onPosition' | 'signal'>

/** The next page; without one if that failed in a way that passes. Throws `StorefrontError`, and the signal's reason. */
async function nextPage(client: Client<paths>, query: Query, signal: AbortSignal): Promise<Tried> {
  const { type } = query
  const wanted = { ...query, ...(type !== undefined && { type: [type].flat() }) }
  const asked = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
  const outcome = await client
    .GET('/admin/events', { params: { query: { limit: 200, ...asked } }, signal })
    .catch((error: unknown) => ({ lost: error }))
  signal.throwIfAborted()
  if ('lost' in outcome) return {}
  const { data, error, response } = outcome
  if (data) return { page: data }
  if (!isPassing(response.status)) throw new StorefrontError(response, error)
  return { waitMs: retryAfterMs(response.headers.get('retry-after')) }
}
