import { getCategory } from '../../../data/category-reads.ts'
import { findWholeProduct, type ProductName } from '../../../data/products/product-reads.ts'
import { breaksOf, type RuleBreak, unknownCategory } from '../../../domain/body/rule-breaks.ts'
import { MOST_ADDITIONAL_CATEGORIES } from '../../../domain/products/additional-categories.ts'
import type { WholeProduct } from '../../../domain/products/variant-set.ts'
import { isSlug } from '../../../domain/text/identifiers.ts'

/** The members of a body, whatever they are, that name categories. */
interface NamesCategories {
  category_id?: unknown
  additional_categories?: unknown
}

/**
 * Everything that is wrong with the body of a product: by what is stored under its name, if it has one, and because
 * categories do not exist. `judge` throws `InvalidFields` for the former; it gets undefined for what is not there.
 */
export async function productFaults(
  businessId: string,
  body: NamesCategories,
  name: ProductName | undefined,
  judge: (stored: WholeProduct | undefined) => unknown,
): Promise<RuleBreak[]> {
  const [stored, ...unknown] = await Promise.all([
    name === undefined ? undefined : findWholeProduct(businessId, name),
    ...namedIn(body).map(async ({ id, path }) =>
      (await getCategory(businessId, id)) ? [] : [unknownCategory(...path)],
    ),
  ])
  return [...breaksOf(() => judge(stored)), ...unknown.flat()]
}

/** The categories that a body names, and where. The rules of the fields report what cannot be the id of one. */
function namedIn({ category_id, additional_categories: all }: NamesCategories): {
  id: string
  path: string[]
}[] {
  const further: unknown[] = Array.isArray(all) ? all.slice(0, MOST_ADDITIONAL_CATEGORIES) : []
  return [
    { id: category_id, path: ['category_id'] },
    ...further.map((one, n) => ({
      id: Object(one).id as unknown,
      path: ['additional_categories', `${n}`, 'id'],
    })),
  ].flatMap(({ id, path }) => (typeof id === 'string' && isSlug(id) ? [{ id, path }] : []))
}
