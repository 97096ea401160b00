import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { objectResult } from '../../../lib/api/http/answer/admin-result.ts'
import { patchBodyOf } from '../../../lib/api/http/body/body-kinds.ts'
import { productFaults } from '../../../lib/api/http/body/product-faults.ts'
import { pathUuid } from '../../../lib/api/http/parameters/path.ts'
import { costOfVariants } from '../../../lib/api/http/pipeline/cost.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { changeProduct } from '../../../lib/data/products/products.ts'
import { adminProduct } from '../../../lib/domain/admin-view.ts'
import { checkWholePatch, patchWhole } from '../../../lib/domain/products/product-body.ts'
import type { WholeProduct } from '../../../lib/domain/products/variant-set.ts'
import { isUuid } from '../../../lib/domain/text/identifiers.ts'

/** PATCH /admin/products/{id}: a merge patch, applied to the newest version. */
export const handler = adminEndpoint(
  {
    parameters: {},
    body: patchBodyOf(checkWholePatch),
    findFurtherFaults: ({ businessId, path: { id = '' }, sent }) =>
      productFaults(
        businessId,
        sent,
        isUuid(id) ? id.toLowerCase() : undefined,
        (stored) => stored && patchWhole(stored, sent),
      ),
    cost: costOfVariants,
  },
  async ({ businessId, path, body, ifMatch }) => {
    const change = (stored: WholeProduct) => patchWhole(stored, body)
    const whole = await changeProduct(businessId, pathUuid('product', path.id), change, { check: ifMatch })
    if (!whole) throw notFound('product')
    return objectResult(adminProduct(whole.product))
  },
)
