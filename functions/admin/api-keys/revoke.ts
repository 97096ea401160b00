import { revokeApiKey } from '../../../lib/data/api-keys/api-key-changes.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { noBody } from '../../../lib/http/body/body-kinds.ts'
import { readApiKeyId } from '../../../lib/http/parameters/path.ts'
import { apiKeyNotFound } from '../../../lib/http/problems/other-problems.ts'

/** DELETE /admin/api-keys/{id}: ends a key and its tokens everywhere within 5 s; it stays in the list as revoked. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async (request) => {
  const { businessId, apiKeyId, path, ifMatch } = request
  const options = { maker: apiKeyId, check: ifMatch }
  if (!(await revokeApiKey(businessId, readApiKeyId(path.id), options))) throw apiKeyNotFound()
  return {}
})
