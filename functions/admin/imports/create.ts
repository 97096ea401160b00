import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { beginFileImport } from '../../../lib/api/http/imports/begin-import.ts'
import { fileBody } from '../../../lib/api/http/imports/file-body.ts'
import { importParameters, requireConsistent } from '../../../lib/api/http/imports/import-parameters.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { getBusiness } from '../../../lib/data/businesses.ts'

/** POST /admin/imports: brings a file of products in, once the response is sent. */
export const handler = adminEndpoint({ parameters: importParameters, body: fileBody }, async (request) => {
  requireConsistent(request.parameters)
  const business = await getBusiness(request.businessId)
  if (!business) throw notFound('business')
  return beginFileImport(request, business)
})
