import { deleteWebhook } from '../../../lib/data/webhooks/webhook-writes.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { noBody } from '../../../lib/http/body/body-kinds.ts'
import { pathUuid } from '../../../lib/http/parameters/path.ts'
import { notFound } from '../../../lib/http/problems/resource-problems.ts'

/** DELETE /admin/webhooks/{id}: ends a webhook with its secret and all that it still waits for. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async (request) => {
  const { businessId, path, ifMatch } = request
  if (!(await deleteWebhook(businessId, pathUuid('webhook', path.id), { check: ifMatch })))
    throw notFound('webhook')
  return {}
})
