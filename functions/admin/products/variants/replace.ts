import { readVariantSet, replaceVariants } from '../../../../lib/domain/products/replace-variants.ts'
import { adminEndpoint } from '../../../../lib/http/admin-endpoint.ts'
import { replacementBodyOf } from '../../../../lib/http/body/body-kinds.ts'
import { costOfVariants } from '../../../../lib/http/pipeline/cost.ts'
import { variantFaultsOf, writeVariants } from '../../../../lib/http/variants.ts'

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
