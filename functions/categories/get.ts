import { getCategoryCard } from '../../lib/data/storefront/cards.ts'
import { isSlug } from '../../lib/domain/text/identifiers.ts'
import { notFound } from '../../lib/http/problems/resource-problems.ts'
import { publicEndpoint } from '../../lib/http/public-endpoint.ts'

/** GET /categories/{category}: one category by its id. */
export const handler = publicEndpoint({}, async ({ businessId, path }) => {
  const id = path.category ?? ''
  const json = isSlug(id) ? await getCategoryCard(businessId, id) : undefined
  if (json === undefined) throw notFound('category')
  return { json }
})
