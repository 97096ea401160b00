import { findWholeProduct } from '../../../../lib/data/products/product-reads.ts'
import { adminVariants } from '../../../../lib/domain/admin-view.ts'
import { adminEndpoint } from '../../../../lib/http/admin-endpoint.ts'
import { readResult } from '../../../../lib/http/answer/admin-result.ts'
import { noBody } from '../../../../lib/http/body/body-kinds.ts'
import { pathUuid } from '../../../../lib/http/parameters/path.ts'
import { notFound } from '../../../../lib/http/problems/resource-problems.ts'

/** GET /admin/products/{id}/variants: the options and all variants of a product in any status. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId, path }) => {
  const whole = await findWholeProduct(businessId, pathUuid('product', path.id))
  if (!whole) throw notFound('product')
  return readResult(adminVariants(whole.product, whole.set))
})
