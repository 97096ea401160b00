import { sendOperations } from './bulk-requests.ts'
import { importOperations } from './import-operations.ts'
import type {
  Operation,
  PartialSyncProduct,
  Several,
  Sync,
  SyncClient,
  Syncing,
  SyncOptions,
  SyncProgress,
  SyncReport,
  WholeSyncProduct,
} from './syncing.ts'

/** The API's own limit of a bulk request. */
const MOST_OPERATIONS = 100

/** Makes the helper of a client. */
export function syncWith(client: SyncClient): Sync {
  return async (
    products: Several<object>,
    options: SyncOptions & { mode?: 'merge' | 'upsert'; asImport?: boolean } = {},
  ) => {
    const { mode = 'merge', run: named, signal = new AbortController().signal, asImport = false } = options
    const { chunkSize = MOST_OPERATIONS, repeats = 4, onProgress } = options
    if (!(Number.isInteger(chunkSize) && chunkSize >= 1 && chunkSize <= MOST_OPERATIONS))
      throw new RangeError(`chunkSize must be from 1 to ${MOST_OPERATIONS}`)
    if (asImport && mode !== 'merge') throw new RangeError('an import can only merge')
    const report: SyncReport = {
      done: 0,
      created: 0,
      updated: 0,
      replayed: 0,
      refused: [],
      failed: [],
      notices: [],
    }
    const show = (refused = 0) => onProgress?.(progressOf(report, refused))
    const syncing: Syncing = { ...client, named, signal, report, show }
    const operations = operationsOf(products, mode, report)
    const left = asImport ? await importOperations(syncing, operations) : operations
    await sendOperations(syncing, left, { chunkSize, repeats })
    return report
  }
}

/** The numbers of a report, and of products that are refused without being in it yet. */
function progressOf({ notices: _, ...report }: SyncReport, refused: number): SyncProgress {
  return { ...report, refused: report.refused.length + refused, failed: report.failed.length }
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
