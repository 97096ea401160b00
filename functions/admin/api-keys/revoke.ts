import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { pathUuid } from '../../../lib/api/http/parameters/path.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { revokeApiKey } from '../../../lib/data/api-keys/api-key-changes.ts'
import { RESOURCES } from '../../../lib/domain/resources.ts'

/** DELETE /admin/api-keys/{id}: ends a key and its tokens everywhere within 5 s; it stays in the list as revoked. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async (request) => {
  const { businessId, apiKeyId, path, ifMatch } = request
  const options = { maker: apiKeyId, check: ifMatch }
  if (!(await revokeApiKey(businessId, pathUuid('api_key', path.id), options)))
    throw notFound('api_key', RESOURCES.api_key.name)
  return {}
})
