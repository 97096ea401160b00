import { adminEndpoint } from '../../../../lib/api/http/admin-endpoint.ts'
import { patchBodyOf } from '../../../../lib/api/http/body/body-kinds.ts'
import { costOfVariants } from '../../../../lib/api/http/pipeline/cost.ts'
import { variantFaultsOf, writeVariants } from '../../../../lib/api/http/variants.ts'
import { patchVariants, readVariantPatch } from '../../../../lib/domain/products/patch-variants.ts'

/** PATCH /admin/products/{id}/variants: changes some variants of a product, or renames its options, in one commit. */
export const handler = adminEndpoint(
  {
    parameters: {},
    body: patchBodyOf(readVariantPatch),
    findFurtherFaults: (refused) => variantFaultsOf(refused, patchVariants),
    cost: costOfVariants,
  },
  (request) => writeVariants(request, patchVariants),
)
