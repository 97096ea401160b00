import type { Client } from 'openapi-fetch'
import type { components, paths } from './api.ts'
import { unwrap } from './problem.ts'
import { isPassing, type RetryOptions, waitFor } from './retry.ts'

type Schemas = components['schemas']
type Problem = Schemas['Problem']
type Operation = Schemas['BulkUpsert'] | Schemas['BulkMerge']

/** A product that replaces the one of its external id. */
export type WholeSyncProduct = Schemas['NewProduct'] & { external_id: string }
/** Fields of a product that change the one of its external id. */
export type PartialSyncProduct = Schemas['ProductPatch'] & { external_id: string }

type Several<Item> = Iterable<Item> | AsyncIterable<Item>

/** How products are sent. */
export interface SyncOptions {
  /** The most products of one request, 1 to 100. Default 100. */
  chunkSize?: number
  /**
   * The name of this run, part of every `Idempotency-Key`: with the same name within 24 hours nothing is carried out twice, so
   * that a run that was ended half-way can be started again. A new run needs a new one: with an old name a price that was
   * changed and changed back would stay as it is. Those products count as `replayed`. Default: a new one for each call.
   */
  run?: string
  /** How often a product is sent again whose operation failed for a temporary reason. Default 4. */
  repeats?: number
  /** Called after each request. */
  onProgress?: (progress: SyncProgress) => void
  /** Ends it: it then throws the reason of the signal. */
  signal?: AbortSignal
}

/** How far it is. */
export interface SyncProgress {
  /** Products of which the outcome is known. */
  done: number
  created: number
  /** Products that were there, and are now as they were sent, also if they were so before. */
  updated: number
  /** Products that an earlier request of the same `run` has written: this one wrote nothing, whatever became of them since. */
  replayed: number
  refused: number
  failed: number
}

/** A product that was not written, and why. */
export interface SyncProblem {
  external_id: string
  detail: string
  /** The API's response; undefined if the product was not sent. */
  problem?: Problem
}

/** The outcome of a sync. */
export interface SyncReport extends Omit<SyncProgress, 'refused' | 'failed'> {
  /** Those that the API does not take as they are. */
  refused: SyncProblem[]
  /** Those that failed for a temporary reason every time: send them again later. */
  failed: SyncProblem[]
}

/** Sends many products in bulk requests. */
export interface Sync {
  /** `merge`, the default, changes the fields that are given, and creates products that are not there. */
  (products: Several<PartialSyncProduct>, options?: SyncOptions & { mode?: 'merge' }): Promise<SyncReport>
  /** `upsert` replaces products: a field that is not given gets its default. */
  (products: Several<WholeSyncProduct>, options: SyncOptions & { mode: 'upsert' }): Promise<SyncReport>
}

/** The API's own limit of a bulk request. */
const MOST_OPERATIONS = 100
/** Below the 1 MB that a body may have. */
const MOST_BYTES = 900_000
/** The first wait before a repetition is between 0 and this, then up to twice as much, and so on. */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000

/** Makes the helper of a client. */
export function syncWith(client: Client<paths>, wait: RetryOptions['wait'] = waitFor): Sync {
  return async (products: Several<object>, options: SyncOptions & { mode?: 'merge' | 'upsert' } = {}) => {
    // A run without a name of its own is this call: what it repeats is its own.
    const { mode = 'merge', run: named, signal = new AbortController().signal } = options
    const { chunkSize = MOST_OPERATIONS, repeats = 4, onProgress } = options
    if (!(Number.isInteger(chunkSize) && chunkSize >= 1 && chunkSize <= MOST_OPERATIONS))
      throw new RangeError(`chunkSize must be from 1 to ${MOST_OPERATIONS}`)
    const run = named ?? crypto.randomUUID()
    const report: SyncReport = { done: 0, created: 0, updated: 0, replayed: 0, refused: [], failed: [] }
    const send = (operations: Operation[]) => sendOnce(client, operations, { run, signal })
    for await (const chunk of chunksOf(operationsOf(products, mode, report), chunkSize)) {
      let left = chunk
      for (let sent = 0; left.length > 0; sent++) {
        if (sent > 0)
          await wait(Math.random() * Math.min(FIRST_WAIT_MS * 2 ** (sent - 1), LONGEST_WAIT_MS), signal)
        signal.throwIfAborted()
        const { results, isReplay } = await send(left)
        const isOfEarlier = isReplay && named !== undefined
        left = note(results, left, report, { isLast: sent >= repeats, isOfEarlier })
        onProgress?.({ ...report, refused: report.refused.length, failed: report.failed.length })
      }
    }
    return report
  }
}

/**
 * The operations, one for each product. A product without an external id, or with that of an earlier one, is refused.
 */
async function* operationsOf(
  products: Several<object>,
  op: 'merge' | 'upsert',
  report: SyncReport,
): AsyncGenerator<Operation> {
  const seen = new Set<string>()
  for await (const product of products) {
    const { external_id, ...data } = product as PartialSyncProduct & WholeSyncProduct
    const known: unknown = external_id
    const detail =
      typeof known !== 'string' || known === ''
        ? 'has no external_id'
        : seen.has(known) && 'an earlier product has the same external_id; only that one is sent'
    if (detail) {
      report.refused.push({ external_id: String(known ?? ''), detail })
      report.done++
      continue
    }
    seen.add(external_id)
    yield { op, external_id, data }
  }
}

/** Operations in requests that are neither too many nor too long. */
async function* chunksOf(operations: AsyncIterable<Operation>, most: number): AsyncGenerator<Operation[]> {
  let chunk: Operation[] = []
  let bytes = 0
  for await (const operation of operations) {
    const length = new TextEncoder().encode(JSON.stringify(operation)).length + 1
    if (chunk.length === most || (chunk.length > 0 && bytes + length > MOST_BYTES)) {
      yield chunk
      chunk = []
      bytes = 0
    }
    chunk.push(operation)
    bytes += length
  }
  if (chunk.length > 0) yield chunk
}

/** Sends one request, under a key of its run and its content. Throws `StorefrontError`. */
async function sendOnce(
  client: Client<paths>,
  operations: Operation[],
  { run, signal }: { run: string; signal: AbortSignal },
): Promise<{ results: Schemas['BulkResult'][]; isReplay: boolean }> {
  const content = new TextEncoder().encode(`${run} ${JSON.stringify(operations)}`)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  const key = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const call = client.POST('/admin/products/bulk', {
    body: { operations },
    headers: { 'Idempotency-Key': `sync-${key}` },
    signal,
  })
  const { data } = await unwrap(call)
  const { response } = await call
  return { results: data, isReplay: response.headers.get('idempotency-replayed') === 'true' }
}

/**
 * Writes down what became of operations, and returns those to send again. Both kinds of operations say what a product is to
 * be: one that failed after it had its effect changes nothing the second time.
 */
function note(
  results: readonly Schemas['BulkResult'][],
  operations: readonly Operation[],
  report: SyncReport,
  { isLast, isOfEarlier }: { isLast: boolean; isOfEarlier: boolean },
): Operation[] {
  return operations.filter(({ external_id }, n) => {
    const { status = 503, problem } = results.find(({ index }) => index === n) ?? {}
    const isTemporary = isPassing(status) || problem?.code === 'idempotency_in_progress'
    if (isTemporary && !isLast) return true
    report.done++
    if (status < 300 && isOfEarlier) report.replayed++
    else if (status === 201) report.created++
    else if (status < 300) report.updated++
    else {
      const one = { external_id, detail: detailOf(problem, status), ...(problem && { problem }) }
      ;(isTemporary ? report.failed : report.refused).push(one)
    }
    return false
  })
}

/** `price: must be …; name: is required`, or what the problem is in general. */
function detailOf(problem: Problem | undefined, status: number): string {
  const errors = problem?.errors?.map(({ pointer, parameter, detail }) => {
    const name = pointer?.replace(/^\/operations\/\d+\/(?:data\/)?/, '').replaceAll('/', '.') ?? parameter
    return name ? `${name}: ${detail}` : detail
  })
  return errors?.join('; ') || (problem?.detail ?? `the operation failed with ${status}`)
}
