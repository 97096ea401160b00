import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { objectResult } from '../../../lib/api/http/answer/admin-result.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { keyEnded } from '../../../lib/api/http/problems/denial.ts'
import { getApiKey } from '../../../lib/data/api-keys/api-keys.ts'
import { adminApiKey } from '../../../lib/domain/admin-view.ts'

/** GET /admin/api-keys/current: the calling key with its rights. Requires no scope. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId, apiKeyId }) => {
  const apiKey = await getApiKey(businessId, apiKeyId)
  if (!apiKey) throw keyEnded()
  return objectResult(adminApiKey(apiKey))
})
