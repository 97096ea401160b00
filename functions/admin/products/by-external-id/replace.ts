import { getBusiness } from '../../../../lib/data/businesses.ts'
import { upsertProduct } from '../../../../lib/data/product-by-external-id.ts'
import { adminProduct } from '../../../../lib/domain/admin-view.ts'
import { PRODUCT, type Product } from '../../../../lib/domain/product.ts'
import { readNew, replace } from '../../../../lib/domain/resource.ts'
import { adminEndpoint, objectResult } from '../../../../lib/http/admin-endpoint.ts'
import { preconditionFailed } from '../../../../lib/http/etag.ts'
import { notFound } from '../../../../lib/http/problem.ts'
import { replacementBody } from '../../../../lib/http/request-body.ts'

const body = replacementBody(PRODUCT, ({ pathParameters }) => ({ external_id: pathParameters?.external_id }))

/** PUT /admin/products/by-external-id/{external_id}: creates the product or replaces every writable field of it. */
export const handler = adminEndpoint({ parameters: {}, body }, async (request) => {
  const { businessId, path, body, ifMatch, mustBeNew } = request
  const business = await getBusiness(businessId)
  if (!business) throw notFound('business')
  const create = () => {
    if (ifMatch) throw notFound('product')
    return { input: readNew(PRODUCT, body), currency: business.currency }
  }
  const change = (stored: Product) => {
    if (mustBeNew) throw preconditionFailed()
    return replace(PRODUCT, stored, body)
  }
  const upsert = { create, change }
  const { product, isNew } = await upsertProduct(businessId, path.external_id ?? '', upsert, {
    check: ifMatch,
  })
  return objectResult(
    adminProduct(product),
    isNew ? { status: 201, location: `/admin/products/${product.id}` } : {},
  )
})
