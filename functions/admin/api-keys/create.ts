import { issueApiKey } from '../../../lib/data/api-key-issue.ts'
import { NEW_API_KEY } from '../../../lib/domain/api-key.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { issuedResult } from '../../../lib/http/issued-key.ts'
import { newBody } from '../../../lib/http/request-body.ts'

/** POST /admin/api-keys: a new key, which may no more than the one that makes it. */
export const handler = adminEndpoint({ parameters: {}, body: newBody(NEW_API_KEY) }, async (request) => {
  const { businessId, apiKeyId, body, keep } = request
  return issuedResult(
    await issueApiKey(businessId, body, {
      maker: apiKeyId,
      also: (apiKey) => keep(issuedResult({ apiKey, token: null })),
    }),
  )
})
