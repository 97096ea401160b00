import { ForeignItem } from '../../../data/table/calls/tenant-guard.ts'
import { within } from '../../../data/table/calls/times.ts'
import type { beginDryRun } from '../../../data/table/dry-run.ts'
import { type CallIdentity, keepAnswer } from '../../../data/table/idempotency.ts'
import { isJsonObject, type JsonObject } from '../../../domain/body/json-object.ts'
import { breaksOf, distinct, InvalidFields } from '../../../domain/body/rule-breaks.ts'
import { readOperation, readOperations } from '../../../domain/products/bulk-operation.ts'
import { faultFields, logLine } from '../../../log.ts'
import { MOST_RESPONSE_BYTES, problemBody } from '../answer/answer.ts'
import { problemOf } from '../answer/outcome.ts'
import { listBody } from '../body/body-kinds.ts'
import { dryEvents, dryOptions, dryQuantities, dryVariants } from '../body/dry-events.ts'
import { costOfBulk, costOfOperation } from '../pipeline/cost.ts'
import { once } from '../pipeline/once.ts'
import { Problem } from '../problems/problem.ts'
import { tooLargeTogether } from '../problems/problems.ts'
import { explain } from '../problems/refusal-problem.ts'
import { unavailable } from '../problems/unavailable.ts'
import { operationFaults } from './bulk-faults.ts'
import { type Done, type Performed, perform } from './bulk-operations.ts'
import { type PlannedOperation, plannedOperation } from './bulk-plan.ts'

/** The result of one operation in the response: success, or a problem. */
type OperationResult =
  | ({ index: number } & Done)
  | { index: number; status: number; problem: object }
  | DryResult

/** The result of an operation that would succeed. The id of a product that it would create is null. */
interface DryResult {
  index: number
  status: number
  id: string | null
  version: number
  events: object[]
  variants?: object[]
  options?: object
  quantities?: object[]
}

/** The context that all operations of a bulk request share. */
export interface BulkCall {
  businessId: string
  currency: string
  /** The call under its Idempotency-Key; each operation then keeps a record of its own. */
  call: CallIdentity | undefined
  /** Set if the operations are only tried. */
  dryRun?: ReturnType<typeof beginDryRun> | undefined
  requestId: string
}

export const MAX_BULK_BYTES = 1024 * 1024

/** Milliseconds reserved at the end of a request, to release the claim and to respond. */
const ENDING_MS = 2_000

/** A write may take 13 s (`asOneWrite`); an operation that could not end in time is not begun. */
const LONGEST_OPERATION_MS = 13_000 + ENDING_MS

/** A body of operations; each of them is checked when its turn comes. */
export const bulkBody = listBody(MAX_BULK_BYTES, readOperations)

/** An operation that changes nothing, or that an earlier call carried out, costs a tenth. */
const UNCHANGED_TENTHS = 1

/** The results of the operations of a request. */
interface BulkOutcome {
  data: OperationResult[]
  /** True if an earlier call has carried out what succeeded, and nothing is left for another one. */
  isReplay: boolean
  /** The tokens of the rate limit that the call has paid beyond its cost; operations that were not begun cost nothing. */
  unused: number
  /** In a dry run: the operations that would succeed, for a plan. */
  planned: PlannedOperation[]
}

/** Carries out operations one after the other, as long as there is time; the rest is left for another call. */
export async function runOperations(
  bulk: BulkCall,
  operations: readonly unknown[],
  remainingMs: () => number,
): Promise<BulkOutcome> {
  const data: OperationResult[] = []
  const planned: PlannedOperation[] = []
  let [replayed, performedNow] = [0, 0]
  let tenths = 0
  let room = MOST_RESPONSE_BYTES
  for (const [index, operation] of operations.entries()) {
    if (remainingMs() < LONGEST_OPERATION_MS) {
      data.push(failed(index, outOfTime(), bulk.requestId))
      continue
    }
    if (room < 0) {
      data.push(failed(index, noRoom(), bulk.requestId))
      continue
    }
    const { result, isReplay, performed, toPlan } = await within(remainingMs() - ENDING_MS, () =>
      bulk.dryRun ? tryOperation(bulk, bulk.dryRun, operation, index) : runOperation(bulk, operation, index),
    )
    if (bulk.dryRun) room -= Buffer.byteLength(JSON.stringify(JSON.stringify(result)))
    data.push(room < 0 ? failed(index, noRoom(), bulk.requestId) : result)
    // A plan has nothing that the response does not show.
    if (toPlan && room >= 0) planned.push(toPlan)
    if (isReplay) replayed++
    else if (performed) performedNow++
    tenths += costOfOperation(operation) * (isReplay || performed?.isUnchanged ? UNCHANGED_TENTHS : 10)
  }
  const unused = costOfBulk({ operations }) - Math.max(1, tenths / 10)
  const isOver = data.every(({ status }) => status < 500)
  return { data, isReplay: replayed > 0 && performedNow === 0 && isOver, unused, planned }
}

interface OperationOutcome {
  result: OperationResult
  isReplay?: boolean
  /** If it succeeded. */
  performed?: Performed
  toPlan?: PlannedOperation | undefined
}

/**
 * Carries out one operation, or gives back what an earlier call under the same key did. Throws nothing but a
 * `ForeignItem`, which ends the call.
 */
async function runOperation(bulk: BulkCall, value: unknown, index: number): Promise<OperationOutcome> {
  const call = bulk.call && { ...bulk.call, methodAndPath: `${bulk.call.methodAndPath}/${index}` }
  const keep = (done: Done) =>
    call ? [keepAnswer(call, { statusCode: done.status, headers: {}, body: JSON.stringify(done) })] : []
  try {
    const { outcome, isReplay } = await once(call, {
      run: () => perform(bulk, readOperation(value), keep),
      read: ({ body = '' }) => ({ done: JSON.parse(body) as Done, isUnchanged: false }),
    })
    return { result: { index, ...outcome.done }, isReplay, performed: outcome }
  } catch (error) {
    if (error instanceof ForeignItem) throw error
    const problem = await explained(bulk, { value, index }, error)
    if (problem instanceof ForeignItem) throw problem
    const result = failed(index, problem, bulk.requestId)
    // The response is 200: the alarm counts this line.
    const line = { request_id: bulk.requestId, index, status: result.status }
    if (!(problem instanceof Problem)) logLine('error', 'operation', { ...line, ...faultFields(problem) })
    return { result }
  }
}

/** The same without an effect, and with the events that a success would record. */
async function tryOperation(
  bulk: BulkCall,
  dryRun: NonNullable<BulkCall['dryRun']>,
  value: unknown,
  index: number,
): Promise<OperationOutcome> {
  const { result: outcome, happenings } = await dryRun(() => runOperation(bulk, value, index))
  if (!outcome.performed) return outcome
  const { status, id, version } = outcome.performed.done
  const variants = dryVariants(happenings)
  const result = {
    index,
    status,
    id: status === 201 ? null : id,
    version,
    events: dryEvents(happenings),
    ...(variants.length > 0 && { variants }),
    ...dryOptions(happenings),
    ...dryQuantities(happenings),
  }
  return { ...outcome, result, toPlan: plannedOperation(value, outcome.performed, happenings) }
}

const outOfTime = () =>
  unavailable('The request ran out of time before this operation. Send the operation again.')

const noRoom = () =>
  tooLargeTogether({
    detail: 'The response has no room for what this operation would change. Try it in another request.',
  })

function failed(index: number, error: unknown, requestId: string): OperationResult {
  const problem = problemOf(error)
  return { index, status: problem.kind[0], problem: problemBody(problem, requestId) }
}

/** The `data` of an operation, if it has some. */
const dataIn = (operation: unknown): JsonObject | undefined =>
  isJsonObject(operation) && isJsonObject(operation.data) ? operation.data : undefined

/** The error of an operation as a problem with all that is wrong at once. Pointers lead from the body's root. */
async function explained(
  { businessId }: BulkCall,
  { value, index }: { value: unknown; index: number },
  error: unknown,
): Promise<unknown> {
  const root = `/operations/${index}`
  if (!(error instanceof InvalidFields)) return explain(error, `${root}/data`, dataIn(value))
  // If the operation itself can be read, the errors are those of its `data`, if it has some, and their paths begin there.
  const isOfData = dataIn(value) !== undefined && breaksOf(() => readOperation(value)).length === 0
  const known = isOfData ? error.breaks.map((one) => ({ ...one, path: ['data', ...one.path] })) : error.breaks
  try {
    return explain(
      new InvalidFields(distinct([...known, ...(await operationFaults(businessId, value))])),
      root,
    )
  } catch (fault) {
    return fault
  }
}
