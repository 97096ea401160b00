import { when } from '../table/expressions.ts'

/** The condition that a guard of a slug, SKU or external id leads to a product. */
export const isHeldBy = (productId: unknown) => when`#product_id = ${productId}`

/** The same, or that there is no such guard. */
export const isHeldByOrFree = (productId: string) =>
  when`attribute_not_exists(pk) OR #product_id = ${productId}`
