import { findIdByExternalId, getProduct } from '../../../../lib/data/products.ts'
import { adminProduct } from '../../../../lib/domain/admin-view.ts'
import { isExternalId } from '../../../../lib/domain/product.ts'
import { adminEndpoint, objectResult } from '../../../../lib/http/admin-endpoint.ts'
import { notFound } from '../../../../lib/http/problem.ts'
import { noBody } from '../../../../lib/http/request-body.ts'

/** GET /admin/products/by-external-id/{external_id}: the product another system knows by this id. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId, path }) => {
  const externalId = path.external_id ?? ''
  const id = isExternalId(externalId) ? await findIdByExternalId(businessId, externalId) : undefined
  const product = id === undefined ? undefined : await getProduct(businessId, id)
  if (!product) throw notFound('product')
  return objectResult(adminProduct(product))
})
