import { adminEndpoint } from '../../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../../lib/api/http/body/body-kinds.ts'
import { holdPage, holdParameters } from '../../../../lib/api/http/lists/hold-list.ts'
import { listAnswer } from '../../../../lib/api/http/lists/list-answer.ts'

/** GET /admin/inventory/holds: a page of holds, by their references. */
export const handler = adminEndpoint({ parameters: holdParameters, body: noBody }, async (request) => {
  const { items, position, identity } = await holdPage(request.businessId, request.parameters)
  return listAnswer(request, items, position, identity)
})
