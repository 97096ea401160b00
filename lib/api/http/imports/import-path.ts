import { type ImportItem, shownImport } from '../../../data/imports/import-item.ts'
import { readImport } from '../../../data/imports/imports.ts'
import { isImportId } from '../../../domain/imports/import-job.ts'
import type { AdminResult } from '../answer/admin-result.ts'
import { notFound } from '../problems/resource-problems.ts'

/** The id of an import in a path, in lower case. Throws `import_not_found`. */
export function pathImport(value: string | undefined): string {
  const id = value?.toLowerCase()
  if (id === undefined || !isImportId(id)) throw notFound('import')
  return id
}

/** The import of a path. Throws `import_not_found`. */
export async function importOf(businessId: string, id: string | undefined): Promise<ImportItem> {
  const item = await readImport(businessId, pathImport(id))
  if (!item) throw notFound('import')
  return item
}

/** The response that an import is to be carried out, or that it is to end. */
export const acceptedImport = (item: ImportItem, location?: string): AdminResult => ({
  status: 202,
  body: shownImport(item, Date.now()),
  ...(location !== undefined && { headers: { location } }),
})
