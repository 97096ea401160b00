import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { pathSlug } from '../../../lib/api/http/parameters/path.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { deleteCategory } from '../../../lib/data/categories.ts'

/** DELETE /admin/categories/{id}: only while no product, in any status, is in it. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async (request) => {
  const { businessId, path, ifMatch } = request
  if (!(await deleteCategory(businessId, pathSlug('category', path.id), { check: ifMatch })))
    throw notFound('category')
  return {}
})
