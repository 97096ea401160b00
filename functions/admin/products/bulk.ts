import { getBusiness } from '../../../lib/data/businesses.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { bulkBody, claimed, runOperations } from '../../../lib/http/bulk/bulk.ts'
import { notFound } from '../../../lib/http/problems/problem.ts'

/** POST /admin/products/bulk: up to 100 operations in order, each a transaction of its own. */
export const handler = adminEndpoint(
  { parameters: {}, body: bulkBody, keepsItself: true },
  async ({ businessId, body, call, pay, requestId, remainingMs }) => {
    const business = await getBusiness(businessId)
    if (!business) throw notFound('business')
    const bulk = { businessId, currency: business.currency, call, requestId }
    const { data, isReplay } = await claimed(call, async () => {
      // Who is turned away because the same call is under way costs no more than that.
      await pay(body.operations.length)
      return runOperations(bulk, body.operations, remainingMs)
    })
    return {
      body: { data, count: data.length },
      ...(isReplay && { headers: { 'idempotency-replayed': 'true' } }),
    }
  },
)
