import { notFound } from '../../lib/api/http/problems/resource-problems.ts'
import { publicEndpoint } from '../../lib/api/http/public-endpoint.ts'
import { getCategoryCard } from '../../lib/data/storefront/cards.ts'
import { isSlug } from '../../lib/domain/text/identifiers.ts'

/** GET /categories/{category}: one category by its id. */
export const handler = publicEndpoint({}, async ({ businessId, path }) => {
  const id = path.category ?? ''
  const json = isSlug(id) ? await getCategoryCard(businessId, id) : undefined
  if (json === undefined) throw notFound('category')
  return { json }
})
