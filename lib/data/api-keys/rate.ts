import { randomUUID } from 'node:crypto'
import type { ApiKey } from '../../domain/api-keys/api-key.ts'
import { within } from '../table/calls/times.ts'
import { type Patience, readItem } from '../table/calls/writer.ts'
import { type Key, rateKey } from '../table/keys.ts'
import { nameOf, readItems } from '../table/patient-reads.ts'
import {
  putBack,
  type RateItem,
  type Take,
  type TakeOutcome,
  takeFromFull,
  takeFurther,
} from './rate-writes.ts'

type RateLimit = ApiKey['rate_limit']

/** The decision of a bucket on one request, and the state of the bucket after it. */
export interface BucketState {
  /** False if the bucket held less than the call costs; then nothing was taken. */
  isTaken: boolean
  /** Whole tokens that are left. */
  remaining: number
  /** Seconds until there is one more. */
  moreInS: number
  /** Seconds until the call may be made again, if nothing else is taken meanwhile; 0 if it may be made now. */
  retryInS: number
  /** When the bucket is full again if nothing else is taken, in microseconds since the epoch. */
  fullAt: number
}

/** The token bucket of an API key, with the rate limit of that key. */
export interface Bucket {
  businessId: string
  keyId: string
  limit: RateLimit
}

/** The last `tat` this process saw of a key, and when. The true one is later, or earlier if others gave tokens back. */
const seen = new Map<string, { tat: number; atMs: number }>()
const MOST_SEEN = 10_000

/** For so long a bucket that was seen empty is taken for empty: what others give back is noticed after it. */
const KNOWN_EMPTY_MS = 1_000

/**
 * A bucket that cannot be written in this time is not waited for: twice the time of a try. The first one of
 * a process has to make its client and connection too.
 */
const TAKING: Patience = { tryMs: 400, allMs: 800 }
const TAKING_FIRST: Patience = { tryMs: 1_000, allMs: 1_000 }

const SECOND = 1_000_000

const NEVER_SEEN = { tat: 0, atMs: 0 }

/**
 * Microseconds until a token comes back, rounded up: sums of whole numbers lose nothing, and the rate is never
 * exceeded.
 */
const stepOf = ({ per_second }: RateLimit) => Math.ceil(SECOND / per_second)

/**
 * Takes tokens out of a key's bucket, all or none, and notes when the key was used, in one write; in two, when a
 * bucket that other processes draw from is not as this one remembers it. Exact whatever races: the time is read once.
 *
 * A bucket that was seen without a token within a second refuses without a write, also when the table cannot be reached.
 *
 * A call that costs more than a bucket holds needs a full one, or one in which only the tokens are missing that the caller `heldBack` just
 * before for this request, and leaves it in debt. Throws `TableUnavailable`.
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
  const { tat: known, atMs } = seen.get(keyId) ?? NEVER_SEEN
  const isKnownEmpty =
    nowMs - atMs < KNOWN_EMPTY_MS && known > Math.max(emptiest, now + (limit.burst - 1) * step)
  const { isTaken, tat } = isKnownEmpty
    ? { isTaken: false, tat: known }
    : await takeStored({ key, now, price, emptiest, id: randomUUID() }, known)
  if (!isKnownEmpty) remember(keyId, tat, nowMs)
  return {
    isTaken,
    ...levelOf(limit, tat, now),
    // A repeated call is charged again for the tokens held back.
    retryInS: isTaken ? 0 : seconds(tat - emptiest + heldBack * step),
  }
}

/**
 * Gives back tokens of a call that took more than it costs, in one write; `fullAt` is that of the bucket after it took
 * them. Tokens that have come back since by themselves are not given twice: without others the bucket is full at
 * `fullAt`, so only the rest of the time until then counts. Returns undefined if there is nothing to give back. Throws
 * `TableUnavailable`.
 */
export async function giveBack(
  { businessId, keyId, limit }: Bucket,
  { tokens, fullAt, nowMs = Date.now() }: { tokens: number; fullAt: number; nowMs?: number },
): Promise<BucketState | undefined> {
  const now = nowMs * 1000
  const price = Math.floor(Math.min(tokens * stepOf(limit), fullAt - now))
  if (price <= 0) return undefined
  const put = { key: rateKey(businessId, keyId), now, price, id: randomUUID() }
  const { tat } = await within(TAKING.allMs, () => putBack(put, TAKING))
  remember(keyId, tat, nowMs)
  return { isTaken: true, ...levelOf(limit, tat, now), retryInS: 0 }
}

/** How full a bucket is. */
function levelOf(limit: RateLimit, tat: number, now: number) {
  const step = stepOf(limit)
  const ahead = Math.max(0, tat - now)
  const remaining = Math.max(0, limit.burst - Math.ceil(ahead / step))
  const moreInS = seconds(ahead - (limit.burst - remaining - 1) * step)
  return { remaining, moreInS, fullAt: tat }
}

/** Whole seconds, one at least: there is no shorter pause in a header. */
const seconds = (micros: number) => Math.max(1, Math.ceil(micros / SECOND))

/** Takes from the bucket in the table, beginning with what this process knows of it. */
function takeStored(take: Take, known: number): Promise<TakeOutcome> {
  const patience = seen.size === 0 ? TAKING_FIRST : TAKING
  return within(patience.allMs, async () => {
    let last = await (known <= take.now ? takeFromFull : takeFurther)(take, patience)
    // The second try is made for what the first one found. Only others that give back in between need a third.
    for (let tries = 1; !last.isTaken && last.tat <= take.emptiest && tries < MOST_TRIES; tries++)
      last = await (last.tat > take.now ? takeFurther : takeFromFull)(take, patience)
    return last
  })
}

const MOST_TRIES = 3

function remember(keyId: string, tat: number, atMs: number): void {
  if (seen.size >= MOST_SEEN) seen.clear()
  seen.set(keyId, { tat, atMs })
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
