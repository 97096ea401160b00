import { changeApiKey } from '../../../lib/data/api-key-changes.ts'
import { adminApiKey } from '../../../lib/domain/admin-view.ts'
import { API_KEY, type ApiKey } from '../../../lib/domain/api-key.ts'
import { applyPatch } from '../../../lib/domain/resource.ts'
import { adminEndpoint, objectResult } from '../../../lib/http/admin-endpoint.ts'
import { readApiKeyId } from '../../../lib/http/path.ts'
import { notFound } from '../../../lib/http/problem.ts'
import { patchBody } from '../../../lib/http/request-body.ts'

/** PATCH /admin/api-keys/{id}: another name, and powers that can only be narrowed. */
export const handler = adminEndpoint({ parameters: {}, body: patchBody(API_KEY) }, async (request) => {
  const { businessId, apiKeyId, path, body, ifMatch } = request
  const change = (stored: ApiKey) => applyPatch(API_KEY, stored, body)
  const options = { maker: apiKeyId, check: ifMatch }
  const apiKey = await changeApiKey(businessId, readApiKeyId(path.id), change, options)
  if (!apiKey) throw notFound('api_key')
  return objectResult(adminApiKey(apiKey))
})
