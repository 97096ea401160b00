import {
  cancelImport,
  type ImportJob,
  importFaults,
  isRunning,
  MOST_ROWS,
  MOST_SENT_BYTES,
  MOST_UNPACKED_BYTES,
  POLL_MS,
  readImport,
} from '../imports.ts'
import { StorefrontError, unwrap } from '../problem.ts'
import { isReplayed, keyOf } from './idempotency-key.ts'
import { isRow, rowOf } from './import-row.ts'
import type { Operation, Syncing } from './syncing.ts'

/**
 * Sends products as one import and follows it to its end. Yields those that are left for bulk requests: all of them, if they
 * do not fit into one or another import is being carried out, else none. Throws `StorefrontError` if no import begins, and an
 * `Error` that names it for one that ended before its last product or cannot be followed.
 */
export async function* importOperations(
  syncing: Syncing,
  operations: AsyncGenerator<Operation>,
): AsyncGenerator<Operation> {
  const read: Operation[] = []
  const file = await fileOf(operations, read)
  syncing.signal.throwIfAborted()
  const begun = file && (await begin(syncing, file))
  if (begun) await follow(syncing, begun)
  yield* begun ? read.filter((one) => !isRow(one)) : read
  yield* operations
}

/** All operations that can be rows as JSON Lines, compressed; undefined if there are none, or more than a file may have. All are in `read`. */
async function fileOf(
  operations: AsyncGenerator<Operation>,
  read: Operation[],
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const lines: string[] = []
  let bytes = 0
  // A loop that is left would end the operations, which are still needed then.
  for (let next = await operations.next(); !next.done; next = await operations.next()) {
    read.push(next.value)
    if (!isRow(next.value)) continue
    const line = `${JSON.stringify(rowOf(next.value))}\n`
    lines.push(line)
    bytes += new TextEncoder().encode(line).length
    if (bytes > MOST_UNPACKED_BYTES || lines.length > MOST_ROWS) return undefined
  }
  const compressed = new Blob(lines).stream().pipeThrough(new CompressionStream('gzip'))
  const file = new Uint8Array(await new Response(compressed).arrayBuffer())
  return lines.length === 0 || file.length > MOST_SENT_BYTES ? undefined : file
}

interface Begun {
  job: ImportJob
  /** True for the import of an earlier call with the same run. */
  isOfEarlier: boolean
}

/** Begins an import of the file; undefined if another import is being carried out. */
async function begin(syncing: Syncing, file: Uint8Array<ArrayBuffer>): Promise<Begun | undefined> {
  let run = syncing.named ?? crypto.randomUUID()
  for (;;) {
    const begun = await send(syncing, file, await keyOf(run, file))
    if (!begun?.isOfEarlier || !isCutOff(begun.job)) return begun
    // The import of an earlier call that was ended half-way: this call is there to continue it.
    run = `${run} ${begun.job.id}`
  }
}

/** True for an import that ended before its last product. */
const isCutOff = ({ status }: ImportJob): boolean => status === 'failed' || status === 'cancelled'

/** Sends the file; undefined if another import is being carried out. Not cut off: it could have begun all the same. */
async function send(
  { client, named, upload }: Syncing,
  file: Uint8Array<ArrayBuffer>,
  key: string,
): Promise<Begun | undefined> {
  const call = client.POST('/admin/imports', {
    // The defaults of a body, and no questions: the external ids are as they are meant.
    params: { query: { format: 'jsonl', status: 'draft', confirm_missing: true } },
    headers: { 'Idempotency-Key': key, 'content-type': 'application/gzip' },
    body: '',
    bodySerializer: () => file,
    fetch: upload,
  })
  try {
    const { id } = await unwrap(call)
    const isOfEarlier = named !== undefined && isReplayed((await call).response)
    // The response of the first call shows the import as it was then.
    return { job: await readImport(client, id), isOfEarlier }
  } catch (error) {
    if (error instanceof StorefrontError && error.problem?.code === 'import_running') return undefined
    throw error
  }
}

/** Follows an import to its end and writes down its outcome. If the signal comes first, the import is cancelled. */
async function follow(syncing: Syncing, { job: begun, isOfEarlier }: Begun): Promise<void> {
  const { client, signal, wait, report, show } = syncing
  const { done } = report
  let job = begun
  for (;;) {
    const { products, created, updated, unchanged, refused } = job.progress
    const written = { created, updated: updated + unchanged }
    Object.assign(report, {
      done: done + products,
      ...(isOfEarlier ? { replayed: created + written.updated } : written),
    })
    if (!isRunning(job)) break
    show(refused)
    try {
      await wait(POLL_MS, signal)
      job = await readImport(client, job.id, signal)
    } catch (error) {
      if (!signal.aborted) throw namedFault(job, 'continues, but could not be followed', error)
      await cancelImport(client, job.id).catch((fault: unknown) => {
        throw namedFault(job, 'continues: it could not be cancelled', fault)
      })
      throw error
    }
  }
  for await (const { row, external_id, reasons } of importFaults(client, job.id))
    report.refused.push({
      external_id: external_id ?? `row ${row}`,
      detail: [...new Set(reasons)].join('; '),
    })
  report.notices = job.notices.filter(({ code }) => code === 'lost').map(({ detail }) => detail)
  show()
  if (isCutOff(job))
    throw new Error(
      `the import ${job.id} ${job.status === 'failed' ? `failed: ${job.detail}` : 'was cancelled'}`,
    )
}

/** The error of a request about an import that has begun: by its id it can be looked at later. */
const namedFault = ({ id }: ImportJob, fate: string, cause: unknown) =>
  new Error(`the import ${id} ${fate}`, { cause })
