import { deleteCategory } from '../../../lib/data/categories.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { readCategoryId } from '../../../lib/http/path.ts'
import { notFound } from '../../../lib/http/problem.ts'
import { noBody } from '../../../lib/http/request-body.ts'

/** DELETE /admin/categories/{id}: only while no product, of whatever status, is in it. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async (request) => {
  const { businessId, path, ifMatch } = request
  if (!(await deleteCategory(businessId, readCategoryId(path.id), { check: ifMatch })))
    throw notFound('category')
  return {}
})
