import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { newBodyOf } from '../../../lib/api/http/body/body-kinds.ts'
import { adjustAll, costOfChanges, tryAll } from '../../../lib/api/http/inventory/adjust.ts'
import { adjustParts } from '../../../lib/api/http/inventory/adjust-parts.ts'
import { adjustedOnce } from '../../../lib/api/http/inventory/adjusted-once.ts'
import { dryRunParameters, onceUnlessDry } from '../../../lib/api/http/pipeline/dry-run.ts'
import { orPlan } from '../../../lib/api/http/pipeline/plan.ts'
import { readAdjustment } from '../../../lib/domain/stock/inventory.ts'

/** POST /admin/inventory/adjust: changes of quantities, all of them in one commit, or with a result for each. */
export const handler = adminEndpoint(
  {
    parameters: dryRunParameters,
    body: orPlan('stock', newBodyOf(readAdjustment)),
    once: onceUnlessDry(adjustedOnce()),
    cost: costOfChanges,
  },
  async ({ body, ...request }) => {
    if (request.parameters.dry_run) return tryAll(request, body)
    if (body.atomic) return adjustAll(request, body)
    const { data, isReplay } = await adjustParts(request, body)
    return {
      body: { data, count: data.length },
      ...(isReplay && { headers: { 'idempotency-replayed': 'true' } }),
    }
  },
)
