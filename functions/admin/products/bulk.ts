import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { bulkBody, runOperations } from '../../../lib/api/http/bulk/bulk.ts'
import { planOfOperations } from '../../../lib/api/http/bulk/bulk-plan.ts'
import { claimed } from '../../../lib/api/http/pipeline/claim.ts'
import { costOfBulk } from '../../../lib/api/http/pipeline/cost.ts'
import { dryRunParameters, onceUnlessDry } from '../../../lib/api/http/pipeline/dry-run.ts'
import { orPlan, unlessPlan } from '../../../lib/api/http/pipeline/plan.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { getBusiness } from '../../../lib/data/businesses.ts'
import { beginDryRun } from '../../../lib/data/table/dry-run.ts'

/**
 * POST /admin/products/bulk: up to 100 operations in order, each a transaction of its own with its own kept response. A
 * request is claimed before it pays: one that is refused because its first execution is under way costs one token. With
 * `dry_run` each is only checked, and all of them become a plan that can be sent in their place.
 */
export const handler = adminEndpoint(
  {
    parameters: dryRunParameters,
    body: orPlan('products', bulkBody),
    once: onceUnlessDry(unlessPlan(claimed())),
    cost: costOfBulk,
  },
  async ({ businessId, apiKeyId, parameters, body, call, requestId, remainingMs, giveBack }) => {
    const business = await getBusiness(businessId)
    if (!business) throw notFound('business')
    const dryRun = parameters.dry_run ? beginDryRun() : undefined
    const bulk = { businessId, currency: business.currency, call, dryRun, requestId }
    const { data, isReplay, unused, planned } = await runOperations(bulk, body.operations, remainingMs)
    const plan = dryRun && (await planOfOperations({ businessId, apiKeyId }, data.length, planned))
    await giveBack(unused)
    return {
      body: { data, count: data.length, ...(plan && { plan }) },
      ...(isReplay && { headers: { 'idempotency-replayed': 'true' } }),
    }
  },
)
