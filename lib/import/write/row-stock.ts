import { AdjustmentRefused, adjustStock } from '../../data/inventory/adjust.ts'
import { readStock } from '../../data/inventory/stock-item.ts'
import { findWholeProduct } from '../../data/products/product-reads.ts'
import { hasOptions } from '../../domain/products/product.ts'
import type { WholeProduct } from '../../domain/products/variant-set.ts'
import { type PlannedRow, RowRefused } from '../row.ts'
import { withCounts } from './row-counts.ts'
import { quantityIn } from './row-variants.ts'

/** As many as one commit holds. */
const CHANGES_PER_COMMIT = 25

const WHY = { reason: 'correction', reference: 'import' }

/**
 * Sets the stock of a product to the quantities of its row. True if one of them was another one. Throws `RowRefused` if a
 * variant is tracked no more.
 */
export async function setStock(businessId: string, productId: string, row: PlannedRow): Promise<boolean> {
  const changes = await changesOf(businessId, productId, row)
  for (let start = 0; start < changes.length; start += CHANGES_PER_COMMIT) {
    const part = changes.slice(start, start + CHANGES_PER_COMMIT)
    try {
      await adjustStock(businessId, { ...WHY, changes: part })
    } catch (error) {
      if (!(error instanceof AdjustmentRefused)) throw error
      throw new RowRefused([{ field: 'quantity', detail: reasonOf(error) }])
    }
  }
  return changes.length > 0
}

const reasonOf = ({ faults }: AdjustmentRefused) =>
  faults.some(({ code }) => code === 'insufficient_stock')
    ? 'is below 0, which only allow_backorder permits'
    : 'another program changes what is tracked'

/** The quantities of a row that are not what the stock says. */
export async function changesOf(businessId: string, productId: string, row: PlannedRow) {
  const whole = await findWholeProduct(businessId, productId)
  const stock = await readStock(businessId, productId)
  return (whole ? wanted(whole, row) : []).flatMap(({ variantId, quantity }, index) => {
    const level = stock.get(variantId)
    return level && level.quantity !== quantity ? [{ index, variantId, productId, quantity }] : []
  })
}

function wanted(whole: WholeProduct, row: PlannedRow) {
  const { product, set } = whole
  const { fields } = withCounts(whole, row)
  if (!hasOptions(product))
    return typeof fields.quantity === 'number' ? [{ variantId: product.id, quantity: fields.quantity }] : []
  return set.variants.flatMap(({ id, option_values }) => {
    const quantity = quantityIn(fields.variants, option_values)
    return quantity === undefined ? [] : [{ variantId: id, quantity }]
  })
}
