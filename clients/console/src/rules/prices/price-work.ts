import { priceBy } from '../../../../../lib/domain/products/price-by.ts'
import type { components } from '../../../../typescript/src/api.ts'
import { type Row, tagOf, type Variant } from '../rows.ts'

export type Operation = components['schemas']['BulkOperation']

/** A product with prices that shall change. */
export interface PriceWork {
  /** Its id. */
  product: string
  name: string
  /**
   * By how many per cent: the price of the product, or those of all its variants, or of some by their ids. Or the prices
   * themselves: of variants, or of the product alone, by their ids.
   */
  change: { percent: number; variants?: readonly string[] } | { prices: ReadonlyMap<string, number> }
}

/** The variants of a product as they are stored. */
export interface StoredVariants {
  variants: readonly Variant[]
  created_at: string
  version: number
}

/**
 * The products of selected rows. A product whose own row is selected changes with all its variants, another one with the
 * selected ones. Products that are not saved yet have no stored price.
 */
export function worksOf(
  rows: readonly Row[],
  percent: number,
  nameOf: (product: string) => string,
): PriceWork[] {
  const selected = new Map<string, Row[]>()
  for (const row of rows)
    if (row.kind !== 'new') selected.set(row.productId, [...(selected.get(row.productId) ?? []), row])
  return [...selected].map(([product, own]) => ({
    product,
    name: nameOf(product),
    change: own.some(({ kind }) => kind === 'product')
      ? { percent }
      : { percent, variants: own.map(({ id }) => id) },
  }))
}

/** The operation of a bulk request that changes a product. `stored` has its variants, if some of them change by a percentage. */
export function operationOf({ product: id, change }: PriceWork, stored?: StoredVariants): Operation {
  if ('prices' in change) return setting(id, change.prices)
  const { percent, variants } = change
  if (!variants) return { op: 'reprice', id, percent }
  const prices = new Map(stored?.variants.map((one) => [one.id, one.price]))
  return {
    op: 'variants',
    id,
    // One that is gone is named without a price: the API says that it is gone.
    data: {
      variants: variants.map((one) => {
        const price = prices.get(one)
        return { id: one, ...(price !== undefined && { price: priceBy(price, percent) }) }
      }),
    },
    ...(stored && { if_match: tagOf(stored) }),
  }
}

function setting(id: string, prices: ReadonlyMap<string, number>): Operation {
  const own = prices.get(id)
  if (own !== undefined) return { op: 'update', id, data: { price: own } }
  return { op: 'variants', id, data: { variants: [...prices].map(([one, price]) => ({ id: one, price })) } }
}
