import { checkWholePatch } from '../../../../lib/domain/products/product-body.ts'
import { adminEndpoint } from '../../../../lib/http/admin-endpoint.ts'
import { patchBodyOf } from '../../../../lib/http/body/body-kinds.ts'
import { costOfVariants } from '../../../../lib/http/pipeline/cost.ts'
import {
  externalIdIn,
  faultsByExternalId,
  merge,
  writeByExternalId,
} from '../../../../lib/http/product-by-external-id.ts'

/** PATCH /admin/products/by-external-id/{external_id}: merges into the product, or creates it from the patch. */
export const handler = adminEndpoint(
  {
    parameters: {},
    body: patchBodyOf(checkWholePatch, externalIdIn),
    findFurtherFaults: (refused) => faultsByExternalId(refused, merge(refused.sent)),
    cost: costOfVariants,
  },
  (request) => writeByExternalId(request, merge(request.body)),
)
