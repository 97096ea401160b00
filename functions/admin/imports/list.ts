import { listImports } from '../../../lib/data/imports/imports.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { noBody } from '../../../lib/http/body/body-kinds.ts'
import { listIdentity, pageRequest } from '../../../lib/http/lists/cursor.ts'
import { listAnswer } from '../../../lib/http/lists/list-answer.ts'
import { pageParameters } from '../../../lib/http/parameters/parameters.ts'

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
