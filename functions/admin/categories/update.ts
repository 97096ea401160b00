import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { objectResult } from '../../../lib/api/http/answer/admin-result.ts'
import { patchBody } from '../../../lib/api/http/body/body-kinds.ts'
import { pathSlug } from '../../../lib/api/http/parameters/path.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { updateCategory } from '../../../lib/data/categories.ts'
import { getCategory } from '../../../lib/data/category-reads.ts'
import { adminCategory } from '../../../lib/domain/admin-view.ts'
import { applyPatch } from '../../../lib/domain/body/resource.ts'
import { breaksOf } from '../../../lib/domain/body/rule-breaks.ts'
import { CATEGORY, type Category } from '../../../lib/domain/category.ts'
import { isSlug } from '../../../lib/domain/text/identifiers.ts'

/** PATCH /admin/categories/{id}: a merge patch, applied to the newest version. */
export const handler = adminEndpoint(
  {
    parameters: {},
    body: patchBody(CATEGORY),
    async findFurtherFaults({ businessId, path: { id = '' }, sent }) {
      const stored = isSlug(id) && (await getCategory(businessId, id))
      return stored ? breaksOf(() => applyPatch(CATEGORY, stored, sent)) : []
    },
  },
  async ({ businessId, path, body, ifMatch }) => {
    const change = (stored: Category) => applyPatch(CATEGORY, stored, body)
    const category = await updateCategory(businessId, pathSlug('category', path.id), change, {
      check: ifMatch,
    })
    if (!category) throw notFound('category')
    return objectResult(adminCategory(category))
  },
)
