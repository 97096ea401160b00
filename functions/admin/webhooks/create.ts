import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { issuedWebhookResult } from '../../../lib/api/http/answer/issued-result.ts'
import { alsoJudged, newBody } from '../../../lib/api/http/body/body-kinds.ts'
import { NEW_HEALTH } from '../../../lib/data/webhooks/health.ts'
import { createWebhook } from '../../../lib/data/webhooks/webhook-writes.ts'
import { targetFaults } from '../../../lib/delivery/send/target-faults.ts'
import { NEW_WEBHOOK, requireReadable } from '../../../lib/domain/webhooks/webhook.ts'

/** POST /admin/webhooks: a new webhook, which gets only events that the calling key is allowed to read. */
export const handler = adminEndpoint(
  { parameters: {}, body: alsoJudged(newBody(NEW_WEBHOOK), targetFaults) },
  async ({ businessId, scopes, body, keep }) => {
    requireReadable(body, scopes)
    const issued = await createWebhook(businessId, body, {
      also: (webhook) => keep(issuedWebhookResult({ webhook, secret: null }, NEW_HEALTH)),
    })
    return issuedWebhookResult(issued, NEW_HEALTH)
  },
)
