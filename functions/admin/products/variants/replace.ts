import { adminEndpoint } from '../../../../lib/api/http/admin-endpoint.ts'
import { replacementBodyOf } from '../../../../lib/api/http/body/body-kinds.ts'
import { costOfVariants } from '../../../../lib/api/http/pipeline/cost.ts'
import { variantFaultsOf, writeVariants } from '../../../../lib/api/http/variants.ts'
import { readVariantSet, replaceVariants } from '../../../../lib/domain/products/replace-variants.ts'

/** PUT /admin/products/{id}/variants: replaces all options and variants of a product in one commit. */
export const handler = adminEndpoint(
  {
    parameters: {},
    body: replacementBodyOf(readVariantSet),
    findFurtherFaults: (refused) => variantFaultsOf(refused, replaceVariants),
    cost: costOfVariants,
  },
  (request) => writeVariants(request, replaceVariants),
)
