import { setTimeout as wait } from 'node:timers/promises'
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import type { ApiKey } from '../domain/api-key.ts'
import { jitterMs } from './commit.ts'
import { type Key, rateKey } from './keys.ts'
import { TableUnavailable } from './table-fault.ts'
import { deadline, readBatch, readItem, updateItem, within } from './writer.ts'

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

/**
 * One number says how full a bucket is (GCRA, the generic cell rate algorithm): `tat`, the theoretical time at which
 * it is full again, here in microseconds since the epoch. Each token that is taken puts it off by what a token takes
 * to come back; the bucket is empty when that is `burst` tokens ahead of now.
 */
interface RateItem {
  tat: number
  last_used_at: string
}

/** The last `tat` this process saw of a key. It never falls, so the true one is this or later. */
const seen = new Map<string, number>()
const MOST_SEEN = 10_000

/**
 * A bucket that cannot be written in this time is not worth waiting for; a call has half a second more than its own
 * work may take. The first one of a process has to make its client and connection too.
 */
const LONGEST_TAKE_MS = 400
const LONGEST_FIRST_TAKE_MS = 1_000

const SECOND = 1_000_000

/** What a token takes to come back. Whole, so that nothing is lost in sums, and never too short. */
const stepOf = ({ per_second }: RateLimit) => Math.ceil(SECOND / per_second)

/**
 * Takes tokens out of a key's bucket, all or none, and notes when the key was used, in one write; in two, when a
 * bucket that other processes draw from is not as this one remembers it. Exact whatever races: the time is read once,
 * and `tat` only grows, so that a bucket which is not full at the first try is not full at the second.
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
  const write = { key: rateKey(businessId, keyId), now, price, emptiest }
  const isFull = (seen.get(keyId) ?? 0) <= now
  const longestMs = seen.size === 0 ? LONGEST_FIRST_TAKE_MS : LONGEST_TAKE_MS
  const outcome = await within(longestMs, async () => {
    const first = await (isFull ? takeFromFull(write) : takeFurther(write))
    if (first.isTaken || first.tat > emptiest) return first
    return first.tat > now ? takeFurther(write) : takeFromFull(write)
  })
  remember(keyId, outcome.tat)
  const { isTaken, tat } = outcome
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

interface Take {
  key: Key
  now: number
  price: number
  emptiest: number
}

/** Out of a full bucket. If it is not full, what it is instead. */
const takeFromFull = ({ key, now, price }: Take) =>
  tryTake(key, now, {
    UpdateExpression: 'SET #tat = :next, #type = :type, #used = :used',
    ConditionExpression: 'attribute_not_exists(#tat) OR #tat <= :now',
    ExpressionAttributeValues: { ':next': now + price, ':now': now },
  })

/** Out of one that is not full. If it is too empty, or full after all because its item was deleted, what it is. */
const takeFurther = ({ key, now, price, emptiest }: Take) =>
  tryTake(key, now, {
    UpdateExpression: 'SET #tat = #tat + :price, #type = :type, #used = :used',
    ConditionExpression: '#tat > :now AND #tat <= :emptiest',
    ExpressionAttributeValues: { ':price': price, ':now': now, ':emptiest': emptiest },
  })

async function tryTake(
  Key: Key,
  now: number,
  { ExpressionAttributeValues, ...update }: Omit<Parameters<typeof updateItem>[0], 'Key'>,
): Promise<{ isTaken: boolean; tat: number }> {
  try {
    const { tat } = await updateItem<RateItem>({
      ...update,
      Key,
      ExpressionAttributeNames: { '#tat': 'tat', '#type': 'type', '#used': 'last_used_at' },
      ExpressionAttributeValues: {
        ...ExpressionAttributeValues,
        ':type': 'rate',
        ':used': new Date(now / 1000).toISOString(),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    return { isTaken: true, tat }
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    return { isTaken: false, tat: Number(error.Item?.tat?.N ?? 0) }
  }
}

function remember(keyId: string, tat: number): void {
  if (seen.size >= MOST_SEEN) seen.clear()
  seen.set(keyId, Math.max(tat, seen.get(keyId) ?? 0))
}

/** When a key last called `/admin`, or null. */
export async function readLastUse(businessId: string, keyId: string): Promise<string | null> {
  return (await readItem<Key & RateItem>(rateKey(businessId, keyId)))?.last_used_at ?? null
}

/** The most keys that BatchGetItem takes. */
const BATCH = 100

/** When each of these keys last called `/admin`; those that never did are left out. */
export async function readLastUses(
  businessId: string,
  keyIds: readonly string[],
): Promise<Map<string, string>> {
  const lastUses = new Map<string, string>()
  const waiting = keyIds.map((keyId) => ({ keyId, key: rateKey(businessId, keyId) }))
  const idOf = new Map(waiting.map(({ keyId, key }) => [key.pk, keyId]))
  let unread = waiting.map(({ key }) => key)
  for (let tries = 0; unread.length > 0; tries++) {
    const { items, unread: left } = await readBatch<Key & RateItem>(unread.slice(0, BATCH))
    for (const { pk, last_used_at } of items) lastUses.set(idOf.get(pk) ?? pk, last_used_at)
    unread = [...left, ...unread.slice(BATCH)]
    if (left.length > 0) await pause(tries)
  }
  return lastUses
}

async function pause(tries: number): Promise<void> {
  const ms = jitterMs(tries)
  if (Date.now() + ms > deadline()) throw new TableUnavailable('DynamoDB left keys unread')
  await wait(ms)
}
