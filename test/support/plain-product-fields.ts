import { TRADE_FIELDS } from '../../lib/domain/products/trade-fields.ts'
import { PUBLIC_PRODUCT_FIELDS } from '../../lib/domain/public-view.ts'

/** The members of every public product, also of one that has no field of trade. */
export const PLAIN_PRODUCT_FIELDS = PUBLIC_PRODUCT_FIELDS.filter(
  (name) => !TRADE_FIELDS.some((one) => one === name),
)
