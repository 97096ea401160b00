import { getBusiness } from '../../../lib/data/businesses.ts'
import { createProduct } from '../../../lib/data/products.ts'
import { adminProduct } from '../../../lib/domain/admin-view.ts'
import { PRODUCT, type Product } from '../../../lib/domain/product.ts'
import { readNew } from '../../../lib/domain/resource.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { objectResult } from '../../../lib/http/answer/admin-result.ts'
import { newBody } from '../../../lib/http/body/body-kinds.ts'
import { productFaults } from '../../../lib/http/body/product-faults.ts'
import { notFound } from '../../../lib/http/problems/resource-problems.ts'

/** POST /admin/products: a new product. */
export const handler = adminEndpoint(
  {
    parameters: {},
    body: newBody(PRODUCT),
    alsoWrong: ({ businessId, sent }) =>
      productFaults(businessId, sent, undefined, () => readNew(PRODUCT, sent)),
  },
  async ({ businessId, body, keep }) => {
    const business = await getBusiness(businessId)
    if (!business) throw notFound('business')
    const also = (product: Product) => keep(created(product))
    return created(await createProduct(businessId, body, business.currency, { also }))
  },
)

const created = (product: Product) =>
  objectResult(adminProduct(product), { status: 201, location: `/admin/products/${product.id}` })
