import { listApiKeys } from '../../../lib/data/api-keys/api-keys.ts'
import { adminApiKey } from '../../../lib/domain/admin-view.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { noBody } from '../../../lib/http/body/body-kinds.ts'
import { makeCursor, readCursor } from '../../../lib/http/lists/cursor.ts'
import { listAnswer } from '../../../lib/http/lists/list-answer.ts'
import { pageParameters } from '../../../lib/http/parameters/parameters.ts'

/** GET /admin/api-keys: a page of keys in the order they were made, revoked and expired ones too. */
export const handler = adminEndpoint({ parameters: pageParameters, body: noBody }, async (request) => {
  const { businessId, parameters } = request
  const identity = [businessId, '/admin/api-keys']
  const after = parameters.cursor === undefined ? undefined : readCursor(parameters.cursor, identity)
  const { items, position } = await listApiKeys(businessId, { after, limit: parameters.limit ?? 50 })
  const json = items.map((apiKey) => JSON.stringify(adminApiKey(apiKey)))
  return listAnswer(request, json, position === null ? null : makeCursor(position, identity))
})
