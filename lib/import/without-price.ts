/** Rows without a price that are imported all the same: `--without-price draft`. */

import { isJsonObject } from '../domain/body/json-object.ts'
import { PRODUCT_STATUSES } from '../domain/products/product.ts'
import type { WholeProduct } from '../domain/products/variant-set.ts'
import { quoted } from '../domain/text/quoted.ts'
import type { Note } from './catalogue-files/note.ts'
import type { PlannedRow } from './row.ts'
import { isUnpriced, NO_PRICE, OF_PRICE } from './unpriced.ts'
import { storedVariants } from './write/row-variants.ts'

type Fields = Readonly<Record<string, unknown>>

const variantsIn = ({ variants }: Fields): readonly Fields[] =>
  Array.isArray(variants) ? variants.filter((one: unknown) => isJsonObject(one)) : []

/**
 * A row as it is imported without a price for all or some of it; any other row unchanged. It says nothing of the earlier price
 * of what has none and, if nothing has one, of the status.
 */
export function withoutPrice(row: PlannedRow): PlannedRow {
  const { fields, faults, counts } = row
  if (!row.isReadable || row.leftOut !== undefined || counts) return row
  const variants = variantsIn(fields)
  const unpriced = variants.filter(isUnpriced)
  if (variants.length > 0 && unpriced.length === 0) return row
  const isSold = fields.price !== undefined || fields.options !== undefined
  const isUnread = faults.some(
    ({ field }) => field === 'price' || field === 'options' || field === 'variants',
  )
  if (isUnread || (variants.length === 0 && isSold)) return row
  const without = variants.length === 0 ? fields : { ...fields, variants: variants.map(asWithout) }
  return unpriced.length < variants.length
    ? { ...row, fields: without, unpriced: 'variants' }
    : unpricedWhole({ ...row, fields: without })
}

/** A variant of a row that says nothing of what goes with a price. */
const asWithout = (one: Fields): Fields =>
  isUnpriced(one) ? Object.fromEntries(Object.entries(one).filter(([name]) => !OF_PRICE.includes(name))) : one

function unpricedWhole(row: PlannedRow): PlannedRow {
  const { compare_at_price: _, status, ...rest } = row.fields
  // A status that no product can have stays a fault of the row.
  const isStatus = status === undefined || PRODUCT_STATUSES.some((one) => one === status)
  const fields = isStatus ? rest : { ...rest, status }
  const own = variantsIn(fields).length > 0 ? {} : { price: 0 }
  return {
    ...row,
    fields,
    emptied: row.emptied.filter((field) => !OF_PRICE.includes(field)),
    ofNew: { ...row.ofNew, ...own, status: status === 'archived' ? status : 'draft' },
    unpriced: 'whole',
  }
}

/** The fields of a row for a new product: its variants without a price cost nothing and are not enabled. */
export const withNoPrices = ({ fields, unpriced }: PlannedRow): Fields =>
  unpriced === undefined || !Array.isArray(fields.variants)
    ? fields
    : {
        ...fields,
        variants: variantsIn(fields).map((one) => (isUnpriced(one) ? { ...one, ...NO_PRICE } : one)),
      }

/** The notes of a row without a price: what is new, and what a product that is there keeps. */
export function priceNotes({ fields, lines, unpriced }: PlannedRow, before?: WholeProduct): Note[] {
  if (unpriced === undefined) return []
  const variants = variantsIn(fields)
  if (unpriced === 'whole' && (!before || variants.length === 0))
    return [{ loss: before ? 'price_kept' : 'price_draft', detail: quoted(String(fields.name ?? '')) }]
  const stored = before ? storedVariants(before, variants) : []
  return variants.flatMap((one, n): Note[] => {
    if (!isUnpriced(one)) return []
    const isThere = stored[n] !== undefined
    const place = lines[n] === undefined ? `variant ${n + 1}` : `line ${lines[n]}`
    return [{ loss: isThere ? 'price_kept' : 'price_variant', detail: `${place}${namesOf(one)}` }]
  })
}

/** `: Size: M, Colour: Red` */
function namesOf({ option_values: values }: Fields): string {
  const named = isJsonObject(values) ? Object.entries(values) : []
  return named.length === 0 ? '' : `: ${named.map(([name, value]) => `${name}: ${value}`).join(', ')}`
}
