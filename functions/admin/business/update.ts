import { updateBusiness } from '../../../lib/data/businesses.ts'
import { adminBusiness } from '../../../lib/domain/admin-view.ts'
import { BUSINESS } from '../../../lib/domain/business.ts'
import { applyPatch } from '../../../lib/domain/resource.ts'
import { adminEndpoint, objectResult } from '../../../lib/http/admin-endpoint.ts'
import { notFound } from '../../../lib/http/problem.ts'
import { patchBody } from '../../../lib/http/request-body.ts'

/** PATCH /admin/business: a merge patch of the business. */
export const handler = adminEndpoint({ parameters: {}, body: patchBody(BUSINESS) }, async (request) => {
  const { businessId, body, ifMatch } = request
  const business = await updateBusiness(businessId, (stored) => applyPatch(BUSINESS, stored, body), {
    check: ifMatch,
  })
  if (!business) throw notFound('business')
  return objectResult(adminBusiness(business))
})
