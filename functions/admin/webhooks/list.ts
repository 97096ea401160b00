import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { listIdentity, pageRequest } from '../../../lib/api/http/lists/cursor.ts'
import { listAnswer } from '../../../lib/api/http/lists/list-answer.ts'
import { pageParameters } from '../../../lib/api/http/parameters/parameters.ts'
import { readHealths } from '../../../lib/data/webhooks/health.ts'
import { listWebhooks } from '../../../lib/data/webhooks/webhooks.ts'
import { adminWebhookWithHealth } from '../../../lib/domain/webhooks/webhook-view.ts'

/** GET /admin/webhooks: a page of webhooks in the order they were made, without their secrets. */
export const handler = adminEndpoint({ parameters: pageParameters, body: noBody }, async (request) => {
  const { businessId, parameters } = request
  const identity = listIdentity(businessId, '/admin/webhooks', parameters)
  const { items, position } = await listWebhooks(businessId, pageRequest(parameters, identity))
  const ids = items.map(({ id }) => id)
  const healthOf = await readHealths(businessId, ids)
  const json = items.map((webhook) => JSON.stringify(adminWebhookWithHealth(webhook, healthOf(webhook.id))))
  return listAnswer(request, json, position, identity)
})
