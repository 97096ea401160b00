import { notFound, notPublished } from '../../lib/api/http/problems/resource-problems.ts'
import { publicEndpoint } from '../../lib/api/http/public-endpoint.ts'
import { findProfile, shownProduct } from '../../lib/data/storefront/shop-window.ts'
import { findProductWithVariants } from '../../lib/data/storefront/variants.ts'
import { jsonLdOf } from '../../lib/domain/channels/json-ld.ts'

/** GET /products/{product}/jsonld: the structured data of an active product, for a script element of its page. */
export const handler = publicEndpoint({}, async ({ businessId, path }) => {
  const [business, found] = await Promise.all([
    findProfile(businessId),
    findProductWithVariants(businessId, path.product ?? ''),
  ])
  if (!business) throw notFound('business')
  if (!found) throw notPublished()
  return {
    json: jsonLdOf({ business }, shownProduct(found)),
    type: 'application/ld+json',
  }
})
