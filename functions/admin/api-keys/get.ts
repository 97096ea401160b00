import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { objectResult } from '../../../lib/api/http/answer/admin-result.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { pathUuid } from '../../../lib/api/http/parameters/path.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { getApiKey } from '../../../lib/data/api-keys/api-keys.ts'
import { adminApiKey } from '../../../lib/domain/admin-view.ts'
import { RESOURCES } from '../../../lib/domain/resources.ts'

/** GET /admin/api-keys/{id}: one key, without its token. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId, path }) => {
  const apiKey = await getApiKey(businessId, pathUuid('api_key', path.id))
  if (!apiKey) throw notFound('api_key', RESOURCES.api_key.name)
  return objectResult(adminApiKey(apiKey))
})
