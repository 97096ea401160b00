import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { DEADLINE_MS, jitterMs, Refusal, type Step } from './commit.ts'
import { TableUnavailable } from './table-fault.ts'
import { deadline, within } from './writer.ts'

/** What every resource has: it grows by one with each change. */
interface Versioned {
  version: number
  updated_at: string
}

/** An object is at most this large as JSON, so that a page of them, a card and an event all fit their limits. */
const MAX_OBJECT_BYTES = 32 * 1024

/**
 * Runs an attempt that reads, decides and writes on the condition that what it read is still so; after a jittered
 * pause once more whenever another writer was first. A deadline for all of it, not a number of tries, ends it: five tries let 14
 * of 200 racing writers through, 8 s all of them. Throws `TableUnavailable` then.
 */
export const againstNewest = <T>(attempt: () => Promise<T>): Promise<T> =>
  within(DEADLINE_MS, async () => {
    for (let tries = 0; ; tries++) {
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof Refusal && error.reason === 'version_changed')) throw error
        const pause = jitterMs(tries)
        if (Date.now() + pause > deadline())
          throw new TableUnavailable('other writers were always first', { cause: error })
        await wait(pause)
      }
    }
  })

/** The next version of an object, or the object itself if the change changes nothing. */
export function nextVersion<T extends Versioned>(before: T, changed: T, now: Date): T {
  // Not by their JSON: DynamoDB keeps the members of a map in an order of its own.
  if (isDeepStrictEqual(changed, before)) return before
  return allowedSize({ ...changed, updated_at: now.toISOString(), version: before.version + 1 })
}

/** The object, if it is small enough to be stored. Throws the `Refusal` `object_too_large`. */
export function allowedSize<T extends object>(object: T): T {
  if (Buffer.byteLength(JSON.stringify(object)) > MAX_OBJECT_BYTES) throw new Refusal('object_too_large')
  return object
}

/** The condition of a write that nobody changed the item since it was read, or that it does not exist yet. */
export const isStill = (before: { version: number } | undefined) =>
  before
    ? {
        ConditionExpression: '#version = :version',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':version': before.version },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' }

/** What a write may be given beside its content. */
export interface WriteOptions<T> {
  now?: Date
  /** Looks at the object before it is changed and may throw to leave it as it is. */
  check?: (before: T) => void
  /** Further steps of the same transaction, made from the object as it will be; they are judged first. */
  also?: (after: T) => Step[]
}
