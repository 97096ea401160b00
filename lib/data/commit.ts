import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { asTableFault, isPassing, isUncertain } from './sdk-fault.ts'
import { TableUnavailable } from './table-fault.ts'
import { deadline, sendTransaction, type TableWrite, within } from './writer.ts'

/** Why a rule of the data refused a write. Nothing was written. */
export type RefusalReason =
  | 'slug_taken'
  | 'sku_taken'
  | 'external_id_taken'
  | 'category_exists'
  | 'category_unknown'
  | 'category_not_empty'
  | 'object_too_large'
  | 'limit_reached'
  | 'last_admin_key'
  | 'api_key_inactive'
  | 'own_key_ended'
  | 'version_changed'
  | 'already_answered'

/** A condition of a write did not hold; the whole write was left undone. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(reason)
    this.reason = reason
  }
}

/** One write of a transaction and what it means when its condition does not hold. */
export interface Step {
  write: TableWrite
  refusal?: RefusalReason
}

/** A write is given up after this long; an endpoint has 28 s, a person's patience is shorter. */
export const DEADLINE_MS = 8_000
/** Full jitter between tries: up to 25 ms, doubling to 1.6 s. */
const FIRST_WAIT_MS = 25
const LONGEST_WAIT_MS = 1_600
export const jitterMs = (tries: number) =>
  Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries)

/**
 * Writes everything or nothing (TransactWriteItems). Conflicts with other writers and passing faults are
 * retried until the deadline. A try whose outcome is unknown is repeated byte for byte under the same client
 * token, which DynamoDB carries out at most once; a new try after a conflict takes a new token.
 *
 * Throws a `Refusal` for the first step, in the given order, whose condition failed, and `TableUnavailable`
 * when the deadline passed; after the latter the write may still turn out to have happened.
 */
export const commit = (steps: readonly Step[]): Promise<void> =>
  within(DEADLINE_MS, () => commitInTime(steps, { clientToken: randomUUID(), isUncertain: false }))

/** What is known of the tries so far: under the token at hand, and under earlier ones. */
interface Tries {
  clientToken: string
  isUncertain: boolean
  mayBeDone?: boolean
}

async function commitInTime(steps: readonly Step[], tries: Tries): Promise<void> {
  const writes = steps.map((step) => step.write)
  for (let count = 0; ; count++) {
    try {
      return await sendTransaction(writes, tries.clientToken)
    } catch (error) {
      noteFailure(error, steps, tries)
      const pause = jitterMs(count)
      if (Date.now() + pause > deadline())
        throw error instanceof TransactionCanceledException
          ? new TableUnavailable('other writers were always first', { cause: error })
          : asTableFault(error)
      await wait(pause)
    }
  }
}

/** Prepares for the next try. Throws if there is none to be made. */
function noteFailure(error: unknown, steps: readonly Step[], tries: Tries): void {
  if (error instanceof TransactionCanceledException) {
    throwRefusal(error, steps, tries)
    tries.mayBeDone ||= tries.isUncertain
    tries.isUncertain = false
    tries.clientToken = randomUUID()
  } else if (isPassing(error)) {
    tries.isUncertain ||= isUncertain(error)
  } else {
    throw error
  }
}

/**
 * Returns only if the transaction lost to another one or was throttled, and may be tried again. Where an earlier try
 * under another token may have been carried out late, a condition may fail because of that very try: then nothing is
 * certain, unless there is an answer on record.
 */
function throwRefusal(
  error: TransactionCanceledException,
  steps: readonly Step[],
  { mayBeDone = false }: Tries,
): void {
  const codes = (error.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None')
  for (const [n, step] of steps.entries()) {
    if (codes[n] !== 'ConditionalCheckFailed') continue
    if (mayBeDone && step.refusal !== 'already_answered')
      throw new TableUnavailable('an earlier try may have been carried out', { cause: error })
    if (!step.refusal) throw error
    throw new Refusal(step.refusal)
  }
  if (!codes.some((code) => MAY_SUCCEED_LATER.has(code))) throw error
}

/** Cancellation reasons of a transaction that are not about its content (API reference, TransactWriteItems). */
const MAY_SUCCEED_LATER = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])
