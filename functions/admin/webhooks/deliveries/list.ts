import { adminEndpoint } from '../../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../../lib/api/http/body/body-kinds.ts'
import { listIdentity, pageRequest } from '../../../../lib/api/http/lists/cursor.ts'
import { deliveryParameters } from '../../../../lib/api/http/lists/delivery-list.ts'
import { listAnswer } from '../../../../lib/api/http/lists/list-answer.ts'
import { pathUuid } from '../../../../lib/api/http/parameters/path.ts'
import { notFound } from '../../../../lib/api/http/problems/resource-problems.ts'
import { listDeliveries } from '../../../../lib/data/webhooks/delivery-list.ts'
import { getWebhook } from '../../../../lib/data/webhooks/webhooks.ts'

/** GET /admin/webhooks/{id}/deliveries: a page of deliveries, newest event first, those before their first try too. */
export const handler = adminEndpoint({ parameters: deliveryParameters, body: noBody }, async (request) => {
  const { businessId, path, parameters } = request
  const webhookId = pathUuid('webhook', path.id)
  const identity = listIdentity(businessId, `/admin/webhooks/${webhookId}/deliveries`, parameters)
  const page = pageRequest(parameters, identity)
  const webhook = await getWebhook(businessId, webhookId)
  if (!webhook) throw notFound('webhook')
  const { items, position } = await listDeliveries(businessId, webhook, parameters, page)
  const json = items.map((delivery) => JSON.stringify(delivery))
  return listAnswer(request, json, position, identity)
})
