import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { objectResult } from '../../../lib/api/http/answer/admin-result.ts'
import { patchBody } from '../../../lib/api/http/body/body-kinds.ts'
import { pathUuid } from '../../../lib/api/http/parameters/path.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { changeApiKey } from '../../../lib/data/api-keys/api-key-changes.ts'
import { getApiKey } from '../../../lib/data/api-keys/api-keys.ts'
import { adminApiKey } from '../../../lib/domain/admin-view.ts'
import { API_KEY, type ApiKey } from '../../../lib/domain/api-keys/api-key.ts'
import { narrowingFaults } from '../../../lib/domain/api-keys/key-powers.ts'
import type { JsonObject } from '../../../lib/domain/body/json-object.ts'
import { applyPatch } from '../../../lib/domain/body/resource.ts'
import { RESOURCES } from '../../../lib/domain/resources.ts'
import { isUuid } from '../../../lib/domain/text/identifiers.ts'

/** PATCH /admin/api-keys/{id}: another name, and powers that can only be narrowed. */
export const handler = adminEndpoint(
  {
    parameters: {},
    body: patchBody(API_KEY),
    async findFurtherFaults({ businessId, path: { id = '' }, sent }) {
      const stored = isUuid(id) && (await getApiKey(businessId, id.toLowerCase()))
      return stored ? narrowingFaults(stored, asItIsNow(stored, sent), new Date()) : []
    },
  },
  async ({ businessId, apiKeyId, path, body, ifMatch }) => {
    const change = (stored: ApiKey) => applyPatch(API_KEY, stored, asItIsNow(stored, body))
    const options = { maker: apiKeyId, check: ifMatch }
    const apiKey = await changeApiKey(businessId, pathUuid('api_key', path.id), change, options)
    if (!apiKey) throw notFound('api_key', RESOURCES.api_key.name)
    return objectResult(adminApiKey(apiKey))
  },
)

/** A key that is sent back as it was read may have been used since, by this very call at least. */
function asItIsNow({ last_used_at }: ApiKey, body: JsonObject): JsonObject {
  const { last_used_at: said } = body
  const wasSo =
    said === null || (typeof said === 'string' && Date.parse(said) <= Date.parse(last_used_at ?? ''))
  return wasSo ? { ...body, last_used_at } : body
}
