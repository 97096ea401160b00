import { type MarkedRow, portionMark, readBegun } from '../../data/imports/stock-marks.ts'
import { AdjustmentRefused, adjustStock } from '../../data/inventory/adjust.ts'
import { readStock } from '../../data/inventory/stock-item.ts'
import { findWholeProduct } from '../../data/products/product-reads.ts'
import { Refusal } from '../../data/table/commit.ts'
import { hasOptions } from '../../domain/products/product.ts'
import type { WholeProduct } from '../../domain/products/variant-set.ts'
import { plural } from '../../domain/text/plural.ts'
import type { Note } from '../catalogue-files/note.ts'
import { type PlannedRow, RowRefused } from '../row.ts'
import { withCounts } from './row-counts.ts'
import { quantityIn } from './row-variants.ts'
import { isOther, type Level, stockPortions } from './stock-portions.ts'

const WHY = { reason: 'correction', reference: 'import' }

/**
 * Sets the stock of a product to the quantities of its row. A row that is marked sets each portion of them once, also where
 * nothing differs: a sale can follow before the row is repeated. The portions are of all that the row wants, so that they are
 * the same then. True if a quantity was another one. Throws `RowRefused` if a variant is tracked no more.
 */
export async function setStock(
  businessId: string,
  productId: string,
  row: PlannedRow,
  mark: MarkedRow | undefined,
): Promise<boolean> {
  const all = await levelsOf(businessId, productId, row)
  const begun = mark ? await readBegun(mark) : undefined
  if (begun === 'all') return false
  let isChanged = false
  for (const { place, changed } of stockPortions(all, begun)) {
    const changes = changed.map(({ variantId, quantity }, index) => ({
      index,
      variantId,
      productId,
      quantity,
    }))
    const also = () => (mark ? [portionMark(mark, place)] : [])
    try {
      const done = await adjustStock(businessId, { ...WHY, changes }, { also })
      isChanged ||= done.some(({ delta }) => delta !== 0)
    } catch (error) {
      if (error instanceof AdjustmentRefused)
        throw new RowRefused([{ field: 'quantity', detail: reasonOf(error) }])
      // An earlier try, or an earlier run, has set it.
      if (!(error instanceof Refusal && error.reason === 'already_answered')) throw error
    }
  }
  return isChanged
}

const reasonOf = ({ faults }: AdjustmentRefused) =>
  faults.some(({ code }) => code === 'insufficient_stock')
    ? 'is below 0, which only allow_backorder permits'
    : 'another program changes what is tracked'

/** True if a quantity of a row is not what the stock says. */
export const hasOtherStock = async (businessId: string, productId: string, row: PlannedRow) =>
  (await levelsOf(businessId, productId, row)).some(isOther)

/** How many pieces are held, by the id of their variant; undefined if the holds are too many to add up. */
export type Held = ReadonlyMap<string, number> | undefined

/**
 * The note of a row that sets the stock of variants of which pieces are held: they are not in the quantities. `held` is called
 * only for a row that sets some.
 */
export async function heldNotes(
  whole: WholeProduct,
  row: PlannedRow,
  held: () => Promise<Held>,
): Promise<Note[]> {
  const set = wanted(whole, row)
  const all = set.length > 0 ? await held() : undefined
  const pieces = set.reduce((sum, { variantId }) => sum + (all?.get(variantId) ?? 0), 0)
  const detail = `${pieces} ${plural(pieces, 'is held: it comes', 'are held: they come')} on top if released`
  return pieces > 0 ? [{ loss: 'held', detail }] : []
}

/** The quantities of a row, and how much there is. */
async function levelsOf(businessId: string, productId: string, row: PlannedRow): Promise<Level[]> {
  const whole = await findWholeProduct(businessId, productId)
  const stock = await readStock(businessId, productId)
  return (whole ? wanted(whole, row) : []).map((one) => ({
    ...one,
    level: stock.get(one.variantId)?.quantity,
  }))
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
