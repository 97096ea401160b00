import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { pathUuid } from '../../../lib/api/http/parameters/path.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { deleteProduct } from '../../../lib/data/products/products.ts'

/** DELETE /admin/products/{id}: for good. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async (request) => {
  const { businessId, path, ifMatch } = request
  if (!(await deleteProduct(businessId, pathUuid('product', path.id), { check: ifMatch })))
    throw notFound('product')
  return {}
})
