import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { objectResult } from '../../../lib/api/http/answer/admin-result.ts'
import { alsoJudged, patchBody } from '../../../lib/api/http/body/body-kinds.ts'
import { pathUuid } from '../../../lib/api/http/parameters/path.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { readHealth } from '../../../lib/data/webhooks/health.ts'
import { isReplayedFrom } from '../../../lib/data/webhooks/replay.ts'
import { updateWebhook } from '../../../lib/data/webhooks/webhook-writes.ts'
import { getWebhook } from '../../../lib/data/webhooks/webhooks.ts'
import { targetFaults } from '../../../lib/delivery/send/target-faults.ts'
import { applyPatch } from '../../../lib/domain/body/resource.ts'
import { isUuid } from '../../../lib/domain/text/identifiers.ts'
import {
  type Patched,
  requireReadable,
  requireReplayable,
  WEBHOOK,
  type Webhook,
  webhookPatchFaults,
  withoutHealth,
} from '../../../lib/domain/webhooks/webhook.ts'
import { adminWebhookWithHealth } from '../../../lib/domain/webhooks/webhook-view.ts'

/** PATCH /admin/webhooks/{id}: a merge patch, by a key that is allowed to read all that the webhook then gets. */
export const handler = adminEndpoint(
  {
    parameters: {},
    body: alsoJudged(patchBody(WEBHOOK), targetFaults),
    async findFurtherFaults({ businessId, path: { id = '' }, sent }) {
      const stored = isUuid(id) && (await getWebhook(businessId, id.toLowerCase()))
      const now = new Date()
      if (!stored) return []
      const { replay_from, ...others } = sent
      const patch = (await isReplayedFrom(businessId, stored, sent)) ? others : sent
      return webhookPatchFaults(stored, withoutHealth(patch, now), now)
    },
  },
  async ({ businessId, scopes, path, body, ifMatch }) => {
    const webhookId = pathUuid('webhook', path.id)
    const now = new Date()
    const { replay_from, ...others } = body
    const before = await getWebhook(businessId, webhookId)
    const patch = before && (await isReplayedFrom(businessId, before, body)) ? others : body
    const change = (stored: Webhook) => {
      const patched: Patched = applyPatch(
        WEBHOOK,
        stored,
        withoutHealth(stored.is_enabled ? patch : body, now),
      )
      requireReplayable(stored, patched, now)
      requireReadable(patched, scopes)
      const { replay_from: replayFrom, ...webhook } = patched
      return { webhook, replayFrom }
    }
    const webhook = await updateWebhook(businessId, webhookId, change, { now, check: ifMatch })
    if (!webhook) throw notFound('webhook')
    return objectResult(adminWebhookWithHealth(webhook, await readHealth({ businessId, webhookId })))
  },
)
