import { listCategories } from '../../../lib/data/category-lists.ts'
import { adminCategory } from '../../../lib/domain/admin-view.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { noBody } from '../../../lib/http/body/body-kinds.ts'
import { listIdentity, pageRequest } from '../../../lib/http/lists/cursor.ts'
import { listAnswer } from '../../../lib/http/lists/list-answer.ts'
import { pageParameters } from '../../../lib/http/parameters/parameters.ts'

/** GET /admin/categories: a page of categories by id. */
export const handler = adminEndpoint({ parameters: pageParameters, body: noBody }, async (request) => {
  const { businessId, parameters } = request
  const identity = listIdentity(businessId, '/admin/categories', parameters)
  const { items, position } = await listCategories(businessId, pageRequest(parameters, identity))
  const json = items.map((category) => JSON.stringify(adminCategory(category)))
  return listAnswer(request, json, position, identity)
})
