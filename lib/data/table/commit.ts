import { randomUUID } from 'node:crypto'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { withoutMark } from '../../domain/newer-members.ts'
import type { ExistsReason, TakenReason } from '../../domain/resources.ts'
import { pause } from './calls/pause.ts'
import { isPassing, isUncertain } from './calls/sdk-fault.ts'
import { TableUnavailable } from './calls/table-fault.ts'
import { asOneWrite, lastTry } from './calls/times.ts'
import { sendTransaction, type TableWrite } from './calls/writer.ts'
import { checkOnly, dryWriteHere, writesAgain } from './dry-run.ts'
import type { Happening } from './happening.ts'
import { sizeOf } from './item-size.ts'

/** Why a rule of the data refused a write. Nothing was written. */
export type RefusalReason =
  | TakenReason
  | ExistsReason
  | 'category_unknown'
  | 'additional_category_unknown'
  | 'category_not_empty'
  | 'object_too_large'
  | 'too_large_together'
  | 'too_many_sku_changes'
  | 'limit_reached'
  | 'last_admin_key'
  | 'api_key_inactive'
  | 'webhook_disabled'
  | 'own_key_ended'
  | 'version_changed'
  | 'moved_on'
  | 'import_running'
  | 'schedule_running'
  | 'already_answered'
  | 'depends_on_operation'
  | 'dry_run'

/** The product that has a value which must be unique. */
interface Holder {
  reason: RefusalReason
  value?: string | undefined
  productId: string
}

/** Conditions of a write did not hold; the whole write was left undone. */
export class Refusal extends Error {
  override name = 'Refusal'
  /** Why, in the order of the steps: the first decides what the refusal is. */
  readonly reasons: readonly [RefusalReason, ...RefusalReason[]]
  /** The values that others have, of the steps that say theirs. */
  values: readonly string[] = []
  /** The categories that do not exist, of the steps that say theirs. */
  categories: readonly string[] = []
  /** The products that have them, of the steps that request the item that is in their way. */
  holders: readonly Holder[] = []

  constructor(...reasons: [RefusalReason, ...RefusalReason[]]) {
    super(reasons.join(', '))
    this.reasons = reasons
  }

  get reason(): RefusalReason {
    return this.reasons[0]
  }
}

/** One write of a transaction and what it means when its condition does not hold. */
export interface Step {
  write: TableWrite
  refusal?: RefusalReason
  /** The value that it takes, if one write takes several of a kind. */
  value?: string
  /** The category without which it is refused. */
  category?: string
  /** The bytes of the item that an update changes, where it can be large. */
  bytes?: number
  /** The content of the event that it records. */
  happening?: Happening
}

/** The most items of a transaction (API reference, TransactWriteItems). */
export const MOST_ITEMS = 100

/**
 * The items of a transaction have 4 MB together at most (API reference, TransactWriteItems). The rest is for what an update
 * does not say of its item.
 */
export const MOST_BYTES = Math.floor(3.9 * 1024 * 1024)

/**
 * The response that is kept in the transaction of a plan, as in that of any write with an Idempotency-Key: what a dry run allows
 * has room for it.
 */
const LARGEST_RECORD = { items: 1, bytes: 8 * 1024 }

/** Full jitter between tries: up to 25 ms, doubling to 1.6 s. */
const FIRST_WAIT_MS = 25
const LONGEST_WAIT_MS = 1_600
const jitterMs = (tries: number) => Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries)

/** Waits before another try of a write. Throws `TableUnavailable`, with the last failure, if it has no time for one. */
export async function beforeNextTry(tries: number, failure: TableUnavailable): Promise<void> {
  const pauseMs = jitterMs(tries)
  if (Date.now() + pauseMs > lastTry()) throw failure
  await pause(pauseMs)
}

/**
 * Writes everything or nothing (TransactWriteItems). Conflicts with other writers and passing faults are
 * retried as long as the whole write may (`asOneWrite`). A try whose outcome is unknown is repeated byte for byte under the same client
 * token, which DynamoDB carries out at most once; a new try after a conflict takes a new token.
 *
 * Throws a `Refusal` with the reasons of all steps whose condition failed, in the given order, `too_many_sku_changes` for
 * more steps than a transaction has, `too_large_together` for larger ones, and `TableUnavailable` when its time is over; after the latter the write may still turn
 * out to have happened.
 *
 * In a dry run nothing is written, and it throws what the write would throw (`checkOnly`).
 */
export async function commit(wanted: readonly Step[]): Promise<void> {
  const steps = wanted.map(whole)
  const dryWrite = dryWriteHere()
  const record = dryWrite ? LARGEST_RECORD : { items: 0, bytes: 0 }
  // Only SKUs can make this many steps.
  if (steps.length + record.items > MOST_ITEMS) throw new Refusal('too_many_sku_changes')
  if (steps.reduce((sum, step) => sum + bytesOf(step), record.bytes) > MOST_BYTES)
    throw new Refusal('too_large_together')
  if (dryWrite && writesAgain(steps)) throw new Refusal('depends_on_operation')
  await (dryWrite ? checkOnly(dryWrite, steps, refusedByEvent) : send(steps))
}

const send = (steps: readonly Step[]): Promise<void> =>
  asOneWrite(() => commitInTime(steps, { clientToken: randomUUID(), isUncertain: false }))

/** Throws the refusal of the steps, unless only their event is refused. */
async function refusedByEvent(steps: readonly Step[]): Promise<void> {
  try {
    await send(steps)
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'dry_run') return
    throw error
  }
  throw new Error('a dry run was carried out')
}

/** The step with the members of its item that this version does not know: no writer has to think of them. */
function whole(step: Step): Step {
  const { Put } = step.write
  return Put?.Item ? { ...step, write: { Put: { ...Put, Item: withoutMark(Put.Item) } } } : step
}

/** The bytes that a step adds to its transaction: a whole item, or its key and the values of expressions. */
const bytesOf = ({ write, bytes = 0 }: Step): number =>
  Object.values(write).reduce((sum, { Item = {}, Key = {}, ExpressionAttributeValues = {} }: Parts) => {
    return sum + sizeOf(Item) + sizeOf(Key) + sizeOf(ExpressionAttributeValues)
  }, bytes)

interface Parts {
  Item?: object
  Key?: object
  ExpressionAttributeValues?: object
}

/** The tries so far: one may have been carried out, with this client token (`isUncertain`) or another (`mayBeDone`). */
interface Tries {
  clientToken: string
  isUncertain: boolean
  mayBeDone?: boolean
}

async function commitInTime(steps: readonly Step[], tries: Tries): Promise<void> {
  const writes = steps.map((step) => step.write)
  for (let count = 0; ; count++) {
    // Another candidate for a slug can have taken all the time there is, and so can a pause in a frozen process.
    if (Date.now() > lastTry()) throw new TableUnavailable('there was no time left to write')
    try {
      return await sendTransaction(writes, tries.clientToken)
    } catch (error) {
      noteFailure(error, steps, tries)
      const reason =
        error instanceof TransactionCanceledException
          ? 'other writes kept changing the object'
          : 'DynamoDB did not respond'
      await beforeNextTry(count, new TableUnavailable(reason, { cause: error }))
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
 * under a different token may have been carried out late, a condition may fail because of that very try: then nothing is
 * certain, unless there is a response on record.
 */
function throwRefusal(
  error: TransactionCanceledException,
  steps: readonly Step[],
  { mayBeDone = false }: Tries,
): void {
  const causes = error.CancellationReasons ?? []
  const codes = causes.map((reason) => reason.Code ?? 'None')
  const failed = steps.filter((_, n) => codes[n] === 'ConditionalCheckFailed')
  const [first, ...others] = failed.filter(({ refusal }) => refusal !== 'dry_run')
  if (first) {
    const isDry = steps.some(({ refusal }) => refusal === 'dry_run')
    if (mayBeDone && !isDry && first.refusal !== 'already_answered')
      throw new TableUnavailable('an earlier try may have been carried out', { cause: error })
    if (!first.refusal) throw error
    const refusal = new Refusal(first.refusal, ...others.flatMap(({ refusal }) => refusal ?? []))
    refusal.values = [first, ...others].flatMap(({ value }) => value ?? [])
    refusal.categories = [first, ...others].flatMap(({ category }) => category ?? [])
    refusal.holders = steps.flatMap(({ refusal: reason, value }, n) => {
      const productId = causes[n]?.Item?.product_id?.S
      return reason && productId !== undefined ? [{ reason, value, productId }] : []
    })
    throw refusal
  }
  // In a dry run too, where the event always fails: such a step was not checked, and the others are not a verdict.
  if (codes.some((code) => MAY_SUCCEED_LATER.has(code))) return
  if (failed.length > 0 && codes.every((code) => HAS_VERDICT.has(code))) throw new Refusal('dry_run')
  throw error
}

/** Cancellation reasons of a step that was checked. */
const HAS_VERDICT = new Set(['None', 'ConditionalCheckFailed'])

/** Cancellation reasons of a transaction that are not about its content (API reference, TransactWriteItems). */
const MAY_SUCCEED_LATER = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])
