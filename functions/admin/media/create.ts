import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { createMedium } from '../../../lib/api/http/media/create-medium.ts'
import { pictureBody } from '../../../lib/api/http/media/picture-body.ts'

/** POST /admin/media: a picture, drawn in every width. The same picture again has the same addresses. */
export const handler = adminEndpoint({ parameters: {}, body: pictureBody }, createMedium)
