import { getProduct } from '../../../lib/data/products/product-reads.ts'
import { adminProduct } from '../../../lib/domain/admin-view.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { readResult } from '../../../lib/http/answer/admin-result.ts'
import { noBody } from '../../../lib/http/body/body-kinds.ts'
import { pathUuid } from '../../../lib/http/parameters/path.ts'
import { notFound } from '../../../lib/http/problems/resource-problems.ts'

/** GET /admin/products/{id}: one product in any status, read consistently. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId, path }) => {
  const product = await getProduct(businessId, pathUuid('product', path.id))
  if (!product) throw notFound('product')
  return readResult(adminProduct(product))
})
