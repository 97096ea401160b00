import { Refusal, type Step } from '../data/commit.ts'
import { type CallIdentity, claimCall, findKeptAnswer, keepAnswer, releaseCall } from '../data/idempotency.ts'
import { upsertProduct } from '../data/product-by-external-id.ts'
import { createProduct, deleteProduct, findIdByExternalId, updateProduct } from '../data/products.ts'
import { within } from '../data/writer.ts'
import { type BulkOperation, readOperation, readOperations } from '../domain/bulk-operation.ts'
import { PRODUCT, type Product } from '../domain/product.ts'
import { applyPatch, checkPatch, checkReplacement, readNew, replace } from '../domain/resource.ts'
import { logLine } from '../log.ts'
import { problemBody } from './answer.ts'
import { problemOf, unavailable } from './endpoint.ts'
import { ifMatch } from './etag.ts'
import { inProgress, keyReused } from './idempotency.ts'
import { readJsonObject } from './json-body.ts'
import { notFound } from './problem.ts'
import { explain } from './refusal-problem.ts'
import type { BodyReader } from './request-body.ts'

/** What became of one operation. */
export type OperationResult =
  | { index: number; status: number; id: string; version: number }
  | { index: number; status: number; problem: object }

type Done = Omit<Extract<OperationResult, { id: string }>, 'index'>

/** What all operations of a call share. */
export interface BulkCall {
  businessId: string
  currency: string
  /** The call under its Idempotency-Key; each operation then keeps a record of its own. */
  call: CallIdentity | undefined
  requestId: string
}

const MAX_BULK_BYTES = 1024 * 1024

/** A commit may take 8 s; an operation that could not finish in time is not begun. */
const LONGEST_OPERATION_MS = 9_000

/** What every operation leaves of the time there is: enough to end the claim and to answer. */
const ENDING_MS = 2_000
const RELEASE_MS = 1_000

/** A body of operations; what each of them says is judged when its turn comes. */
export const bulkBody: BodyReader<{ operations: unknown[] }> = (event) =>
  readOperations(readJsonObject(event, ['application/json'], MAX_BULK_BYTES))

/** Runs a call under its key, if it has one, while no other call under this key does. */
export async function claimed<T>(call: CallIdentity | undefined, run: () => Promise<T>): Promise<T> {
  if (!call) return run()
  const claim = await claimCall(call)
  if (claim === 'reused') throw keyReused()
  if (claim === 'in_progress') throw inProgress()
  try {
    return await run()
  } finally {
    // What was done is told even if the claim stays: its lease ends by itself.
    await within(RELEASE_MS, () => releaseCall(call)).catch((error: unknown) =>
      logLine('error', 'claim_not_released', { error: String(error) }),
    )
  }
}

/** Carries out operations one after the other, as long as there is time; the rest is left for another call. */
export async function runOperations(
  bulk: BulkCall,
  operations: readonly unknown[],
  remainingMs: () => number,
): Promise<{ data: OperationResult[]; isReplay: boolean }> {
  const data: OperationResult[] = []
  let replayed = 0
  for (const [index, operation] of operations.entries()) {
    if (remainingMs() < LONGEST_OPERATION_MS) {
      data.push(failed(index, outOfTime(), bulk.requestId))
      continue
    }
    const { result, isReplay } = await within(remainingMs() - ENDING_MS, () =>
      runOperation(bulk, operation, index),
    )
    data.push(result)
    if (isReplay) replayed++
  }
  return { data, isReplay: replayed === operations.length }
}

interface Outcome {
  result: OperationResult
  isReplay: boolean
}

/** Carries out one operation, or gives back what an earlier call under the same key did. Never throws. */
async function runOperation(bulk: BulkCall, value: unknown, index: number): Promise<Outcome> {
  const call = bulk.call && { ...bulk.call, methodAndPath: `${bulk.call.methodAndPath}/${index}` }
  try {
    const kept = call && (await keptOutcome(call, index))
    return kept ?? (await performOnce(bulk, { value, index, call }))
  } catch (error) {
    const problem = explain(error, dataPointer(index, value))
    return { result: failed(index, problem, bulk.requestId), isReplay: false }
  }
}

async function keptOutcome(call: CallIdentity, index: number): Promise<Outcome | undefined> {
  const kept = await findKeptAnswer(call)
  if (kept?.body === undefined) return undefined
  // A record is made later than the claim of its call, and outlives it by as much.
  if (kept.fingerprint !== call.fingerprint) throw keyReused()
  return { result: { index, ...JSON.parse(kept.body) }, isReplay: true }
}

async function performOnce(
  bulk: BulkCall,
  { value, index, call }: { value: unknown; index: number; call: CallIdentity | undefined },
): Promise<Outcome> {
  const keep = (done: Done) =>
    call ? [keepAnswer(call, { statusCode: done.status, headers: {}, body: JSON.stringify(done) })] : []
  try {
    return { result: { index, ...(await perform(bulk, readOperation(value), keep)) }, isReplay: false }
  } catch (error) {
    if (!(call && error instanceof Refusal && error.reason === 'already_answered')) throw error
    // An earlier call's last try was carried out after all, behind its back.
    const kept = await keptOutcome(call, index)
    if (kept) return kept
    throw inProgress()
  }
}

const outOfTime = () => unavailable('The call ran out of time before this operation. Send it again.')

function failed(index: number, error: unknown, requestId: string): OperationResult {
  const problem = problemOf(error)
  return { index, status: problem.status, problem: problemBody(problem, requestId) }
}

type Keep = (done: Done) => Step[]

function perform(bulk: BulkCall, operation: BulkOperation, keep: Keep): Promise<Done> {
  switch (operation.op) {
    case 'create':
      return create(bulk, operation, keep)
    case 'update':
      return update(bulk, operation, keep)
    case 'upsert':
      return upsert(bulk, operation, keep)
    case 'delete':
      return remove(bulk, operation, keep)
  }
}

type Operation<O extends BulkOperation['op']> = Extract<BulkOperation, { op: O }>

const done = (status: number, { id, version }: Product): Done => ({ status, id, version })

async function create({ businessId, currency }: BulkCall, { data }: Operation<'create'>, keep: Keep) {
  const also = (product: Product) => keep(done(201, product))
  return done(201, await createProduct(businessId, readNew(PRODUCT, data), currency, { also }))
}

async function update({ businessId }: BulkCall, operation: Operation<'update'>, keep: Keep) {
  checkPatch(PRODUCT, operation.data)
  const check = ifMatch(operation.if_match)
  const change = (stored: Product) => applyPatch(PRODUCT, stored, operation.data)
  const also = (product: Product) => keep(done(200, product))
  const product = await updateProduct(businessId, await findId(businessId, operation), change, {
    check,
    also,
  })
  if (!product) throw notFound('product')
  return done(200, product)
}

async function upsert({ businessId, currency }: BulkCall, operation: Operation<'upsert'>, keep: Keep) {
  const { external_id } = operation
  const data = { external_id, ...operation.data }
  checkReplacement(PRODUCT, data, { external_id })
  const check = ifMatch(operation.if_match)
  let isNew = false
  const create = () => {
    if (check) throw notFound('product')
    isNew = true
    return { input: readNew(PRODUCT, data), currency }
  }
  const change = (stored: Product) => {
    isNew = false
    return replace(PRODUCT, stored, data)
  }
  const also = (product: Product) => keep(done(isNew ? 201 : 200, product))
  const { product } = await upsertProduct(businessId, external_id, { create, change }, { check, also })
  return done(isNew ? 201 : 200, product)
}

async function remove({ businessId }: BulkCall, operation: Operation<'delete'>, keep: Keep) {
  const check = ifMatch(operation.if_match)
  const id = await findId(businessId, operation)
  const deleted = await deleteProduct(businessId, id, { check, also: (product) => keep(done(204, product)) })
  if (!deleted) throw notFound('product')
  return done(204, deleted)
}

async function findId(
  businessId: string,
  operation: { id?: string | undefined; external_id?: string | undefined },
) {
  const { id, external_id: externalId = '' } = operation
  const found = id ?? (await findIdByExternalId(businessId, externalId))
  if (found === undefined) throw notFound('product')
  return found
}

/** Faults of an operation's `data` point into it; faults of the operation itself to the operation. */
function dataPointer(index: number, value: unknown): string {
  try {
    readOperation(value)
    return `/operations/${index}/data`
  } catch {
    return `/operations/${index}`
  }
}
