import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { asTableFault, isPassing, TableUnavailable } from './table-fault.ts'
import { sendTransaction, type TableWrite } from './writer.ts'

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
export async function commit(steps: readonly Step[]): Promise<void> {
  const writes = steps.map((step) => step.write)
  const deadline = Date.now() + DEADLINE_MS
  let clientToken = randomUUID()
  for (let tries = 0; ; tries++) {
    try {
      return await sendTransaction(writes, clientToken)
    } catch (error) {
      if (error instanceof TransactionCanceledException) {
        throwRefusal(error, steps)
        clientToken = randomUUID()
      } else if (!isPassing(error)) {
        throw error
      }
      const pause = jitterMs(tries)
      if (Date.now() + pause > deadline)
        throw error instanceof TransactionCanceledException
          ? new TableUnavailable('other writers were always first', { cause: error })
          : asTableFault(error)
      await wait(pause)
    }
  }
}

/** Returns only if the transaction lost to another one or was throttled, and may be tried again. */
function throwRefusal(error: TransactionCanceledException, steps: readonly Step[]): void {
  const codes = (error.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None')
  for (const [n, step] of steps.entries()) {
    if (codes[n] !== 'ConditionalCheckFailed') continue
    if (!step.refusal) throw error
    throw new Refusal(step.refusal)
  }
  if (!codes.some((code) => MAY_SUCCEED_LATER.has(code))) throw error
}

/** Cancellation reasons of a transaction that are not about its content (API reference, TransactWriteItems). */
const MAY_SUCCEED_LATER = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])
