import { cancelImport } from '../../../lib/data/imports/imports.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { emptyBody } from '../../../lib/http/body/body-kinds.ts'
import { acceptedImport, pathImport } from '../../../lib/http/imports/import-path.ts'
import { notFound } from '../../../lib/http/problems/resource-problems.ts'

/** POST /admin/imports/{id}/cancel: ends an import at its next checkpoint, and undoes nothing. By nature it runs once. */
export const handler = adminEndpoint({ parameters: {}, body: emptyBody }, async ({ businessId, path }) => {
  const item = await cancelImport(businessId, pathImport(path.id))
  if (!item) throw notFound('import')
  return acceptedImport(item)
})
