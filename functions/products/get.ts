import { getProductCard, getProductCardBySlug } from '../../lib/data/storefront/cards.ts'
import { isSlug, isUuid } from '../../lib/domain/identifiers.ts'
import { notFound } from '../../lib/http/problems/resource-problems.ts'
import { publicEndpoint } from '../../lib/http/public-endpoint.ts'

/** GET /products/{product}: one active product by its id or its slug. */
export const handler = publicEndpoint({}, async ({ businessId, path }) => {
  const json = await findCard(businessId, path.product ?? '')
  if (json === undefined) throw notFound('product')
  return { json }
})

async function findCard(businessId: string, product: string): Promise<string | undefined> {
  if (isUuid(product)) return getProductCard(businessId, product.toLowerCase())
  return isSlug(product) ? getProductCardBySlug(businessId, product) : undefined
}
