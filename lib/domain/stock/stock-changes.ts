import type { VariantSet } from '../products/variant.ts'
import type { Stock } from './stock.ts'

/** A quantity that begins (`from` is null), ends (`to` is null), or is another one after a change of its product. */
export interface StockDifference {
  /** Of the variant; that of the product if it has no options. */
  id: string
  /** Empty for a product without options. */
  option_values: Record<string, string>
  from: number | null
  to: number | null
}

/** The quantities that differ between two stocks of a product, of which `sets` have the variants. */
export function stockChanges(
  before: Stock,
  after: Stock,
  sets: readonly (VariantSet | undefined)[],
): StockDifference[] {
  const variants = sets.flatMap((set) => set?.variants ?? [])
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((id) => {
    const [from, to] = [before.get(id)?.quantity ?? null, after.get(id)?.quantity ?? null]
    if (from === to) return []
    return [{ id, option_values: variants.find((one) => one.id === id)?.option_values ?? {}, from, to }]
  })
}
