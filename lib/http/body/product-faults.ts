import { getCategory } from '../../data/categories.ts'
import { findWholeProduct, type ProductName } from '../../data/products/product-reads.ts'
import { breaksOf, type RuleBreak } from '../../domain/body/rule-breaks.ts'
import type { WholeProduct } from '../../domain/products/variant-set.ts'
import { isSlug } from '../../domain/text/identifiers.ts'
import { UNKNOWN_CATEGORY } from '../problems/refusal-problem.ts'

/**
 * Everything that is wrong with the body of a product: by what is stored under its name, if it has one, and because its
 * category does not exist. `judge` throws `InvalidFields` for the former; it gets undefined for what is not there.
 */
export async function productFaults(
  businessId: string,
  { category_id }: { category_id?: unknown },
  name: ProductName | undefined,
  judge: (stored: WholeProduct | undefined) => unknown,
): Promise<RuleBreak[]> {
  const [stored, isKnown] = await Promise.all([
    name === undefined ? undefined : findWholeProduct(businessId, name),
    // The rules of the field already report a value that cannot be the id of a category.
    typeof category_id !== 'string' || !isSlug(category_id) || getCategory(businessId, category_id),
  ])
  return [...breaksOf(() => judge(stored)), ...(isKnown ? [] : [UNKNOWN_CATEGORY])]
}
