import { categoryListParameters } from '../../lib/api/http/lists/category-list.ts'
import { listIdentity, pageRequest } from '../../lib/api/http/lists/cursor.ts'
import { listAnswer } from '../../lib/api/http/lists/list-answer.ts'
import { publicEndpoint } from '../../lib/api/http/public-endpoint.ts'
import { listCategoryCards } from '../../lib/data/storefront/cards.ts'
import { remembered } from '../../lib/data/storefront/page-memory.ts'

/** GET /categories: a page of the store's categories by position, then name. */
export const handler = publicEndpoint(categoryListParameters, async (request) => {
  const { businessId, parameters } = request
  const identity = listIdentity(businessId, '/categories', parameters)
  const page = pageRequest(parameters, identity)
  const { items, position } = await remembered(businessId, { identity, page }, () =>
    listCategoryCards(businessId, page),
  )
  return listAnswer(request, items, position, identity)
})
