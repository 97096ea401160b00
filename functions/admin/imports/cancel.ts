import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { emptyBody } from '../../../lib/api/http/body/body-kinds.ts'
import { acceptedImport, pathImport } from '../../../lib/api/http/imports/import-path.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { cancelImport } from '../../../lib/data/imports/imports.ts'

/** POST /admin/imports/{id}/cancel: ends an import at its next checkpoint, and undoes nothing. By nature it runs once. */
export const handler = adminEndpoint({ parameters: {}, body: emptyBody }, async ({ businessId, path }) => {
  const item = await cancelImport(businessId, pathImport(path.id))
  if (!item) throw notFound('import')
  return acceptedImport(item)
})
