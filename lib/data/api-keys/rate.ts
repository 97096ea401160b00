import { randomUUID } from 'node:crypto'
import type { ApiKey } from '../../domain/api-key.ts'
import { type Key, rateKey } from '../table/keys.ts'
import { nameOf, readItems } from '../table/patient-reads.ts'
import { within } from '../table/times.ts'
import { type Patience, readItem } from '../table/writer.ts'
import { type Outcome, type RateItem, type Take, takeFromFull, takeFurther } from './rate-writes.ts'

type RateLimit = ApiKey['rate_limit']

/** What a bucket says of a call. */
export interface BucketState {
  /** False if the bucket held less than the call costs; then nothing was taken. */
  isTaken: boolean
  /** Whole tokens that are left. */
  remaining: number
  /** Seconds until there is one more. */
  moreInS: number
  /** Seconds until the call may be made again, if nothing else is taken meanwhile; 0 if it may be made now. */
  retryInS: number
}

/** Whose bucket it is, and what it lets through. */
export interface Bucket {
  businessId: string
  keyId: string
  limit: RateLimit
}

/** The last `tat` this process saw of a key. It never falls, so the true one is this or later. */
const seen = new Map<string, number>()
const MOST_SEEN = 10_000

/**
 * A bucket that cannot be written in this time is not worth waiting for: twice what a try may take. The first one of
 * a process has to make its client and connection too.
 */
const TAKING: Patience = { tryMs: 400, allMs: 800 }
const TAKING_FIRST: Patience = { tryMs: 1_000, allMs: 1_000 }

const SECOND = 1_000_000

/** What a token takes to come back. Whole, so that nothing is lost in sums, and never too short. */
const stepOf = ({ per_second }: RateLimit) => Math.ceil(SECOND / per_second)

/**
 * Takes tokens out of a key's bucket, all or none, and notes when the key was used, in one write; in two, when a
 * bucket that other processes draw from is not as this one remembers it. Exact whatever races: the time is read once,
 * and `tat` only grows, so that a bucket which is not full at the first try is not full at the second.
 *
 * A bucket that is known to hold no token refuses without a write, also when the table cannot be reached: nobody can
 * have drawn from it since, so that what is remembered is what is there.
 *
 * A call that costs more than a bucket holds needs a full one, or one that lacks only what the caller `heldBack` just
 * before for the same call, and leaves it in debt. Throws `TableUnavailable`.
 */
export async function take(
  { businessId, keyId, limit }: Bucket,
  { cost = 1, heldBack = 0, nowMs = Date.now() }: { cost?: number; heldBack?: number; nowMs?: number } = {},
): Promise<BucketState> {
  const step = stepOf(limit)
  const now = nowMs * 1000
  const price = cost * step
  const emptiest = now + Math.max(limit.burst * step - price, heldBack * step)
  const key = rateKey(businessId, keyId)
  const known = seen.get(keyId) ?? 0
  const isKnownEmpty = known > Math.max(emptiest, now + (limit.burst - 1) * step)
  const { isTaken, tat } = isKnownEmpty
    ? { isTaken: false, tat: known }
    : await takeStored({ key, now, price, emptiest, id: randomUUID() }, known)
  remember(keyId, tat)
  const ahead = Math.max(0, tat - now)
  const remaining = Math.max(0, limit.burst - Math.ceil(ahead / step))
  return {
    isTaken,
    remaining,
    moreInS: seconds(ahead - (limit.burst - remaining - 1) * step),
    // Whoever calls again pays again for what is held back.
    retryInS: isTaken ? 0 : seconds(tat - emptiest + heldBack * step),
  }
}

/** Whole seconds, one at least: there is no shorter pause in a header. */
const seconds = (micros: number) => Math.max(1, Math.ceil(micros / SECOND))

/** Takes from the bucket in the table, beginning with what this process knows of it. */
function takeStored(take: Take, known: number): Promise<Outcome> {
  const patience = seen.size === 0 ? TAKING_FIRST : TAKING
  return within(patience.allMs, async () => {
    const first = await (known <= take.now ? takeFromFull : takeFurther)(take, patience)
    if (first.isTaken || first.tat > take.emptiest) return first
    return (first.tat > take.now ? takeFurther : takeFromFull)(take, patience)
  })
}

function remember(keyId: string, tat: number): void {
  if (seen.size >= MOST_SEEN) seen.clear()
  seen.set(keyId, Math.max(tat, seen.get(keyId) ?? 0))
}

/** When a key last called `/admin`, or null. */
export async function readLastUse(businessId: string, keyId: string): Promise<string | null> {
  return (await readItem<Key & RateItem>(rateKey(businessId, keyId)))?.last_used_at ?? null
}

/** When each of these keys last called `/admin`; those that never did are left out. */
export async function readLastUses(
  businessId: string,
  keyIds: readonly string[],
): Promise<Map<string, string>> {
  const keys = keyIds.map((keyId) => ({ keyId, ...rateKey(businessId, keyId) }))
  const items = await readItems(keys)
  return new Map(
    keys.flatMap(({ keyId, ...key }) => {
      const lastUse = items.get(nameOf(key))?.last_used_at
      return typeof lastUse === 'string' ? [[keyId, lastUse]] : []
    }),
  )
}
