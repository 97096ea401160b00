import { adminEndpoint } from '../../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../../lib/api/http/body/body-kinds.ts'
import { pathUuid } from '../../../../lib/api/http/parameters/path.ts'
import { deliveryNotFound } from '../../../../lib/api/http/problems/problems.ts'
import { notFound } from '../../../../lib/api/http/problems/resource-problems.ts'
import { getDelivery } from '../../../../lib/data/webhooks/delivery-list.ts'
import { getWebhook } from '../../../../lib/data/webhooks/webhooks.ts'
import { eventOf } from '../../../../lib/domain/webhooks/delivery.ts'

/** GET /admin/webhooks/{id}/deliveries/{delivery_id}: one delivery with all its tries, also before the first. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId, path }) => {
  const webhook = await getWebhook(businessId, pathUuid('webhook', path.id))
  if (!webhook) throw notFound('webhook')
  const eventId = eventOf(`${path.delivery_id}`.toLowerCase())
  const delivery = eventId && (await getDelivery(businessId, webhook, eventId))
  if (!delivery) throw deliveryNotFound({ detail: 'This webhook has no such delivery.' })
  return { body: delivery }
})
