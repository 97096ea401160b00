import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { acceptedResult } from '../../../lib/api/http/answer/admin-result.ts'
import { emptyBody } from '../../../lib/api/http/body/body-kinds.ts'
import { pathUuid } from '../../../lib/api/http/parameters/path.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { requestTest } from '../../../lib/data/webhooks/delivery-requests.ts'
import { wakeNow } from '../../../lib/delivery/wake-now.ts'

/** POST /admin/webhooks/{id}/test: sends an event of the type `webhook.test`, which is in no feed. */
export const handler = adminEndpoint({ parameters: {}, body: emptyBody }, async (request) => {
  const { businessId, path, keep } = request
  const of = { businessId, webhookId: pathUuid('webhook', path.id) }
  const delivery = await requestTest(of, { also: (asked) => keep(acceptedResult(asked)) })
  if (!delivery) throw notFound('webhook')
  await wakeNow(of)
  return acceptedResult(delivery)
})
