import { notPublished } from '../../lib/api/http/problems/resource-problems.ts'
import { publicEndpoint } from '../../lib/api/http/public-endpoint.ts'
import { findProductWithVariants } from '../../lib/data/storefront/variants.ts'

/** GET /products/{product}/variants: the options and all enabled variants of one active product. */
export const handler = publicEndpoint({}, async ({ businessId, path }) => {
  const found = await findProductWithVariants(businessId, path.product ?? '')
  if (!found) throw notPublished()
  return { json: found.variants }
})
