import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { listAnswer } from '../../../lib/api/http/lists/list-answer.ts'
import { inventoryParameters, readStockList, stockPage } from '../../../lib/api/http/lists/stock-list.ts'

/** GET /admin/inventory: a page of the variants whose inventory is tracked, and how much there is of each. */
export const handler = adminEndpoint({ parameters: inventoryParameters, body: noBody }, async (request) => {
  const list = readStockList(request.businessId, request.parameters)
  const { items, position } = await stockPage(request.businessId, request.parameters, list.page)
  return listAnswer(request, items, position, list.identity)
})
