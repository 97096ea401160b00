import { getBusiness } from '../../../lib/data/businesses.ts'
import { adminBusiness } from '../../../lib/domain/admin-view.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { readResult } from '../../../lib/http/answer/admin-result.ts'
import { noBody } from '../../../lib/http/body/body-kinds.ts'
import { notFound } from '../../../lib/http/problems/resource-problems.ts'

/** GET /admin/business: the business with what only its owner sees. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId }) => {
  const business = await getBusiness(businessId)
  if (!business) throw notFound('business')
  return readResult(adminBusiness(business))
})
