import { readAdjustment } from '../../../lib/domain/inventory.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { newBodyOf } from '../../../lib/http/body/body-kinds.ts'
import { claimed } from '../../../lib/http/bulk/bulk.ts'
import { adjust, costOfChanges } from '../../../lib/http/inventory/adjust.ts'
import { restOfCost } from '../../../lib/http/pipeline/rate-limit.ts'

/** POST /admin/inventory/adjust: changes of quantities, all of them in one commit, or with a result for each. */
export const handler = adminEndpoint(
  { parameters: {}, body: newBodyOf(readAdjustment), once: [claimed(), restOfCost(costOfChanges)] },
  async ({ body, ...request }) => {
    const { data, isReplay } = await adjust(request, body)
    return {
      body: { data, count: data.length },
      ...(isReplay && { headers: { 'idempotency-replayed': 'true' } }),
    }
  },
)
