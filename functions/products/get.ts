import { productParameters } from '../../lib/api/http/parameters/product-parameters.ts'
import { notPublished } from '../../lib/api/http/problems/resource-problems.ts'
import { publicEndpoint } from '../../lib/api/http/public-endpoint.ts'
import { getProductCard, getProductCardBySlug } from '../../lib/data/storefront/cards.ts'
import { findProductWithVariants, withVariants } from '../../lib/data/storefront/variants.ts'
import { isProductSlug, isUuid } from '../../lib/domain/text/identifiers.ts'

/** GET /products/{product}: one active product by its id or its slug, with its variants if the request expands them. */
export const handler = publicEndpoint(productParameters, async ({ businessId, path, parameters }) => {
  const find = parameters.expand ? findExpanded : findCard
  const json = await find(businessId, path.product ?? '')
  if (json === undefined) throw notPublished()
  return { json }
})

async function findCard(businessId: string, product: string): Promise<string | undefined> {
  if (isUuid(product)) return getProductCard(businessId, product.toLowerCase())
  return isProductSlug(product) ? getProductCardBySlug(businessId, product) : undefined
}

async function findExpanded(businessId: string, product: string): Promise<string | undefined> {
  const found = await findProductWithVariants(businessId, product)
  return found && withVariants(found)
}
