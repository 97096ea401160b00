import {
  notSearchableYet,
  productSearchParameters,
  readProductSearch,
  searchAnswer,
} from '../../lib/api/http/lists/product-search.ts'
import { publicEndpoint } from '../../lib/api/http/public-endpoint.ts'
import { searchShop } from '../../lib/data/search/searched-shops.ts'
import { CatalogueTooLarge } from '../../lib/data/storefront/catalogue.ts'

/** GET /products/search: the active products that words and filters find, and the counts of facets. */
export const handler = publicEndpoint(productSearchParameters, async (request) => {
  const { search, identity } = readProductSearch(request.businessId, request.parameters)
  try {
    return searchAnswer(request, await searchShop(request.businessId, search), identity)
  } catch (error) {
    throw error instanceof CatalogueTooLarge ? notSearchableYet() : error
  }
})
