import { getBusinessCard } from '../../lib/data/cards.ts'
import { publicEndpoint } from '../../lib/http/endpoint.ts'
import { Problem } from '../../lib/http/problem.ts'

/** GET /business: the public profile of the identified business. */
export const handler = publicEndpoint({}, async ({ businessId }) => {
  const json = await getBusinessCard(businessId)
  // Between its deletion and the end of the authorizer's memory of it, a business can be missing here.
  if (json === undefined) throw new Problem('business_not_found', { detail: 'There is no such business.' })
  return { json }
})
