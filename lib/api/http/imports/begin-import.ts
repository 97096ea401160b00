import { storeFile } from '../../../data/imports/file-parts.ts'
import { sendAgain, sendImport } from '../../../data/imports/import-message.ts'
import { beginImport, findRunningImport } from '../../../data/imports/imports.ts'
import { newImport } from '../../../data/imports/new-import.ts'
import { Refusal } from '../../../data/table/commit.ts'
import { newId } from '../../../data/table/ids.ts'
import { importKey } from '../../../data/table/keys.ts'
import type { Scope } from '../../../domain/api-keys/scopes.ts'
import { allows } from '../../../domain/api-keys/scopes.ts'
import type { Business } from '../../../domain/business.ts'
import { IMPORT_PREFIX, type ImportParameters } from '../../../domain/imports/import-job.ts'
import { scopesOfImport } from '../../../domain/imports/import-scopes.ts'
import { logLine } from '../../../log.ts'
import { BASE_PATH } from '../../route.ts'
import type { AdminResult } from '../answer/admin-result.ts'
import { insufficientScope } from '../problems/denial.ts'
import { importRunning } from '../problems/problems.ts'
import { acceptedImport } from './import-path.ts'

/** The parts of a request that begin an import. */
interface FileRequest {
  businessId: string
  apiKeyId: string
  scopes: readonly string[]
  parameters: ImportParameters
  body: Buffer
  keep: (result: AdminResult) => Parameters<typeof beginImport>[2]['also'] & object
}

/**
 * Stores a file and begins its import: the parts of the file first, then the import with what makes it the only one. Throws
 * `insufficient_scope` and `import_running`.
 */
export async function beginFileImport(request: FileRequest, business: Business): Promise<AdminResult> {
  const { businessId, apiKeyId, parameters, body: file, keep } = request
  requireScopes(request.scopes, scopesOfImport(parameters))
  await requireNoneRunning(businessId)
  const now = new Date()
  const id = `${IMPORT_PREFIX}${newId(now)}`
  const parts = await storeFile(businessId, id, file, now.getTime())
  const { currency, timezone } = business
  const item = newImport({ id, apiKeyId, parameters, file, parts, currency, timezone }, now)
  const result = acceptedImport(
    { ...item, ...importKey(businessId, id), type: 'import' },
    `${BASE_PATH}/admin/imports/${id}`,
  )
  try {
    await beginImport(businessId, item, { now, also: keep(result) })
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'import_running') await requireNoneRunning(businessId)
    throw error
  }
  await sendImport(businessId, id).catch((error: unknown) =>
    // The next read of the import sends the message again.
    logLine('error', 'import', { business_id: businessId, import_id: id, error: String(error) }),
  )
  return result
}

function requireScopes(held: readonly string[], needed: readonly Scope[]): void {
  const missing = needed.filter((scope) => !allows(held, scope))
  if (missing.length > 0)
    throw insufficientScope('The API key does not have the scopes that this import needs.', missing.join(' '))
}

/** Throws `import_running`, with the import that is under way. One that was left alone is taken up again. */
async function requireNoneRunning(businessId: string): Promise<void> {
  const running = await findRunningImport(businessId)
  if (!running) return
  await sendAgain(businessId, running)
  throw importRunning({
    detail: `The import ${running.id} is under way: wait until it ends, or cancel it.`,
    extensions: { import_id: running.id },
  })
}
