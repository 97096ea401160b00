import type { Product } from '../domain/products/product.ts'
import type { RefusalReason, Step } from './table/commit.ts'
import { updateOf, when } from './table/expressions.ts'
import * as keys from './table/keys.ts'

/** How often a count has changed: by its numbers alone, a change and its opposite would leave no trace. */
export const COUNT_MOVES = 'm'

/** A product as it was and is going to be, and how many variants it had and will have. */
interface Counted {
  before: Product | undefined
  after: Product | undefined
  were: number
  are: number
}

/**
 * The numbers in the counts of a category: of its products of any status (`n`), of the variants of those with options (`v`),
 * and of the products that have it for an additional category (`p`).
 */
interface Numbers {
  n: number
  v: number
  p: number
}

/**
 * Keeps the numbers of products of a category, of the variants of those with options, and of the products that name it as an
 * additional category. The count exists exactly while its category does.
 */
export function countSteps(businessId: string, { before, after, were, are }: Counted): Step[] {
  const product = after ?? before
  if (!product) return []
  const changes = new Map<string, Numbers>()
  add(changes, after, are, 1)
  add(changes, before, were, -1)
  return [...changes]
    .filter(([, change]) => Object.values(change).some((by) => by !== 0))
    .map(([category, change]) => counted(businessId, { id: product.id, category }, change))
}

/** Adds what a product says of its categories, or with `by` -1 what it no longer says. */
function add(changes: Map<string, Numbers>, product: Product | undefined, variants: number, by: 1 | -1) {
  if (!product) return
  const change = (category: string, { n = 0, v = 0, p = 0 }: Partial<Numbers>) => {
    const sum = changes.get(category) ?? { n: 0, v: 0, p: 0 }
    changes.set(category, { n: sum.n + by * n, v: sum.v + by * v, p: sum.p + by * p })
  }
  change(product.category_id, { n: 1, v: variants })
  for (const { id } of product.additional_categories) change(id, { p: 1 })
}

function counted(
  businessId: string,
  { id, category }: { id: string; category: string },
  change: Numbers,
): Step {
  const { n, p } = change
  const refusal = refusalOf(change)
  return {
    write: {
      Update: {
        Key: keys.categoryCountKey(businessId, category, keys.shardOf(id)),
        ...updateOf({
          add: {
            ...Object.fromEntries(Object.entries(change).filter(([, by]) => by !== 0)),
            [COUNT_MOVES]: 1,
          },
          if: n < 0 ? when`#n >= ${1}` : p < 0 ? when`#p >= ${1}` : when`attribute_exists(pk)`,
        }),
      },
    },
    ...(refusal && { refusal, category }),
  }
}

/** A category that the product leaves, or had in the other way, exists: there no refusal is possible. */
function refusalOf({ n, p }: Numbers): RefusalReason | undefined {
  if (n < 0 || p < 0) return undefined
  return p > 0 ? 'additional_category_unknown' : 'category_unknown'
}
