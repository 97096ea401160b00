import { getApiKey } from '../../../lib/data/api-keys/api-keys.ts'
import { adminApiKey } from '../../../lib/domain/admin-view.ts'
import { RESOURCES } from '../../../lib/domain/resources.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { objectResult } from '../../../lib/http/answer/admin-result.ts'
import { noBody } from '../../../lib/http/body/body-kinds.ts'
import { pathUuid } from '../../../lib/http/parameters/path.ts'
import { notFound } from '../../../lib/http/problems/resource-problems.ts'

/** GET /admin/api-keys/{id}: one key, without its token. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId, path }) => {
  const apiKey = await getApiKey(businessId, pathUuid('api_key', path.id))
  if (!apiKey) throw notFound('api_key', RESOURCES.api_key.name)
  return objectResult(adminApiKey(apiKey))
})
