import { deleteProduct } from '../../../lib/data/products/products.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { noBody } from '../../../lib/http/body/body-kinds.ts'
import { pathUuid } from '../../../lib/http/parameters/path.ts'
import { notFound } from '../../../lib/http/problems/resource-problems.ts'

/** DELETE /admin/products/{id}: for good. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async (request) => {
  const { businessId, path, ifMatch } = request
  if (!(await deleteProduct(businessId, pathUuid('product', path.id), { check: ifMatch })))
    throw notFound('product')
  return {}
})
