import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { listIdentity, pageRequest } from '../../../lib/api/http/lists/cursor.ts'
import { listAnswer } from '../../../lib/api/http/lists/list-answer.ts'
import { pageParameters } from '../../../lib/api/http/parameters/parameters.ts'
import { listImports } from '../../../lib/data/imports/imports.ts'

/** GET /admin/imports: a page of imports, the newest first. */
export const handler = adminEndpoint({ parameters: pageParameters, body: noBody }, async (request) => {
  const { businessId, parameters } = request
  const identity = listIdentity(businessId, '/admin/imports', parameters)
  const { items, position } = await listImports(businessId, pageRequest(parameters, identity))
  return listAnswer(
    request,
    items.map((item) => JSON.stringify(item)),
    position,
    identity,
  )
})
