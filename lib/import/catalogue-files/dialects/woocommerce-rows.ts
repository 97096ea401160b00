import type { JsonObject } from '../../../domain/body/json-object.ts'
import { Unreadable } from '../../../domain/text/unreadable.ts'
import { entriesOf } from '../entries.ts'
import { withoutEntities } from '../html-text.ts'
import type { Note } from '../note.ts'
import type { SourceRow } from '../read/source-row.ts'
import type { cellReader } from './columns.ts'
import { earlierPriceOf } from './parts.ts'
import { gramsOf, type WeightUnit } from './weight.ts'
import { salePriceOf } from './woocommerce-sale.ts'
import type { Name } from './woocommerce-titles.ts'

/** Reads a cell of a row by what it means. */
export type Cell = ReturnType<typeof cellReader<Name>>

/** The cells of the product that is being read, and lists for the notes and empty fields found in it. */
export interface Work {
  cell: Cell
  notes: Note[]
  /** Takes the names of fields whose cell is blank. */
  empty: string[]
  /** The present in the time of the shop, as `localTime` writes it. */
  now: string
  /** The unit of the weights; undefined without a column of them. */
  weightUnit: WeightUnit | undefined
}

/** True for a cell that WooCommerce's importer takes for yes (`wc_string_to_bool`). */
export const isYes = (cell: string): boolean => /^(?:1|yes|true)$/i.test(cell)

const BETWEEN_PARTS = /(?<!\\),/

/** Text of one part of a cell, in which a comma has a backslash before it. */
const withCommas = (part: string) => part.replaceAll('\\,', ',')

/** Parts of a cell with commas between them, as they are written: addresses of pictures. */
export const writtenParts = (cell: string): string[] => entriesOf(cell, BETWEEN_PARTS).map(withCommas)

/** A part of a cell as a text, for which WordPress has entities of HTML: a comma that is one of these parts nothing. */
export const partOf = (part: string): string => withoutEntities(withCommas(part)).trim()

/** Texts in a cell with commas between them, each once. */
export const partsOf = (cell: string): string[] => [
  ...new Set(entriesOf(cell, BETWEEN_PARTS).map(partOf).filter(Boolean)),
]

/** The fields of a variation or a simple product; null for a blank cell. A variation can be counted with its parent. */
export function soldFields(row: SourceRow, work: Work, parent: SourceRow | undefined): JsonObject {
  const { cell, notes } = work
  const [regular, sku] = [cell(row, 'price'), cell(row, 'sku')]
  // Without a regular price nothing is on sale, and nothing is sold.
  const sale = regular === null ? null : salePriceOf(row, work, parent ? `line ${row.line}: ` : '')
  return {
    price: sale ?? regular ?? null,
    compare_at_price: sale && regular ? earlierPriceOf(regular, sale, notes) : null,
    ...(sku !== undefined && { sku }),
    ...tradeFields(row, work, parent),
    ...stockFields(row, cell, parent),
  }
}

/** A variation without a weight weighs what its parent weighs; without a GTIN it has none. */
function tradeFields(row: SourceRow, { cell, weightUnit }: Work, parent: SourceRow | undefined): JsonObject {
  const gtin = cell(row, 'gtin')
  const weight = cell(row, 'weight') ?? (parent && cell(parent, 'weight'))
  const weight_grams = weightUnit && gramsOf(weight ?? null, weightUnit)
  return {
    ...(gtin !== undefined && { gtin }),
    ...(weight_grams !== undefined && { weight_grams }),
  }
}

function stockFields(row: SourceRow, cell: Cell, parent: SourceRow | undefined): JsonObject {
  const stock = cell(row, 'stock')
  if (parent !== undefined && stock?.toLowerCase() === 'parent')
    throw new Unreadable(
      `line ${row.line}: its stock is counted with its parent; here each variant has a stock of its own`,
    )
  if (stock) {
    const low = cell(row, 'low')
    const backorders = cell(row, 'backorders')?.toLowerCase()
    return {
      track_inventory: true,
      quantity: stock,
      allow_backorder: backorders === '1' || backorders === 'notify',
      ...(low && { low_stock_at: low }),
    }
  }
  const inStock = cell(row, 'inStock')
  return {
    ...(stock === null && { track_inventory: false }),
    ...(inStock && { is_available: inStock !== '0' }),
  }
}
