import type { ImportParameters } from '../../domain/imports/import-job.ts'
import { whoActs } from '../table/actor.ts'
import type { Key } from '../table/keys.ts'
import { digestOfFile } from './file-parts.ts'
import type { ImportItem } from './import-item.ts'

/** A new import, without the key of its item. */
export type NewImport = Omit<ImportItem, keyof Key | 'type'>

/** The beginning of an import. */
interface Begun {
  id: string
  /** The key of the request, whose name is that of who acts. */
  apiKeyId: string
  parameters: ImportParameters
  /** The file as it was sent, and the number of the items that it is stored in. */
  file: Uint8Array
  parts: number
  /** The currency and the time zone of the business. */
  currency: string
  timezone: string
}

/** An import that nothing has been done of yet. */
export function newImport(begun: Begun, now: Date): NewImport {
  const { id, apiKeyId, parameters, file, parts, currency, timezone } = begun
  const time = now.toISOString()
  const { actor, requestId } = whoActs()
  return {
    id,
    status: 'queued',
    reason: null,
    detail: null,
    dry_run: parameters.dry_run ?? false,
    parameters,
    bytes: file.length,
    sha256: digestOfFile(file),
    format: null,
    rows: null,
    progress: {
      products: 0,
      products_total: null,
      created: 0,
      updated: 0,
      unchanged: 0,
      refused: 0,
      left_out: 0,
    },
    faults_total: 0,
    notices: [],
    started_by: { kind: 'api_key', key_id: apiKeyId, key_name: actor.key_name },
    created_at: time,
    updated_at: time,
    finished_at: null,
    request_id: requestId,
    currency,
    timezone,
    parts,
    lease_until: now.getTime(),
    starts: 0,
    lost: [],
    categories_created: 0,
    missing_changed: 0,
  }
}
