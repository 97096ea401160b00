import { documentationAnswer } from '../../lib/api/http/documentation/documentation.ts'
import { readPages } from '../../lib/api/http/documentation/pages.ts'
import { shopAnswer } from '../../lib/api/http/documentation/shop.ts'
import { endpoint } from '../../lib/api/http/endpoint.ts'
import { SHOP_PATH } from '../../lib/api/route.ts'

/** Its bundle has them in the same folder (lib/infra/bundle.ts). */
const pages = readPages(`${import.meta.dirname}/pages`)
const shop = readPages(`${import.meta.dirname}/shop`)

/** GET /docs and GET /docs/{page}, the documentation of this API, and GET /shop/{page+}, for people. Looks at no tenant and no data. */
export const handler = endpoint(async ({ routeKey, pathParameters, headers }) =>
  routeKey.endsWith(SHOP_PATH)
    ? shopAnswer(shop, pathParameters?.page, headers)
    : documentationAnswer(pages, pathParameters?.page, headers),
)
