import type { Product } from '../domain/products/product.ts'
import type { Step } from './table/commit.ts'
import { updateOf, when } from './table/expressions.ts'
import * as keys from './table/keys.ts'

/** A product as it was and is going to be, and how many variants it had and will have beside itself. */
interface Counted {
  before: Product | undefined
  after: Product | undefined
  were: number
  are: number
}

/**
 * Keeps the number of products of a category, and of the variants of those with options. The count exists exactly while
 * its category does.
 */
export function countSteps(businessId: string, { before, after, were, are }: Counted): Step[] {
  if (before && after && before.category_id === after.category_id)
    return were === are ? [] : [counted(businessId, after, { products: 0, variants: are - were })]
  return [
    ...(after ? [counted(businessId, after, { products: 1, variants: are })] : []),
    ...(before ? [counted(businessId, before, { products: -1, variants: -were })] : []),
  ]
}

/** A change of what the counts of a category say. */
interface CountChange {
  products: 1 | 0 | -1
  variants: number
}

function counted(
  businessId: string,
  { id, category_id }: Product,
  { products, variants }: CountChange,
): Step {
  const isDeparture = products === -1
  const add = { ...(products !== 0 && { n: products }), ...(variants !== 0 && { v: variants }) }
  return {
    write: {
      Update: {
        Key: keys.categoryCountKey(businessId, category_id, keys.shardOf(id)),
        ...updateOf({ add, if: isDeparture ? when`#n >= ${1}` : when`attribute_exists(pk)` }),
      },
    },
    ...(!isDeparture && { refusal: 'category_unknown' as const }),
  }
}
