import { listApiKeys } from '../../../lib/data/api-keys/api-keys.ts'
import { adminApiKey } from '../../../lib/domain/admin-view.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { makeCursor, readCursor } from '../../../lib/http/cursor.ts'
import { listAnswer } from '../../../lib/http/list-answer.ts'
import { pageParameters } from '../../../lib/http/parameters.ts'
import { noBody } from '../../../lib/http/request-body.ts'

/** GET /admin/api-keys: a page of keys in the order they were made, revoked and expired ones too. */
export const handler = adminEndpoint({ parameters: pageParameters, body: noBody }, async (request) => {
  const { businessId, parameters } = request
  const identity = [businessId, '/admin/api-keys']
  const after = parameters.cursor === undefined ? undefined : readCursor(parameters.cursor, identity)
  const { items, position } = await listApiKeys(businessId, { after, limit: parameters.limit ?? 50 })
  const json = items.map((apiKey) => JSON.stringify(adminApiKey(apiKey)))
  return listAnswer(request, json, position === null ? null : makeCursor(position, identity))
})
