import { isDeepStrictEqual } from 'node:util'
import { InvalidFields, unknownCategory } from '../../domain/body/rule-breaks.ts'
import type { Product } from '../../domain/products/product.ts'
import { placements } from '../storefront/storefront.ts'
import type { Refusal, Step } from '../table/commit.ts'

/**
 * The steps that list a product in its additional categories as it is going to be, and no longer as it was; none where its
 * places stay as they are. Only together with the write of the product, on whose version they rely.
 */
export function placementSteps(
  businessId: string,
  before: Product | undefined,
  after: Product | undefined,
): Step[] {
  const were = before ? placements(businessId, before) : []
  const are = after ? placements(businessId, after) : []
  const left = were.filter(({ sk }) => !are.some((place) => place.sk === sk))
  const changed = are.filter((place) => !were.some((one) => isDeepStrictEqual(one, place)))
  return [
    ...changed.map((Item) => ({ write: { Put: { Item } } })),
    ...left.map(({ pk, sk }) => ({ write: { Delete: { Key: { pk, sk } } } })),
  ]
}

/** The refusal of a product, or `InvalidFields` that says which of its additional categories do not exist. */
export function withUnknownCategories(refusal: Refusal, product: Product): Refusal | InvalidFields {
  const { reasons, categories } = refusal
  const isAboutThem =
    refusal.reason === 'category_unknown' || refusal.reason === 'additional_category_unknown'
  if (!isAboutThem || !reasons.includes('additional_category_unknown')) return refusal
  const own = categories.includes(product.category_id) ? [unknownCategory('category_id')] : []
  const further = product.additional_categories.flatMap(({ id }, n) =>
    categories.includes(id) ? [unknownCategory('additional_categories', `${n}`, 'id')] : [],
  )
  return new InvalidFields([...own, ...further])
}
