import { Refusal, type Step } from '../../data/table/commit.ts'
import {
  type CallIdentity,
  findKeptAnswer,
  type KeptAnswer,
  keepAnswer,
} from '../../data/table/idempotency.ts'
import type { Answer } from '../answer/answer.ts'
import { otherProblem } from '../problems/other-problems.ts'
import { Problem } from '../problems/problem.ts'

/** 1 to 255 printable ASCII characters without space and comma, perhaps in one pair of quotes. */
const KEY = /^(?!""$)(?:"([!#-+\--~]{1,255})"|([!-+\--~]{1,255}))$/

/** The key of a call, or undefined if it has none. Throws `invalid_idempotency_key`. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const [, quoted, bare] = KEY.exec(header) ?? []
  const key = quoted ?? bare
  if (key !== undefined) return key
  const detail = 'must be 1 to 255 printable ASCII characters without space and comma'
  throw otherProblem('invalid_idempotency_key', {
    detail: `Idempotency-Key ${detail}.`,
    errors: [{ header: 'Idempotency-Key', code: 'invalid_idempotency_key', detail }],
  })
}

/** Makes the step that keeps an answer in the transaction of its effect; none for a call without a key. */
export type Keep = (answer: Answer) => Step[]

/**
 * Carries a call out once under its key: the first execution's answer is kept in the same transaction as its
 * effect, and given again to whoever repeats the call. Throws `idempotency_key_reused`, and
 * `idempotency_in_progress` when another call under this key won and its answer cannot be read yet.
 */
export const once = (
  call: CallIdentity | undefined,
  execute: (keep: Keep) => Promise<Answer>,
): Promise<Answer> => (call ? onceUnder(call, execute) : execute(() => []))

async function onceUnder(call: CallIdentity, execute: (keep: Keep) => Promise<Answer>): Promise<Answer> {
  const kept = await findKeptAnswer(call)
  if (kept) return replay(call, kept)
  try {
    return await execute((answer) => [keepAnswer(call, answer)])
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Problem)) throw error
    // Whatever a rule has against the loser of a race, the winner's effect may be all there is to it.
    const winner = await findKeptAnswer(call)
    if (winner) return replay(call, winner)
    throw error instanceof Refusal && error.reason === 'already_answered' ? inProgress() : error
  }
}

function replay(call: CallIdentity, { fingerprint, ...answer }: KeptAnswer): Answer {
  if (fingerprint !== call.fingerprint) throw keyReused()
  return { ...answer, headers: { ...answer.headers, 'idempotency-replayed': 'true' } }
}

export const keyReused = () =>
  otherProblem('idempotency_key_reused', {
    detail: 'This Idempotency-Key was used for a call with another body.',
  })

/** `retryInS` is how many seconds the other call has at most, if that is known. */
export const inProgress = (retryInS = 1) =>
  otherProblem('idempotency_in_progress', {
    detail: 'Another call with this Idempotency-Key is being carried out.',
    headers: { 'retry-after': String(retryInS) },
  })
