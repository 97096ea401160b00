import { updateProduct } from '../../../lib/data/products.ts'
import { adminProduct } from '../../../lib/domain/admin-view.ts'
import { PRODUCT } from '../../../lib/domain/product.ts'
import { applyPatch } from '../../../lib/domain/resource.ts'
import { adminEndpoint, objectResult } from '../../../lib/http/admin-endpoint.ts'
import { readProductId } from '../../../lib/http/path.ts'
import { notFound } from '../../../lib/http/problem.ts'
import { patchBody } from '../../../lib/http/request-body.ts'

/** PATCH /admin/products/{id}: a merge patch, applied to the newest version. */
export const handler = adminEndpoint({ parameters: {}, body: patchBody(PRODUCT) }, async (request) => {
  const { businessId, path, body, ifMatch } = request
  const product = await updateProduct(
    businessId,
    readProductId(path.id),
    (stored) => applyPatch(PRODUCT, stored, body),
    {
      check: ifMatch,
    },
  )
  if (!product) throw notFound('product')
  return objectResult(adminProduct(product))
})
