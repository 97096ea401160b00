import { findProductWithVariants } from '../../lib/data/storefront/variants.ts'
import { notPublished } from '../../lib/http/problems/resource-problems.ts'
import { publicEndpoint } from '../../lib/http/public-endpoint.ts'

/** GET /products/{product}/variants: the options and all enabled variants of one active product. */
export const handler = publicEndpoint({}, async ({ businessId, path }) => {
  const found = await findProductWithVariants(businessId, path.product ?? '')
  if (!found) throw notPublished()
  return { json: found.variants }
})
