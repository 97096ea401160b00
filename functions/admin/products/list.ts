import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import {
  adminProductParameters,
  findNamedProduct,
  readAdminList,
} from '../../../lib/api/http/lists/admin-product-list.ts'
import { listAnswer } from '../../../lib/api/http/lists/list-answer.ts'
import { listProducts } from '../../../lib/data/products/product-lists.ts'
import { adminProduct } from '../../../lib/domain/admin-view.ts'

/** GET /admin/products: a page of products in any status, or the one of a SKU or external id. */
export const handler = adminEndpoint(
  { parameters: adminProductParameters, body: noBody },
  async (request) => {
    const { businessId, parameters } = request
    const { filter, page, identity, isNamed } = readAdminList(businessId, parameters)
    const { items, position } = isNamed
      ? await findNamedProduct(businessId, parameters)
      : await listProducts(businessId, filter, page)
    const json = items.map((product) => JSON.stringify(adminProduct(product)))
    return listAnswer(request, json, position, identity)
  },
)
