import { adminEndpoint } from '../../../../lib/api/http/admin-endpoint.ts'
import { acceptedResult } from '../../../../lib/api/http/answer/admin-result.ts'
import { emptyBody } from '../../../../lib/api/http/body/body-kinds.ts'
import { pathUuid } from '../../../../lib/api/http/parameters/path.ts'
import { deliveryNotFound } from '../../../../lib/api/http/problems/problems.ts'
import { notFound } from '../../../../lib/api/http/problems/resource-problems.ts'
import { requestDelivery } from '../../../../lib/data/webhooks/delivery-requests.ts'
import type { WebhookName } from '../../../../lib/data/webhooks/enabled.ts'
import { getWebhook } from '../../../../lib/data/webhooks/webhooks.ts'
import { wakeNow } from '../../../../lib/delivery/wake-now.ts'
import { type Delivery, eventOf } from '../../../../lib/domain/webhooks/delivery.ts'

/** POST /admin/webhooks/{id}/deliveries/{delivery_id}/redeliver: sends an event now, whatever came of it before. */
export const handler = adminEndpoint({ parameters: {}, body: emptyBody }, async (request) => {
  const { businessId, path, keep } = request
  const of = { businessId, webhookId: pathUuid('webhook', path.id) }
  const eventId = eventOf(`${path.delivery_id}`.toLowerCase())
  const also = (asked: Delivery) => keep(acceptedResult(asked))
  const delivery = eventId === undefined ? undefined : await requestDelivery(of, eventId, { also })
  if (!delivery) throw await missing(of)
  await wakeNow(of)
  return acceptedResult(delivery)
})

/** The problem of a delivery that there is none of; if there is no such webhook, of that. */
const missing = async ({ businessId, webhookId }: WebhookName) =>
  (await getWebhook(businessId, webhookId))
    ? deliveryNotFound({ detail: 'This webhook has no such delivery.' })
    : notFound('webhook')
