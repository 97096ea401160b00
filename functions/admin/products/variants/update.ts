import { patchVariants, readVariantPatch } from '../../../../lib/domain/products/patch-variants.ts'
import { adminEndpoint } from '../../../../lib/http/admin-endpoint.ts'
import { patchBodyOf } from '../../../../lib/http/body/body-kinds.ts'
import { costOfVariants } from '../../../../lib/http/pipeline/cost.ts'
import { variantFaultsOf, writeVariants } from '../../../../lib/http/variants.ts'

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
