import { categoryIdOf, pathText } from '../../catalogue-files/category-path.ts'
import { catalogueLine } from '../../catalogue-files/line.ts'
import { SHOPIFY_HEADER, shopifyLines } from '../../catalogue-files/shopify-rows.ts'
import { getCategory } from '../../data/categories.ts'
import type * as keys from '../../data/table/keys.ts'
import { idsOf } from '../../domain/products/additional-categories.ts'
import { hasOptions, type Product } from '../../domain/products/product.ts'
import { openSortedLines } from './sorted-lines.ts'
import { stockedProductsOf } from './stocked-products.ts'

/** How products are written: everything as JSON Lines, or what Shopify's import reads. */
export const EXPORT_FORMATS = ['jsonl', 'shopify_csv'] as const

/** Which products are exported, and how. */
export interface ExportFilter {
  status?: Product['status'] | undefined
  category?: string | undefined
  format?: (typeof EXPORT_FORMATS)[number] | undefined
}

/** The result of an export. */
export interface Export {
  written: number
  withOptions: number
  /** Products with faults, which are left out. */
  unreadable: keys.Key[]
}

interface Watch {
  signal: AbortSignal
  /** Called with the number of products of each page. */
  onProducts: (count: number) => void
}

/**
 * Gives the lines of all products to `write`, sorted by slug, when all of them have been read. Throws the signal's reason
 * once it is aborted, and then has given none.
 */
export async function exportProducts(
  businessId: string,
  { status, category, format }: ExportFilter,
  { signal, onProducts }: Watch,
  write: (lines: Iterable<string>) => Promise<void>,
): Promise<Export> {
  const isWanted = (product: Product) =>
    (status === undefined || product.status === status) &&
    (category === undefined || [product.category_id, ...idsOf(product)].includes(category))
  const nameOf = categoryNames(businessId)
  const result: Export = { written: 0, withOptions: 0, unreadable: [] }
  const lines = await openSortedLines()
  // Before every slug.
  if (format === 'shopify_csv') lines.add('', SHOPIFY_HEADER)
  try {
    for await (const page of stockedProductsOf(businessId, isWanted, signal)) {
      for (const one of page) {
        if ('key' in one) result.unreadable.push(one.key)
        else {
          const { slug, category_id } = one.product
          const additional = await Promise.all(idsOf(one.product).map(nameOf))
          const product = { ...one, category: await nameOf(category_id), additional }
          lines.add(
            slug,
            format === 'shopify_csv' ? shopifyLines(product) : JSON.stringify(catalogueLine(product)),
          )
          result.written++
          if (hasOptions(one.product)) result.withOptions++
        }
      }
      onProducts(page.length)
    }
    await write(lines.read())
    return result
  } finally {
    await lines.close()
  }
}

/**
 * Names of categories, each of which is read once: with the names above it where an import makes the same category of
 * them. One without a category has its id for a name.
 */
function categoryNames(businessId: string): (id: string) => Promise<string> {
  const known = new Map<string, Promise<string[]>>()
  function pathOf(id: string): Promise<string[]> {
    const path = known.get(id) ?? readPath(id)
    known.set(id, path)
    return path
  }
  async function readPath(id: string): Promise<string[]> {
    const category = await getCategory(businessId, id)
    if (!category) return [id]
    const above = category.parent_id === null ? [] : await pathOf(category.parent_id)
    return [...above, category.name]
  }
  return async (id) => {
    const path = await pathOf(id)
    return categoryIdOf(path) === id ? pathText(path) : (path.at(-1) ?? id)
  }
}
