import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { listAnswer } from '../../../lib/api/http/lists/list-answer.ts'
import { required } from '../../../lib/api/http/parameters/parameters.ts'
import { variantParameters } from '../../../lib/api/http/parameters/product-parameters.ts'
import { findVariantBySku } from '../../../lib/data/products/product-reads.ts'
import { adminVariant } from '../../../lib/domain/admin-view.ts'

/** GET /admin/variants?sku=: a list of the one variant of the business that has a SKU, or of none. */
export const handler = adminEndpoint({ parameters: variantParameters, body: noBody }, async (request) => {
  const found = await findVariantBySku(request.businessId, required('sku', request.parameters.sku))
  const items = found ? [{ ...adminVariant(found.variant), product_id: found.product.id }] : []
  return listAnswer(
    request,
    items.map((item) => JSON.stringify(item)),
    null,
    [],
  )
})
