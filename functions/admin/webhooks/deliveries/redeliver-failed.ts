import { adminEndpoint } from '../../../../lib/api/http/admin-endpoint.ts'
import { acceptedResult } from '../../../../lib/api/http/answer/admin-result.ts'
import { newBodyOf } from '../../../../lib/api/http/body/body-kinds.ts'
import { pathUuid } from '../../../../lib/api/http/parameters/path.ts'
import { notFound } from '../../../../lib/api/http/problems/resource-problems.ts'
import { requestFailed } from '../../../../lib/data/webhooks/failed-deliveries.ts'
import { wakeNow } from '../../../../lib/delivery/wake-now.ts'
import { readRedelivery } from '../../../../lib/domain/webhooks/redelivery.ts'

/** POST /admin/webhooks/{id}/deliveries/redeliver: sends the failed deliveries of a period again, up to a limit. */
export const handler = adminEndpoint({ parameters: {}, body: newBodyOf(readRedelivery) }, async (request) => {
  const { businessId, path, body, keep } = request
  const of = { businessId, webhookId: pathUuid('webhook', path.id) }
  const outcome = await requestFailed(of, body, { also: (asked) => keep(acceptedResult(asked)) })
  if (!outcome) throw notFound('webhook')
  if (outcome.count > 0) await wakeNow(of)
  return acceptedResult(outcome)
})
