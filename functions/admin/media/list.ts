import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { listIdentity, pageRequest } from '../../../lib/api/http/lists/cursor.ts'
import { listAnswer } from '../../../lib/api/http/lists/list-answer.ts'
import { pageParameters } from '../../../lib/api/http/parameters/parameters.ts'
import { listMedia } from '../../../lib/data/media/media.ts'
import { shownMedium } from '../../../lib/data/media/medium-item.ts'

/** GET /admin/media: a page of pictures, in the order of their ids. */
export const handler = adminEndpoint({ parameters: pageParameters, body: noBody }, async (request) => {
  const { businessId, parameters } = request
  const identity = listIdentity(businessId, '/admin/media', parameters)
  const page = pageRequest(parameters, identity)
  const { items, position } = await listMedia(businessId, (item) => shownMedium(businessId, item), page)
  return listAnswer(
    request,
    items.map((item) => JSON.stringify(item)),
    position,
    identity,
  )
})
