import { findIds } from '../../data/products/product-batches.ts'
import { findIdOfSlug, findWholeProduct } from '../../data/products/product-reads.ts'
import { skusOf } from '../../data/products/sku-guards.ts'
import { Refusal } from '../../data/table/commit.ts'
import type { WholeProduct } from '../../domain/products/variant-set.ts'
import type { ImportDatabase } from '../import-database.ts'

/** The names of a product that no other one can have. */
export interface UniqueNames {
  skus: Iterable<string>
  slug?: string | undefined
}

export const namesOf = ({ product, set }: WholeProduct): UniqueNames => ({
  skus: skusOf(product, set),
  slug: product.slug,
})

/** The kinds of claims on names that products of the file give up in a dry run. */
const GIVEN_UP = { sku: 'free_sku', slug: 'free_slug' } as const

/**
 * Throws the `Refusal`s `slug_taken` and `sku_taken` that the write of a row would meet: another product has one of its names.
 * Those that a row before it gives up are free.
 */
export async function requireFreeNames(
  businessId: string,
  productId: string | undefined,
  { names, database }: { names: UniqueNames; database: ImportDatabase },
): Promise<void> {
  const { skus, slug } = names
  const isGone = (kind: keyof typeof GIVEN_UP, name: string) => database.isClaimed(GIVEN_UP[kind], name)
  const asked = [...skus].filter((sku) => !isGone('sku', sku))
  const [held, ofSlug] = await Promise.all([
    findIds(
      businessId,
      asked.map((sku) => ({ sku })),
    ),
    slug === undefined || isGone('slug', slug) ? undefined : findIdOfSlug(businessId, slug),
  ])
  const guarded = asked.filter((_, n) => (held[n]?.sku ?? productId) !== productId)
  // A guard alone can be left behind by a write that died.
  const holders = await Promise.all(guarded.map((sku) => findWholeProduct(businessId, { sku })))
  const values = guarded.filter((_, n) => holders[n] !== undefined)
  if (ofSlug !== undefined && ofSlug !== productId) throw new Refusal('slug_taken')
  if (values.length > 0) throw Object.assign(new Refusal('sku_taken'), { values })
}

/** True for an SKU that a row of a dry run has given up. */
export const isGivenUpSku = (sku: string, database: ImportDatabase): boolean =>
  database.isClaimed(GIVEN_UP.sku, sku)

/** Notes the names that a product of the file gives up, for the rows behind it. */
export function noteGivenUp(
  before: WholeProduct,
  after: WholeProduct,
  { row, database }: { row: number; database: ImportDatabase },
): void {
  const kept = skusOf(after.product, after.set)
  for (const sku of skusOf(before.product, before.set))
    if (!kept.has(sku)) database.claim(GIVEN_UP.sku, sku, row)
  if (before.product.slug !== after.product.slug) database.claim(GIVEN_UP.slug, before.product.slug, row)
}
