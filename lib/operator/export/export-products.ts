import { categoryPaths } from '../../data/category-paths.ts'
import type * as keys from '../../data/table/keys.ts'
import { idsOf } from '../../domain/products/additional-categories.ts'
import { hasOptions, type Product } from '../../domain/products/product.ts'
import { nameInFile } from '../../import/catalogue-files/category-path.ts'
import { catalogueLine } from '../../import/catalogue-files/line.ts'
import { SHOPIFY_HEADER, shopifyLines } from '../../import/catalogue-files/shopify-rows.ts'
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
    (category === undefined || categoriesOf(product).includes(category))
  const paths = categoryPaths(businessId, { left: Number.POSITIVE_INFINITY })
  const nameOf = (id: string) => nameInFile(id, paths.pathOf(id) ?? [id])
  const result: Export = { written: 0, withOptions: 0, unreadable: [] }
  const lines = await openSortedLines()
  // Before every slug.
  if (format === 'shopify_csv') lines.add('', SHOPIFY_HEADER)
  try {
    for await (const page of stockedProductsOf(businessId, isWanted, signal)) {
      await paths.learn(page.flatMap((one) => ('key' in one ? [] : categoriesOf(one.product))))
      for (const one of page) {
        if ('key' in one) result.unreadable.push(one.key)
        else {
          const { slug, category_id } = one.product
          const additional = idsOf(one.product).map(nameOf)
          const product = { ...one, category: nameOf(category_id), additional }
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

const categoriesOf = (product: Product) => [product.category_id, ...idsOf(product)]
