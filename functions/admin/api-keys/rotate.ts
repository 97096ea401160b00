import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { issuedResult } from '../../../lib/api/http/answer/issued-result.ts'
import { actionBody } from '../../../lib/api/http/body/body-kinds.ts'
import { pathUuid } from '../../../lib/api/http/parameters/path.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { rotateApiKey } from '../../../lib/data/api-keys/api-key-changes.ts'
import { readRotation } from '../../../lib/domain/api-keys/api-key.ts'
import { RESOURCES } from '../../../lib/domain/resources.ts'

/** POST /admin/api-keys/{id}/rotate: a new token for the key; the previous one works until the overlap ends. */
export const handler = adminEndpoint({ parameters: {}, body: actionBody(readRotation) }, async (request) => {
  const { businessId, apiKeyId, path, body, ifMatch, keep } = request
  const issued = await rotateApiKey(businessId, pathUuid('api_key', path.id), body.overlap_seconds, {
    maker: apiKeyId,
    check: ifMatch,
    also: (apiKey) => keep(issuedResult({ apiKey, token: null })),
  })
  if (!issued) throw notFound('api_key', RESOURCES.api_key.name)
  return issuedResult(issued)
})
