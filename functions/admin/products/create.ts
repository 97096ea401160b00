import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { objectResult } from '../../../lib/api/http/answer/admin-result.ts'
import { newBodyOf } from '../../../lib/api/http/body/body-kinds.ts'
import { productFaults } from '../../../lib/api/http/body/product-faults.ts'
import { costOf } from '../../../lib/api/http/pipeline/cost.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { getBusiness } from '../../../lib/data/businesses.ts'
import { createProduct } from '../../../lib/data/products/products.ts'
import { adminProduct } from '../../../lib/domain/admin-view.ts'
import type { Product } from '../../../lib/domain/products/product.ts'
import { type NewWholeProduct, newWholeProduct } from '../../../lib/domain/products/product-body.ts'

/** POST /admin/products: a new product. */
export const handler = adminEndpoint(
  {
    parameters: {},
    body: newBodyOf(newWholeProduct),
    findFurtherFaults: ({ businessId, sent }) =>
      productFaults(businessId, sent, undefined, () => newWholeProduct(sent)),
    cost: ({ set }: NewWholeProduct) => costOf(set?.variants.length ?? 0),
  },
  async ({ businessId, body: { input, set }, keep }) => {
    const business = await getBusiness(businessId)
    if (!business) throw notFound('business')
    const also = (product: Product) => keep(created(product))
    return created(await createProduct(businessId, input, business.currency, { also, set }))
  },
)

const created = (product: Product) =>
  objectResult(adminProduct(product), { status: 201, location: `/admin/products/${product.id}` })
