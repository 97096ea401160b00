import { createHash } from 'node:crypto'
import { readItem } from './calls/writer.ts'
import { commit, Refusal, type Step } from './commit.ts'
import { updateOf, when } from './expressions.ts'
import * as keys from './keys.ts'
import { TTL_ATTRIBUTE } from './schema.ts'

/** The scope in which an idempotency key lets one request through once, and the digest of that request's body. */
export interface CallIdentity {
  businessId: string
  apiKeyId: string
  /** `POST /admin/products`, for one operation of a bulk request with its index behind. */
  methodAndPath: string
  idempotencyKey: string
  /** SHA-256 of the canonical body: the same key with another one is a mistake. */
  fingerprint: string
}

/** A response as it is stored for replays. `body` is JSON, without any secret. */
interface Answer {
  statusCode: number
  headers: Record<string, string>
  body?: string
}

/** A response as it was kept, and the digest of the body of its request. */
export interface KeptAnswer extends Answer {
  fingerprint: string
}

interface RecordItem extends keys.Key, KeptAnswer {
  expires_at: number
  /** Of a claim: seconds since the epoch. */
  lease_until?: number
}

export const A_DAY_S = 24 * 60 * 60

/** DynamoDB takes 1,024 bytes of sort key; a long call is kept under its hash. */
const LONGEST_CALL_BYTES = 256

/** The response kept for this call, or undefined. Kept for 24 h, checked now: the table deletes when it likes. */
export async function findKeptAnswer(call: CallIdentity, now = new Date()): Promise<KeptAnswer | undefined> {
  const item = await readItem<RecordItem>(keyOf(call))
  if (!item || item.expires_at <= seconds(now)) return undefined
  const { fingerprint, statusCode, headers, body } = item
  return { fingerprint, statusCode, headers, ...(body !== undefined && { body }) }
}

/** The step that keeps a response in the transaction of its effect. Fails if one is kept already. */
export function keepAnswer(call: CallIdentity, answer: Answer, now = new Date()): Step {
  const expiresAt = seconds(now) + A_DAY_S
  return {
    write: {
      Put: {
        Item: {
          ...keyOf(call),
          type: 'idempotency',
          fingerprint: call.fingerprint,
          statusCode: answer.statusCode,
          headers: answer.headers,
          ...(answer.body !== undefined && { body: answer.body }),
          expires_at: expiresAt,
          [TTL_ATTRIBUTE]: expiresAt,
        },
        ...when`attribute_not_exists(pk) OR #expires_at <= ${seconds(now)}`,
      },
    },
    refusal: 'already_answered',
  }
}

/** Longer than the 28 s of a function, and 2 s by which two clocks differ: a call whose lease has ended was cut off. */
const LEASE_S = 31

/** `claimed`: the call can be carried out now. `in_progress`: another one is under way. */
type Claim = 'claimed' | 'reused' | 'in_progress'

/**
 * Claims a call whose parts are kept one by one, so that two of them never run at once. The lease expires
 * when the process is cut off; until then the call is in progress.
 */
export async function claimCall(call: CallIdentity, now = new Date()): Promise<Claim> {
  try {
    await commit([claim(call, now)])
    return 'claimed'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const other = await readItem<RecordItem>(keyOf(call))
    return other && other.fingerprint !== call.fingerprint ? 'reused' : 'in_progress'
  }
}

/** Ends a claim, so that a repetition of the call need not wait for its lease. */
export const releaseCall = (call: CallIdentity): Promise<void> =>
  commit([{ write: { Update: { Key: keyOf(call), ...updateOf({ set: { lease_until: 0 } }) } } }])

/**
 * Ends the claim of a call that was refused before it began, and forgets the call: its key is free for another one. A call
 * that was claimed before may have been carried out in part, so that it only ends.
 */
export async function forgetCall(call: CallIdentity): Promise<void> {
  // One that is over, as after a day: not every function that claims may delete.
  const over = { lease_until: 0, expires_at: 0, claims: 0 }
  const Update = { Key: keyOf(call), ...updateOf({ set: over, if: when`#claims = ${1}` }) }
  try {
    await commit([{ write: { Update }, refusal: 'already_answered' }])
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await releaseCall(call)
  }
}

function claim(call: CallIdentity, time: Date): Step {
  const now = seconds(time)
  const expiresAt = now + A_DAY_S
  return {
    write: {
      Update: {
        Key: keyOf(call),
        ...updateOf({
          set: {
            type: 'idempotency_claim',
            fingerprint: call.fingerprint,
            lease_until: now + LEASE_S,
            expires_at: expiresAt,
            [TTL_ATTRIBUTE]: expiresAt,
          },
          add: { claims: 1 },
          if: when`attribute_not_exists(pk) OR #expires_at <= ${now} OR (#fingerprint = ${call.fingerprint} AND #lease_until <= ${now})`,
        }),
      },
    },
    refusal: 'already_answered',
  }
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)

function keyOf({ businessId, apiKeyId, methodAndPath, idempotencyKey }: CallIdentity): keys.Key {
  const call = `${methodAndPath}#${idempotencyKey}`
  const isLong = Buffer.byteLength(call) > LONGEST_CALL_BYTES
  const name = isLong ? `sha256:${createHash('sha256').update(call).digest('hex')}` : call
  return keys.idempotencyKey(businessId, apiKeyId, name)
}
