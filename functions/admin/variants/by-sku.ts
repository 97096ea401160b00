import { findVariantBySku } from '../../../lib/data/product-reads.ts'
import { adminVariant } from '../../../lib/domain/admin-view.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { noBody } from '../../../lib/http/body/body-kinds.ts'
import { variantNotFound } from '../../../lib/http/problems/problems.ts'

/** A SKU has at most 64 code points, so at most 128 of JavaScript's units. */
const LONGEST_SKU = 128

/** GET /admin/variants/by-sku/{sku}: the variant of any product that has a SKU. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId, path }) => {
  const sku = path.sku ?? ''
  const found = sku.length <= LONGEST_SKU ? await findVariantBySku(businessId, sku) : undefined
  if (!found) throw variantNotFound({ detail: 'No variant of this business has this SKU.' })
  return { body: { ...adminVariant(found.variant), product_id: found.product.id } }
})
