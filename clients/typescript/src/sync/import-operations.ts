import type { components } from '../api.ts'
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
import type { Operation, Syncing } from './syncing.ts'

type Image = components['schemas']['NewImage']

/**
 * Sends products as one import and follows it to its end. Yields those that are left for bulk requests: all of them, if they
 * do not fit into one or another import is being carried out, else none. Throws `StorefrontError`, and an `Error` for an
 * import that ended before its last product.
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

/** The values that null means in a merge. A row of an import leaves what it has null for as it is. */
const CLEARED: Readonly<Record<string, unknown>> = { description: '', images: [], tags: [], position: 0 }

/** An operation as a row of an import. */
const rowOf = ({ external_id, data }: Operation): object => ({
  external_id,
  ...Object.fromEntries(Object.entries(data).map(([name, value]) => [name, value ?? CLEARED[name] ?? value])),
  ...(data.images && { images: data.images.map(withSize) }),
  ...(data.variants && {
    variants: data.variants.map((one) => (one.image ? { ...one, image: withSize(one.image) } : one)),
  }),
})

/** A picture without a size has none, as in a merge. A row of an import that has no word of it leaves it the one that is stored. */
const withSize = (image: Image): Image => ({
  ...image,
  width: image.width ?? null,
  height: image.height ?? null,
})

/** False for an operation that takes metadata away, which a row of an import does not. */
const isRow = ({ data: { metadata } }: Operation): boolean =>
  metadata === undefined || (metadata !== null && !Object.values(metadata).includes(null))

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

/** Sends the file; undefined if another import is being carried out. Not cut off: it could have begun all the same. */
async function begin(
  { client, named, upload }: Syncing,
  file: Uint8Array<ArrayBuffer>,
): Promise<Begun | undefined> {
  const key = await keyOf(named ?? crypto.randomUUID(), file)
  const call = client.POST('/admin/imports', {
    // The defaults of a body, and no questions: the external ids are as they are meant.
    params: { query: { format: 'jsonl', status: 'draft', confirm_missing: true } },
    headers: { 'Idempotency-Key': key, 'content-type': 'application/gzip' },
    body: '',
    bodySerializer: () => file,
    fetch: upload,
  })
  try {
    const job = await unwrap(call)
    return { job, isOfEarlier: named !== undefined && isReplayed((await call).response) }
  } catch (error) {
    if (error instanceof StorefrontError && error.problem?.code === 'import_running') return undefined
    throw error
  }
}

/** Notices of what was not taken over. The others are for people who look at a file. */
const REMARKS: ReadonlySet<string> = new Set(['columns_ignored', 'warning', 'lost'])

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
      if (signal.aborted) await cancelImport(client, job.id)
      throw error
    }
  }
  for await (const { row, external_id, reasons } of importFaults(client, job.id))
    report.refused.push({ external_id: external_id ?? `row ${row}`, detail: reasons.join('; ') })
  report.notices = job.notices.filter(({ code }) => REMARKS.has(code)).map(({ detail }) => detail)
  show()
  if (job.status === 'failed' || job.status === 'cancelled')
    throw new Error(
      `the import ${job.id} ${job.status === 'failed' ? `failed: ${job.detail}` : 'was cancelled'}`,
    )
}
