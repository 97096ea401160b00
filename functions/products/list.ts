import { getProductCards, listProductCards } from '../../lib/data/cards.ts'
import { makeCursor } from '../../lib/http/cursor.ts'
import { listAnswer } from '../../lib/http/list-answer.ts'
import {
  pickFields,
  productListParameters,
  readProductList,
  refuseBesideIds,
} from '../../lib/http/product-list.ts'
import { publicEndpoint } from '../../lib/http/public-endpoint.ts'

/** GET /products: a page of the store's active products, of one category or of all. */
export const handler = publicEndpoint(productListParameters, async (request) => {
  const { businessId, parameters } = request
  if (parameters.ids) {
    refuseBesideIds(parameters)
    const cards = await getProductCards(businessId, parameters.ids)
    return listAnswer(request, pickFields(cards, parameters.fields))
  }
  const { selection, page, identity } = readProductList(businessId, parameters)
  if (!selection) return listAnswer(request, [])
  const { items, position } = await listProductCards(businessId, selection, page)
  const nextCursor = position === null ? null : makeCursor(position, identity)
  return listAnswer(request, pickFields(items, parameters.fields), nextCursor)
})
