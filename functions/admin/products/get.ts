import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { readResult } from '../../../lib/api/http/answer/admin-result.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { pathUuid } from '../../../lib/api/http/parameters/path.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { getProduct } from '../../../lib/data/products/product-reads.ts'
import { adminProduct } from '../../../lib/domain/admin-view.ts'

/** GET /admin/products/{id}: one product in any status, read consistently. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId, path }) => {
  const product = await getProduct(businessId, pathUuid('product', path.id))
  if (!product) throw notFound('product')
  return readResult(adminProduct(product))
})
