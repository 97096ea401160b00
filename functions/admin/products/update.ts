import { updateProduct } from '../../../lib/data/products.ts'
import { adminProduct } from '../../../lib/domain/admin-view.ts'
import { isUuid } from '../../../lib/domain/identifiers.ts'
import { PRODUCT, type Product, productResource } from '../../../lib/domain/product.ts'
import { applyPatch } from '../../../lib/domain/resource.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { objectResult } from '../../../lib/http/answer/admin-result.ts'
import { patchBody } from '../../../lib/http/body/body-kinds.ts'
import { productFaults } from '../../../lib/http/body/product-faults.ts'
import { pathUuid } from '../../../lib/http/parameters/path.ts'
import { notFound } from '../../../lib/http/problems/resource-problems.ts'

/** PATCH /admin/products/{id}: a merge patch, applied to the newest version. */
export const handler = adminEndpoint(
  {
    parameters: {},
    body: patchBody(PRODUCT),
    alsoWrong: ({ businessId, path: { id = '' }, sent }) =>
      productFaults(
        businessId,
        sent,
        isUuid(id) ? id.toLowerCase() : undefined,
        (stored) => stored && applyPatch(productResource(stored), stored, sent),
      ),
  },
  async ({ businessId, path, body, ifMatch }) => {
    const change = (stored: Product) => applyPatch(productResource(stored), stored, body)
    const product = await updateProduct(businessId, pathUuid('product', path.id), change, { check: ifMatch })
    if (!product) throw notFound('product')
    return objectResult(adminProduct(product))
  },
)
