import { getCategoryCard } from '../../lib/data/cards.ts'
import { isSlug } from '../../lib/domain/slug.ts'
import { publicEndpoint } from '../../lib/http/endpoint.ts'
import { notFound } from '../../lib/http/problem.ts'

/** GET /categories/{category}: one category by its id. */
export const handler = publicEndpoint({}, async ({ businessId, path }) => {
  const id = path.category ?? ''
  const json = isSlug(id) ? await getCategoryCard(businessId, id) : undefined
  if (json === undefined) throw notFound('category')
  return { json }
})
