import { findWholeProduct } from '../../data/products/product-reads.ts'
import { Refusal } from '../../data/table/commit.ts'
import { MOST_NEW_SKUS } from '../../domain/limits.ts'

type WithSku = Readonly<{ sku?: string | null | undefined }>

/** A product has at most 100 variants, of which one write gives a SKU to 80: this many writes give all. */
export const SKU_PORTIONS = 2

/** The very same variants if one write can give them their SKUs; otherwise without those SKUs that must follow in another. */
export function withSomeSkus<T extends WithSku>(
  variants: readonly T[],
  had: ReadonlySet<string>,
): readonly T[] {
  let room = MOST_NEW_SKUS
  const parts = variants.map((one) =>
    typeof one.sku !== 'string' || had.has(one.sku) || room-- > 0 ? one : { ...one, sku: null },
  )
  return room < 0 ? parts : variants
}

/** Throws the `Refusal` `sku_taken` if another product has a SKU that is to follow: then nothing is written of the row. */
export async function requireFreeSkus(
  businessId: string,
  [whole, part]: readonly [readonly WithSku[], readonly WithSku[]],
): Promise<void> {
  const later = whole.flatMap(({ sku }, n) => (typeof sku === 'string' && part[n]?.sku === null ? [sku] : []))
  const holders = await Promise.all(later.map((sku) => findWholeProduct(businessId, { sku })))
  const values = later.filter((_, n) => holders[n])
  if (values.length > 0) throw Object.assign(new Refusal('sku_taken'), { values })
}
