import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { pathUuid } from '../../../lib/api/http/parameters/path.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { deleteWebhook } from '../../../lib/data/webhooks/webhook-writes.ts'

/** DELETE /admin/webhooks/{id}: ends a webhook with its secret and all that it still waits for. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async (request) => {
  const { businessId, path, ifMatch } = request
  if (!(await deleteWebhook(businessId, pathUuid('webhook', path.id), { check: ifMatch })))
    throw notFound('webhook')
  return {}
})
