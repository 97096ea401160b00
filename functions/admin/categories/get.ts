import { getCategory } from '../../../lib/data/category-reads.ts'
import { adminCategory } from '../../../lib/domain/admin-view.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { readResult } from '../../../lib/http/answer/admin-result.ts'
import { noBody } from '../../../lib/http/body/body-kinds.ts'
import { pathSlug } from '../../../lib/http/parameters/path.ts'
import { notFound } from '../../../lib/http/problems/resource-problems.ts'

/** GET /admin/categories/{id}: one category, read consistently. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId, path }) => {
  const category = await getCategory(businessId, pathSlug('category', path.id))
  if (!category) throw notFound('category')
  return readResult(adminCategory(category))
})
