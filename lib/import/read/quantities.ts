import { isJsonObject } from '../../domain/body/json-object.ts'
import type { StockUse } from '../../domain/imports/import-words.ts'
import type { Note } from '../catalogue-files/note.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The fields of a product with the quantities that are used, of its variants too. Who gives a quantity counts: without a
 * word on `track_inventory` it is true. A quantity of what the file says is not tracked, or next to variants, is left out with a note.
 * Of stock that is ignored nothing is taken, so that nothing begins with 0, and nothing ends.
 */
export function withQuantities(fields: Fields, stock: StockUse, notes: Note[]): Fields {
  const { variants } = fields
  const read = (one: Fields, name: string) => withQuantity(one, stock, { name, notes })
  if (!Array.isArray(variants)) return read(fields, 'the product')
  const { quantity, ...rest } = fields
  if (stock !== 'ignore' && quantity !== undefined && quantity !== null)
    notes.push({ loss: 'quantity', detail: `${quantity} of the product: each variant has its own` })
  return {
    ...rest,
    variants: variants.map((one: unknown, n) => (isJsonObject(one) ? read(one, `variant ${n + 1}`) : one)),
  }
}

function withQuantity(
  fields: Fields,
  stock: StockUse,
  { name, notes }: { name: string; notes: Note[] },
): Fields {
  const { quantity, ...rest } = fields
  if (stock === 'ignore') {
    const { track_inventory: _, ...others } = rest
    return others
  }
  if (quantity === undefined) return fields
  if (quantity === null) return rest
  if (fields.is_available === false && fields.track_inventory !== false && Number(quantity) > 0)
    notes.push({
      loss: 'availability',
      detail: `${name} is not available, and has ${quantity}: the stock decides`,
    })
  if (fields.track_inventory !== false) return { ...fields, track_inventory: fields.track_inventory ?? true }
  notes.push({ loss: 'quantity', detail: `${quantity} of ${name}: the file says that it is not tracked` })
  return rest
}
