import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { readResult } from '../../../lib/api/http/answer/admin-result.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { getBusiness } from '../../../lib/data/businesses.ts'
import { adminBusiness } from '../../../lib/domain/admin-view.ts'

/** GET /admin/business: the business with what only its owner sees. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId }) => {
  const business = await getBusiness(businessId)
  if (!business) throw notFound('business')
  return readResult(adminBusiness(business))
})
