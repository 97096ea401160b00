import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { readResult } from '../../../lib/api/http/answer/admin-result.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { pathSlug } from '../../../lib/api/http/parameters/path.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { getCategory } from '../../../lib/data/category-reads.ts'
import { adminCategory } from '../../../lib/domain/admin-view.ts'

/** GET /admin/categories/{id}: one category, read consistently. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId, path }) => {
  const category = await getCategory(businessId, pathSlug('category', path.id))
  if (!category) throw notFound('category')
  return readResult(adminCategory(category))
})
