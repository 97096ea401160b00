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
 * happens from then on is not missed. Throws `StorefrontError`, a `Failure`, and the reason of the signal.
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
  const feed = client.events.follow({ after, type, intervalMs: interval * 1_000, signal })
  for await (const event of feed) await each(event)
}
