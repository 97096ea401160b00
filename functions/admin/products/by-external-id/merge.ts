import { adminEndpoint } from '../../../../lib/api/http/admin-endpoint.ts'
import { patchBodyOf } from '../../../../lib/api/http/body/body-kinds.ts'
import { costOfVariants } from '../../../../lib/api/http/pipeline/cost.ts'
import {
  externalIdIn,
  faultsByExternalId,
  merge,
  writeByExternalId,
} from '../../../../lib/api/http/product-by-external-id.ts'
import { checkWholePatch } from '../../../../lib/domain/products/product-body.ts'

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
