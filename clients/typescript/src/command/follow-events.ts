import type { StorefrontEvent } from '../resources.ts'
import type { Storefront } from '../storefront.ts'
import { eventPosition } from './event-position.ts'
import { eventTypes } from './event-types.ts'

/** The options of the commands that follow the change feed. */
export interface FollowingOptions {
  since?: string
  types?: string
  interval: number
}

/**
 * Does something for each event, one after the other, without an end. `begin` is called when the position is known: what
 * happens from then on is not missed. At its end, for whatever reason, it prints where the next one continues. Throws `StorefrontError`, a `Failure`, and the reason of the signal.
 */
export async function followEvents(
  client: Storefront,
  { since, types, interval }: FollowingOptions,
  signal: AbortSignal,
  { begin, each }: { begin: () => void; each: (event: StorefrontEvent) => Promise<void> | void },
): Promise<void> {
  const type = eventTypes(types)
  const after = await eventPosition(client, { since, type }, signal)
  begin()
  let position = after
  const onPosition = (at: string) => {
    position = at
  }
  const feed = client.events.follow({ after, type, intervalMs: interval * 1_000, onPosition, signal })
  try {
    for await (const event of feed) {
      await each(event)
      position = event.id
    }
  } finally {
    if (position !== undefined) console.error(`to continue from here: --since ${position}`)
  }
}
