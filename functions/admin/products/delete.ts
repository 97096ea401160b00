import { deleteProduct } from '../../../lib/data/products.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { readProductId } from '../../../lib/http/path.ts'
import { notFound } from '../../../lib/http/problem.ts'
import { noBody } from '../../../lib/http/request-body.ts'

/** DELETE /admin/products/{id}: for good. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async (request) => {
  const { businessId, path, ifMatch } = request
  if (!(await deleteProduct(businessId, readProductId(path.id), { check: ifMatch })))
    throw notFound('product')
  return {}
})
