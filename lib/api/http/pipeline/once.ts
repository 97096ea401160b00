/** A call, or a part of one, that has its effect once under its Idempotency-Key. */
import { Refusal } from '../../../data/table/commit.ts'
import { type CallIdentity, findKeptAnswer, type KeptAnswer } from '../../../data/table/idempotency.ts'
import { Problem } from '../problems/problem.ts'
import { idempotencyInProgress, idempotencyKeyReused } from '../problems/problems.ts'

/** How a call is carried out, and how its outcome is read from the response that is kept in the transaction of its effect. */
interface Execution<T> {
  run: () => Promise<T>
  read: (kept: KeptAnswer) => T
  /** True for an outcome that another execution can have caused, where `run` does not throw then. */
  isInDoubt?: (outcome: T) => boolean
}

/**
 * Carries out a call that has no kept response, or returns the outcome of the one that has. Throws
 * `idempotency_key_reused`, `idempotency_in_progress` if another execution won and its response cannot be read yet, and
 * what `run` throws.
 */
export async function once<T>(
  record: CallIdentity | undefined,
  { run, read, isInDoubt = () => false }: Execution<T>,
): Promise<{ outcome: T; isReplay: boolean }> {
  if (!record) return { outcome: await run(), isReplay: false }
  const kept = await findAnswer(record)
  if (kept) return { outcome: read(kept), isReplay: true }
  try {
    const outcome = await run()
    const instead = isInDoubt(outcome) ? await findAnswer(record) : undefined
    return instead ? { outcome: read(instead), isReplay: true } : { outcome, isReplay: false }
  } catch (error) {
    return { outcome: read(await answerInstead(record, error)), isReplay: true }
  }
}

/** The response that is kept under a key, if there is one. Throws `idempotency_key_reused` if it belongs to another body. */
export async function findAnswer(record: CallIdentity): Promise<KeptAnswer | undefined> {
  const kept = await findKeptAnswer(record)
  if (kept && kept.fingerprint !== record.fingerprint) throw keyReused()
  return kept
}

/**
 * The kept response to a call that failed. A rule may refuse the loser of a race, or a repetition, only because of the
 * winner's effect. Throws the error of the call if there is none, or `idempotency_in_progress` if the winner's response
 * cannot be read yet.
 */
export async function answerInstead(record: CallIdentity, error: unknown): Promise<KeptAnswer> {
  if (!(error instanceof Refusal || error instanceof Problem)) throw error
  const kept = await findAnswer(record)
  if (kept) return kept
  throw error instanceof Refusal && error.reason === 'already_answered' ? inProgress() : error
}

export const keyReused = () =>
  idempotencyKeyReused({
    detail: 'This Idempotency-Key was already used for a request with another body.',
  })

export const inProgress = () =>
  idempotencyInProgress({
    detail: 'An earlier request with this Idempotency-Key is still being carried out.',
    headers: { 'retry-after': '1' },
  })
