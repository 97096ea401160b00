import { listHolds } from '../../../data/holds/list-holds.ts'
import type { Page } from '../../../data/table/pages.ts'
import { HOLD_STATUSES } from '../../../domain/stock/hold.ts'
import { isUuid } from '../../../domain/text/identifiers.ts'
import { anyText, oneOf, type Parameters, pageParameters } from '../parameters/parameters.ts'
import { type ListIdentity, listIdentity, pageRequest } from './cursor.ts'

/** The query parameters of `GET /admin/inventory/holds`. */
export const holdParameters = {
  status: /* @__PURE__ */ oneOf(HOLD_STATUSES),
  product: anyText,
  ...pageParameters,
}

/** The requested page of holds, as JSON, and the list that it belongs to. Throws `invalid_cursor`. */
export async function holdPage(
  businessId: string,
  parameters: Parameters<typeof holdParameters>,
): Promise<Page<string> & { identity: ListIdentity }> {
  const identity = listIdentity(businessId, '/admin/inventory/holds', parameters)
  const page = pageRequest(parameters, identity)
  const { status } = parameters
  const product = parameters.product?.toLowerCase()
  // No hold has pieces of anything else.
  if (product !== undefined && !isUuid(product)) return { items: [], position: null, identity }
  const { items, position } = await listHolds(businessId, { status, product }, page)
  return { items: items.map((hold) => JSON.stringify(hold)), position, identity }
}
