import { getBusiness } from '../../../lib/data/businesses.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { beginFileImport } from '../../../lib/http/imports/begin-import.ts'
import { fileBody } from '../../../lib/http/imports/file-body.ts'
import { importParameters, requireConsistent } from '../../../lib/http/imports/import-parameters.ts'
import { notFound } from '../../../lib/http/problems/resource-problems.ts'

/** POST /admin/imports: brings a file of products in, once the response is sent. */
export const handler = adminEndpoint({ parameters: importParameters, body: fileBody }, async (request) => {
  requireConsistent(request.parameters)
  const business = await getBusiness(request.businessId)
  if (!business) throw notFound('business')
  return beginFileImport(request, business)
})
