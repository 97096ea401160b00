import { createHash } from 'node:crypto'
import type { CallIdentity, KeptAnswer } from '../../data/table/idempotency.ts'
import { isJsonObject, type JsonObject } from '../../domain/body/json-object.ts'
import type { Answer } from '../answer/answer.ts'
import { type AdminEvent, type AdminMiddleware, requireFound } from './admin-call.ts'
import { answerInstead, findAnswer } from './once.ts'

/**
 * Carries a call out once under its key: the first execution's answer is kept in the same transaction as its
 * effect (`AdminRequest.keep`), and returned again when the call is repeated. Throws `idempotency_key_reused`, and
 * `idempotency_in_progress` when another call under this key won and its answer cannot be read yet.
 */
export const idempotency = (): AdminMiddleware => ({
  ...recordedOnce(),
  before: async ({ event }) => {
    const identity = callIdentity(event)
    const kept = identity && (await findAnswer(identity))
    if (kept) return replay(kept)
    event.call.identity = identity
    return undefined
  },
})

/**
 * The same without the read before: the record in the transaction of the effect keeps a repeated call from it, and only
 * then the record is read. For a call that does nothing but one transaction, so that a key costs hardly more than none.
 */
export const recordedOnce = (): AdminMiddleware => ({
  before: ({ event }) => {
    event.call.identity = callIdentity(event)
  },
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
export function callIdentity(event: AdminEvent): CallIdentity | undefined {
  const { idempotencyKey, sent } = event.call
  if (idempotencyKey === undefined) return undefined
  const { businessId, apiKey } = requireFound(event.call, 'caller')
  return {
    businessId,
    apiKeyId: apiKey.id,
    methodAndPath: `POST ${event.rawPath}`,
    idempotencyKey,
    fingerprint: fingerprint(sent ?? {}),
  }
}

const replay = ({ fingerprint: _, ...answer }: KeptAnswer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'idempotency-replayed': 'true' },
})

/** SHA-256 of a body whose members are in one order, so that the same content is the same call. */
function fingerprint(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(body, (_, value: unknown) => (isJsonObject(value) ? sorted(value) : value)) ?? '')
    .digest('hex')
}

const sorted = (object: JsonObject) =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
