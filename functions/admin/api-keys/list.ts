import { listApiKeys } from '../../../lib/data/api-keys/api-keys.ts'
import { adminApiKey } from '../../../lib/domain/admin-view.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { noBody } from '../../../lib/http/body/body-kinds.ts'
import { listIdentity, pageRequest } from '../../../lib/http/lists/cursor.ts'
import { listAnswer } from '../../../lib/http/lists/list-answer.ts'
import { pageParameters } from '../../../lib/http/parameters/parameters.ts'

/** GET /admin/api-keys: a page of keys in the order they were made, revoked and expired ones too. */
export const handler = adminEndpoint({ parameters: pageParameters, body: noBody }, async (request) => {
  const { businessId, parameters } = request
  const identity = listIdentity(businessId, '/admin/api-keys', parameters)
  const { items, position } = await listApiKeys(businessId, pageRequest(parameters, identity))
  const json = items.map((apiKey) => JSON.stringify(adminApiKey(apiKey)))
  return listAnswer(request, json, position, identity)
})
