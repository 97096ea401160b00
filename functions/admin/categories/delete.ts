import { deleteCategory } from '../../../lib/data/categories.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { noBody } from '../../../lib/http/body/body-kinds.ts'
import { pathSlug } from '../../../lib/http/parameters/path.ts'
import { notFound } from '../../../lib/http/problems/resource-problems.ts'

/** DELETE /admin/categories/{id}: only while no product, in any status, is in it. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async (request) => {
  const { businessId, path, ifMatch } = request
  if (!(await deleteCategory(businessId, pathSlug('category', path.id), { check: ifMatch })))
    throw notFound('category')
  return {}
})
