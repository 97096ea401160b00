import { adminEndpoint } from '../../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../../lib/api/http/body/body-kinds.ts'
import { importOf } from '../../../../lib/api/http/imports/import-path.ts'
import { listIdentity, pageRequest } from '../../../../lib/api/http/lists/cursor.ts'
import { listAnswer } from '../../../../lib/api/http/lists/list-answer.ts'
import { pageParameters } from '../../../../lib/api/http/parameters/parameters.ts'
import { listImportFaults } from '../../../../lib/data/imports/imports.ts'

/** GET /admin/imports/{id}/faults: a page of the rows that an import refused or left out, in the order of its file. */
export const handler = adminEndpoint({ parameters: pageParameters, body: noBody }, async (request) => {
  const { businessId, path, parameters } = request
  const { id } = await importOf(businessId, path.id)
  const identity = listIdentity(businessId, `/admin/imports/${id}/faults`, parameters)
  const { items, position } = await listImportFaults(businessId, id, pageRequest(parameters, identity))
  return listAnswer(
    request,
    items.map((item) => JSON.stringify(item)),
    position,
    identity,
  )
})
