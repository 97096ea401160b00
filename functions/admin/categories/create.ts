import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { objectResult } from '../../../lib/api/http/answer/admin-result.ts'
import { newBody } from '../../../lib/api/http/body/body-kinds.ts'
import { createCategory } from '../../../lib/data/categories.ts'
import { adminCategory } from '../../../lib/domain/admin-view.ts'
import { CATEGORY, type Category } from '../../../lib/domain/category.ts'

/** POST /admin/categories: a new category. */
export const handler = adminEndpoint({ parameters: {}, body: newBody(CATEGORY) }, async (request) => {
  const { businessId, body, keep } = request
  const also = (category: Category) => keep(created(category))
  return created(await createCategory(businessId, body, { also }))
})

const created = (category: Category) =>
  objectResult(adminCategory(category), { status: 201, location: `/admin/categories/${category.id}` })
