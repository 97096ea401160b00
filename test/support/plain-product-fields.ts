import { PUBLIC_PRODUCT_FIELDS, SPARSE_FIELDS } from '../../lib/domain/products/fields.ts'

/** The members of every public product, also of one that has no field of trade. */
export const PLAIN_PRODUCT_FIELDS = PUBLIC_PRODUCT_FIELDS.filter(
  (name) => !SPARSE_FIELDS.some((one) => one === name),
)
