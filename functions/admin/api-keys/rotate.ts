import { rotateApiKey } from '../../../lib/data/api-keys/api-key-changes.ts'
import { readRotation } from '../../../lib/domain/api-key.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { issuedResult } from '../../../lib/http/answer/admin-result.ts'
import { actionBody } from '../../../lib/http/body/body-kinds.ts'
import { readApiKeyId } from '../../../lib/http/parameters/path.ts'
import { apiKeyNotFound } from '../../../lib/http/problems/other-problems.ts'

/** POST /admin/api-keys/{id}/rotate: another token for the same key; the one before works a while longer. */
export const handler = adminEndpoint({ parameters: {}, body: actionBody(readRotation) }, async (request) => {
  const { businessId, apiKeyId, path, body, ifMatch, keep } = request
  const issued = await rotateApiKey(businessId, readApiKeyId(path.id), body.overlap_seconds, {
    maker: apiKeyId,
    check: ifMatch,
    also: (apiKey) => keep(issuedResult({ apiKey, token: null })),
  })
  if (!issued) throw apiKeyNotFound()
  return issuedResult(issued)
})
