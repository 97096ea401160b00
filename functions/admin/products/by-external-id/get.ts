import { adminEndpoint } from '../../../../lib/api/http/admin-endpoint.ts'
import { readResult } from '../../../../lib/api/http/answer/admin-result.ts'
import { noBody } from '../../../../lib/api/http/body/body-kinds.ts'
import { notFound } from '../../../../lib/api/http/problems/resource-problems.ts'
import { findProduct } from '../../../../lib/data/products/product-reads.ts'
import { adminProduct } from '../../../../lib/domain/admin-view.ts'

/** GET /admin/products/by-external-id/{external_id}: the product another system knows by this id. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId, path }) => {
  const product = await findProduct(businessId, { external_id: path.external_id ?? '' })
  if (!product) throw notFound('product')
  return readResult(adminProduct(product))
})
