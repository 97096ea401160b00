import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { listIdentity, pageRequest } from '../../../lib/api/http/lists/cursor.ts'
import { listAnswer } from '../../../lib/api/http/lists/list-answer.ts'
import { pageParameters } from '../../../lib/api/http/parameters/parameters.ts'
import { listApiKeys } from '../../../lib/data/api-keys/api-keys.ts'
import { adminApiKey } from '../../../lib/domain/admin-view.ts'

/** GET /admin/api-keys: a page of keys in the order they were made, revoked and expired ones too. */
export const handler = adminEndpoint({ parameters: pageParameters, body: noBody }, async (request) => {
  const { businessId, parameters } = request
  const identity = listIdentity(businessId, '/admin/api-keys', parameters)
  const { items, position } = await listApiKeys(businessId, pageRequest(parameters, identity))
  const json = items.map((apiKey) => JSON.stringify(adminApiKey(apiKey)))
  return listAnswer(request, json, position, identity)
})
