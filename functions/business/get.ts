import { notFound } from '../../lib/api/http/problems/resource-problems.ts'
import { publicEndpoint } from '../../lib/api/http/public-endpoint.ts'
import { getBusinessCard } from '../../lib/data/storefront/cards.ts'

/** GET /business: the public profile of the identified business. */
export const handler = publicEndpoint({}, async ({ businessId }) => {
  const json = await getBusinessCard(businessId)
  // Between its deletion and the end of the authorizer's memory of it, a business can be missing here.
  if (json === undefined) throw notFound('business')
  return { json }
})
