import { inject } from 'vitest'
import { storeFile } from '../../../lib/data/imports/file-parts.ts'
import type { ImportItem } from '../../../lib/data/imports/import-item.ts'
import { beginImport, listImportFaults, readImport } from '../../../lib/data/imports/imports.ts'
import { newImport } from '../../../lib/data/imports/new-import.ts'
import { asTenant } from '../../../lib/data/table/calls/tenant-guard.ts'
import { newId } from '../../../lib/data/table/ids.ts'
import type { Business } from '../../../lib/domain/business.ts'
import type { ImportFault, ImportParameters } from '../../../lib/domain/imports/import-job.ts'
import { useTable } from '../../../lib/environment.ts'
import type { RunOutcome } from '../../../lib/import/run/end.ts'
import { runImport } from '../../../lib/import/run/run-import.ts'
import type { RunLimits } from '../../../lib/import/run/run-limits.ts'
import { type DynamoProxy, dynamoProxy } from '../../support/dynamo-proxy.ts'

/** The key that begins an import. */
export interface Starter {
  business: Business
  apiKeyId: string
}

/** Begins an import of a text or of bytes, as the endpoint does. Returns its id. */
export async function startImport(
  { business, apiKeyId }: Starter,
  content: string | Uint8Array,
  parameters: ImportParameters = {},
  now: Date = new Date(),
): Promise<string> {
  const id = `imp_${newId(now)}`
  const file = Buffer.from(content)
  const parts = await storeFile(business.id, id, file, now.getTime())
  const { currency, timezone } = business
  const begun = { id, apiKeyId, parameters, file, parts, currency, timezone }
  await beginImport(business.id, newImport(begun, now), { now })
  return id
}

/** A run without a pace and with a checkpoint after each product. */
export const QUICK: RunLimits = {
  workMs: 240_000,
  checkpointMs: 100_000,
  checkpointProducts: 1,
  hopelessAfter: 1_000,
  perSecond: 10_000,
  now: Date.now,
  send: async () => {},
}

/** Works on an import once, as the function does. */
export const runOnce = (
  { business }: Pick<Starter, 'business'>,
  id: string,
  world: Partial<RunLimits> = {},
): Promise<RunOutcome> => asTenant(business.id, () => runImport(business.id, id, { ...QUICK, ...world }))

/** An import that there is. */
export async function importOf({ business }: Pick<Starter, 'business'>, id: string): Promise<ImportItem> {
  const item = await readImport(business.id, id)
  if (!item) throw new Error(`there is no import ${id}`)
  return item
}

/** The rows that an import refused or left out. */
export const faultsOf = async ({ business }: Pick<Starter, 'business'>, id: string): Promise<ImportFault[]> =>
  (await listImportFaults(business.id, id, { after: undefined, limit: 200 })).items

/** How a process dies at a write: before or after it is carried out, or not at all: then this write alone fails. */
export type Death = 'before' | 'after' | 'once'

/** A table before which a process can die. */
export interface MortalTable {
  /** The writes since the last `liveUntil`. */
  readonly writes: number
  /**
   * Dies at the n-th write from now on, counted from 0: before or after it is carried out. Never, without a number. With `once`
   * only this write fails.
   */
  liveUntil(write?: number, how?: Death): void
  close(): Promise<void>
}

const DEATH = {
  status: 400,
  body: JSON.stringify({ __type: 'com.amazonaws#AccessDeniedException', message: 'dead' }),
}

/** Puts a proxy between this process and its table. From the death on no call reaches the table, and none is repeated. */
export async function mortalTable(): Promise<MortalTable> {
  const { name, endpoint } = inject('table')
  let writes = 0
  let end: { write: number; how: Death } = { write: Number.POSITIVE_INFINITY, how: 'before' }
  const proxy: DynamoProxy = await dynamoProxy({
    endpoint,
    async onCall({ operation, send }) {
      if (writes > end.write && end.how !== 'once') return DEATH
      if (!/^(Put|Update|Delete|TransactWrite|BatchWrite)/.test(operation)) return send()
      const isLast = writes++ === end.write
      if (!isLast) return send()
      if (end.how === 'after') await send()
      return DEATH
    },
  })
  useTable({ name, endpoint: proxy.endpoint })
  return {
    get writes() {
      return writes
    },
    liveUntil(write = Number.POSITIVE_INFINITY, how = 'before') {
      writes = 0
      end = { write, how }
    },
    close: proxy.close,
  }
}
