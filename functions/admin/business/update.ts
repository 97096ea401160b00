import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { objectResult } from '../../../lib/api/http/answer/admin-result.ts'
import { patchBody } from '../../../lib/api/http/body/body-kinds.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { getBusiness, updateBusiness } from '../../../lib/data/businesses.ts'
import { adminBusiness } from '../../../lib/domain/admin-view.ts'
import { applyPatch } from '../../../lib/domain/body/resource.ts'
import { breaksOf } from '../../../lib/domain/body/rule-breaks.ts'
import { BUSINESS, type Business } from '../../../lib/domain/business.ts'

/** PATCH /admin/business: a merge patch of the business. */
export const handler = adminEndpoint(
  {
    parameters: {},
    body: patchBody(BUSINESS),
    async findFurtherFaults({ businessId, sent }) {
      const stored = await getBusiness(businessId)
      return stored ? breaksOf(() => applyPatch(BUSINESS, stored, sent)) : []
    },
  },
  async ({ businessId, body, ifMatch }) => {
    const change = (stored: Business) => applyPatch(BUSINESS, stored, body)
    const business = await updateBusiness(businessId, change, { check: ifMatch })
    if (!business) throw notFound('business')
    return objectResult(adminBusiness(business))
  },
)
