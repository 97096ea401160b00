import { listCategories } from '../../../lib/data/categories.ts'
import { adminCategory } from '../../../lib/domain/admin-view.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { noBody } from '../../../lib/http/body/body-kinds.ts'
import { makeCursor, readCursor } from '../../../lib/http/lists/cursor.ts'
import { listAnswer } from '../../../lib/http/lists/list-answer.ts'
import { pageParameters } from '../../../lib/http/parameters/parameters.ts'

/** GET /admin/categories: a page of categories by id. */
export const handler = adminEndpoint({ parameters: pageParameters, body: noBody }, async (request) => {
  const { businessId, parameters } = request
  const identity = [businessId, '/admin/categories']
  const after = parameters.cursor === undefined ? undefined : readCursor(parameters.cursor, identity)
  const { items, position } = await listCategories(businessId, { after, limit: parameters.limit ?? 50 })
  const json = items.map((category) => JSON.stringify(adminCategory(category)))
  return listAnswer(request, json, position === null ? null : makeCursor(position, identity))
})
