import { adminEndpoint } from '../../../../lib/api/http/admin-endpoint.ts'
import { replacementBodyOf } from '../../../../lib/api/http/body/body-kinds.ts'
import { costOfVariants } from '../../../../lib/api/http/pipeline/cost.ts'
import {
  externalIdIn,
  faultsByExternalId,
  replacement,
  writeByExternalId,
} from '../../../../lib/api/http/product-by-external-id.ts'
import { checkWholeReplacement } from '../../../../lib/domain/products/product-body.ts'

/** PUT /admin/products/by-external-id/{external_id}: creates the product or replaces every writable field of it. */
export const handler = adminEndpoint(
  {
    parameters: {},
    body: replacementBodyOf(checkWholeReplacement, externalIdIn),
    findFurtherFaults: (refused) => faultsByExternalId(refused, replacement(refused.sent)),
    cost: costOfVariants,
  },
  (request) => writeByExternalId(request, replacement(request.body)),
)
