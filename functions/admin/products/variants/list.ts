import { adminEndpoint } from '../../../../lib/api/http/admin-endpoint.ts'
import { readResult } from '../../../../lib/api/http/answer/admin-result.ts'
import { noBody } from '../../../../lib/api/http/body/body-kinds.ts'
import { pathUuid } from '../../../../lib/api/http/parameters/path.ts'
import { notFound } from '../../../../lib/api/http/problems/resource-problems.ts'
import { findWholeProduct } from '../../../../lib/data/products/product-reads.ts'
import { adminVariants } from '../../../../lib/domain/admin-view.ts'

/** GET /admin/products/{id}/variants: the options and all variants of a product in any status. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId, path }) => {
  const whole = await findWholeProduct(businessId, pathUuid('product', path.id))
  if (!whole) throw notFound('product')
  return readResult(adminVariants(whole.product, whole.set))
})
