import { getBusiness } from '../../../lib/data/businesses.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { bulkBody, claimed, runOperations } from '../../../lib/http/bulk.ts'
import { notFound } from '../../../lib/http/problem.ts'

/** POST /admin/products/bulk: up to 100 operations in order, each a transaction of its own. */
export const handler = adminEndpoint(
  { parameters: {}, body: bulkBody, keepsItself: true, worth: ({ operations }) => operations.length },
  async (request) => {
    const { businessId, body, call, requestId, remainingMs } = request
    const business = await getBusiness(businessId)
    if (!business) throw notFound('business')
    const bulk = { businessId, currency: business.currency, call, requestId }
    const { data, isReplay } = await claimed(call, () => runOperations(bulk, body.operations, remainingMs))
    return {
      body: { data, count: data.length },
      ...(isReplay && { headers: { 'idempotency-replayed': 'true' } }),
    }
  },
)
