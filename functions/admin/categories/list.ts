import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { listIdentity, pageRequest } from '../../../lib/api/http/lists/cursor.ts'
import { listAnswer } from '../../../lib/api/http/lists/list-answer.ts'
import { pageParameters } from '../../../lib/api/http/parameters/parameters.ts'
import { listCategories } from '../../../lib/data/category-lists.ts'
import { adminCategory } from '../../../lib/domain/admin-view.ts'

/** GET /admin/categories: a page of categories by id. */
export const handler = adminEndpoint({ parameters: pageParameters, body: noBody }, async (request) => {
  const { businessId, parameters } = request
  const identity = listIdentity(businessId, '/admin/categories', parameters)
  const { items, position } = await listCategories(businessId, pageRequest(parameters, identity))
  const json = items.map((category) => JSON.stringify(adminCategory(category)))
  return listAnswer(request, json, position, identity)
})
