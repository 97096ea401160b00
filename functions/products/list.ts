import { listAnswer } from '../../lib/api/http/lists/list-answer.ts'
import { pickFields, productListParameters, readProductList } from '../../lib/api/http/lists/product-list.ts'
import { publicEndpoint } from '../../lib/api/http/public-endpoint.ts'
import { listProductCards } from '../../lib/data/storefront/cards.ts'
import { listProductCardsByIds } from '../../lib/data/storefront/cards-by-ids.ts'
import { remembered } from '../../lib/data/storefront/page-memory.ts'

/** GET /products: a page of the store's active products, of one category or of all, or of those with certain ids. */
export const handler = publicEndpoint(productListParameters, async (request) => {
  const { businessId, parameters } = request
  const { selection, page, identity } = readProductList(businessId, parameters)
  if (!selection) return listAnswer(request, [], null, identity)
  const { items, position } = await remembered(businessId, { identity, page }, () =>
    'ids' in selection
      ? listProductCardsByIds(businessId, selection, page.after)
      : listProductCards(businessId, selection, page),
  )
  return listAnswer(request, pickFields(items, parameters.fields), position, identity)
})
