import { createHash } from 'node:crypto'
import type { CallIdentity, KeptAnswer } from '../../../data/table/idempotency.ts'
import { isJsonObject, type JsonObject } from '../../../domain/body/json-object.ts'
import type { Answer } from '../answer/answer.ts'
import type { KeyHolder } from '../caller.ts'
import { answerInstead, findAnswer } from './once.ts'
import type { AdminEvent, Step } from './pipeline.ts'

/** The parts of a call that a repetition has in common with it. */
export interface Repeatable {
  caller: KeyHolder
  idempotencyKey: string | undefined
  sent?: JsonObject
}

/** The call under its Idempotency-Key, if it has one. */
interface Identity {
  identity: CallIdentity | undefined
}

/** A step that makes retried requests run once. */
export type OnceStep<Needs extends object = object> = Step<Repeatable & Needs, Identity>

/**
 * Carries a request out once under its key: the first execution's response is kept in the same transaction as its
 * effect (`AdminRequest.keep`), and returned again when the request is retried. Throws `idempotency_key_reused`, and
 * `idempotency_in_progress` when another request under this key won and its response cannot be read yet.
 */
export const idempotency = (): OnceStep => ({
  ...recordedOnce(),
  before: async (request) => {
    const identity = callIdentity(request.event)
    const kept = identity && (await findAnswer(identity))
    if (kept) request.earlyResponse = replay(kept)
    return { identity }
  },
})

/**
 * The same without the read before: the record in the transaction of the effect keeps a repeated call from it, and only
 * then the record is read. For a call that does nothing but one transaction, so that a key costs hardly more than none.
 */
export const recordedOnce = (): OnceStep => ({
  before: ({ event }) => ({ identity: callIdentity(event) }),
  onError: async (request) => {
    const { identity } = request.event.call
    if (!identity) return undefined
    try {
      return replay(await answerInstead(identity, request.error))
    } catch (error) {
      if (!(error instanceof Error)) throw error
      request.error = error
      return undefined
    }
  },
})

/** The call under its Idempotency-Key, or undefined if it has none. */
export function callIdentity({ call, rawPath }: AdminEvent<Repeatable>): CallIdentity | undefined {
  const { caller, idempotencyKey, sent } = call
  if (idempotencyKey === undefined) return undefined
  return {
    businessId: caller.businessId,
    apiKeyId: caller.apiKey.id,
    methodAndPath: `POST ${rawPath}`,
    idempotencyKey,
    fingerprint: fingerprint(sent ?? {}),
  }
}

const replay = ({ fingerprint: _, ...answer }: KeptAnswer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'idempotency-replayed': 'true' },
})

/** SHA-256 of a body whose members are in one order, so that the same content has the same digest. */
function fingerprint(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(body, (_, value: unknown) => (isJsonObject(value) ? sorted(value) : value)) ?? '')
    .digest('hex')
}

const sorted = (object: JsonObject) =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
