import type { components } from '../api.ts'
import { unwrap } from '../problem.ts'
import { isPassing } from '../retry.ts'
import { isReplayed, keyOf } from './idempotency-key.ts'
import type { Operation, Syncing, SyncReport } from './syncing.ts'

type Schemas = components['schemas']

/** Below the 1 MB that a body may have. */
const MOST_BYTES = 900_000
/** The first wait before a repetition is between 0 and this, then up to twice as much, and so on. */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000

/** Sends products in bulk requests, one after the other. Throws `StorefrontError`. */
export async function sendOperations(
  syncing: Syncing,
  operations: AsyncIterable<Operation>,
  { chunkSize, repeats }: { chunkSize: number; repeats: number },
): Promise<void> {
  const { named, signal, report, show, wait } = syncing
  // A run without a name of its own is this call: what it repeats is its own.
  const run = named ?? crypto.randomUUID()
  for await (const chunk of chunksOf(operations, chunkSize)) {
    let left = chunk
    for (let sent = 0; left.length > 0; sent++) {
      if (sent > 0)
        await wait(Math.random() * Math.min(FIRST_WAIT_MS * 2 ** (sent - 1), LONGEST_WAIT_MS), signal)
      signal.throwIfAborted()
      const { results, isReplay } = await sendOnce(syncing, left, run)
      const isOfEarlier = isReplay && named !== undefined
      left = note(results, left, report, { isLast: sent >= repeats, isOfEarlier })
      show()
    }
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
  { client, signal }: Syncing,
  operations: Operation[],
  run: string,
): Promise<{ results: Schemas['BulkResult'][]; isReplay: boolean }> {
  const call = client.POST('/admin/products/bulk', {
    body: { operations },
    headers: { 'Idempotency-Key': await keyOf(run, new TextEncoder().encode(JSON.stringify(operations))) },
    signal,
  })
  const { data } = await unwrap(call)
  return { results: data, isReplay: isReplayed((await call).response) }
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
function detailOf(problem: Schemas['Problem'] | undefined, status: number): string {
  const errors = problem?.errors?.map(({ pointer, parameter, detail }) => {
    const name = pointer?.replace(/^\/operations\/\d+\/(?:data\/)?/, '').replaceAll('/', '.') ?? parameter
    return name ? `${name}: ${detail}` : detail
  })
  return [...new Set(errors)].join('; ') || (problem?.detail ?? `the operation failed with ${status}`)
}
