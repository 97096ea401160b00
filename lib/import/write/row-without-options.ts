import { hasOptions } from '../../domain/products/product.ts'
import type { WholeProduct } from '../../domain/products/variant-set.ts'
import { VARIANT_FIELDS } from '../read/grouped-rows.ts'
import { type PlannedRow, RowRefused } from '../row.ts'
import { storedVariants, withVariantsOf } from './row-variants.ts'

/**
 * The product without its options, where the file says that it has none: with one variant of the row's own fields, which continues
 * with the stock of the variant of its SKU. Any other product unchanged. Throws `RowRefused` with all that is wrong.
 */
export function withoutOptionsIfSaid(before: WholeProduct, row: PlannedRow): WholeProduct {
  if (!row.isWithoutOptions || !hasOptions(before.product)) return before
  const own = Object.entries(row.fields).filter(([field]) => VARIANT_FIELDS.has(field))
  // A variant that is not enabled would be one that the status of its product hides.
  const sent = { ...Object.fromEntries(own), option_values: {}, is_enabled: true }
  // Without a price in the row, its reader has said what is wrong, or the price stays.
  const { price } = storedVariants(before, [sent])[0] ?? before.product
  const { faults, keptOfVariants } = row
  try {
    const fields = { options: [], variants: [{ price, ...sent }] }
    return withVariantsOf(before, { fields, faults, ...(keptOfVariants && { keptOfVariants }) })
  } catch (error) {
    if (!(error instanceof RowRefused)) throw error
    const found = error.faults.map((one) => ({ ...one, field: one.field.replace('variants.0.', '') }))
    const unread = new Set(faults.map(({ field }) => field))
    throw new RowRefused([...faults, ...found.filter(({ field }) => !unread.has(field))])
  }
}
