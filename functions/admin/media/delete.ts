import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { mediumNotFound } from '../../../lib/api/http/problems/problems.ts'
import { deleteMedium } from '../../../lib/data/media/media.ts'
import { isMediumId } from '../../../lib/domain/media.ts'

/** DELETE /admin/media/{id}: deletes a picture, whether something shows it or not. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId, path }) => {
  const id = path.id?.toLowerCase() ?? ''
  if (!isMediumId(id) || !(await deleteMedium(businessId, id)))
    throw mediumNotFound({ detail: 'There is no such picture.' })
  return {}
})
