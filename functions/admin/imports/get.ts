import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { importOf } from '../../../lib/api/http/imports/import-path.ts'
import { shownImport } from '../../../lib/data/imports/import-item.ts'
import { sendAgain } from '../../../lib/data/imports/import-message.ts'

/** GET /admin/imports/{id}: an import. One that was left alone is taken up again. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId, path }) => {
  const item = await importOf(businessId, path.id)
  await sendAgain(businessId, item)
  return { body: shownImport(item, Date.now()) }
})
