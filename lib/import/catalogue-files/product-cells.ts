import { stringify } from 'csv-stringify/sync'
import { isJsonObject, type JsonObject } from '../../domain/body/json-object.ts'
import { decimalsOf } from '../../domain/currency-decimals.ts'
import { SPARSE_OF_PRODUCTS, SPARSE_OF_VARIANTS } from '../../domain/products/fields.ts'
import { cellOfText, withApostrophe } from './apostrophe.ts'
import { decimalText } from './decimal.ts'
import { type CatalogueProduct, catalogueLine } from './line.ts'

/**
 * The columns of a CSV file of products: the fields of a line of JSON. They are the same in every file, so that the pages of
 * an export are one file.
 */
const COLUMNS = [
  'slug',
  'external_id',
  'name',
  'description',
  'category',
  'category_id',
  'additional_categories',
  'status',
  'position',
  'tags',
  'images',
  ...SPARSE_OF_PRODUCTS,
  'metadata',
  'currency',
  'sku',
  'price',
  'compare_at_price',
  'cost',
  'track_inventory',
  'quantity',
  'is_available',
  'allow_backorder',
  'low_stock_at',
  ...SPARSE_OF_VARIANTS,
  'options',
  'variants',
] as const

/** Texts that can be digits: in other files a `'` before them is not part of them. */
const NAMES: readonly string[] = ['category', 'brand', 'sku', 'mpn']

/** Amounts of money, which spreadsheets know as decimals. */
const MONEY = ['price', 'compare_at_price', 'cost']

/** The first line of a CSV file of products. */
export const CSV_HEADER = csvOf(COLUMNS)

/**
 * A product as the row of a CSV file: what a line of JSON says of it, with prices as decimals. Lists and objects are JSON in
 * their cells, and empty ones are empty cells. A text that a spreadsheet would run has a `'` before it.
 */
export function csvLine(product: CatalogueProduct): string {
  const line = inDecimals(catalogueLine(product), product.product.currency)
  return csvOf(COLUMNS.map((column) => cellOf(line[column], NAMES.includes(column))))
}

/** The same with amounts of money as decimals, in its variants too. */
const inDecimals = (of: JsonObject, currency: string): JsonObject =>
  Object.fromEntries(
    Object.entries(of).map(([name, value]) => {
      if (MONEY.includes(name) && typeof value === 'number')
        return [name, decimalText(BigInt(value), decimalsOf(currency))]
      if (name !== 'variants' || !Array.isArray(value)) return [name, value]
      return [name, value.map((one: unknown) => (isJsonObject(one) ? inDecimals(one, currency) : one))]
    }),
  )

function cellOf(value: unknown, isName: boolean): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return cellOfText(isName ? withApostrophe(value) : value)
  if (typeof value !== 'object') return String(value)
  return isEmpty(value) ? '' : JSON.stringify(value)
}

const isEmpty = (value: object) => Object.keys(value).length === 0

/** Blanks around a text are kept only in quotes. */
function csvOf(cells: readonly string[]): string {
  return stringify([[...cells]], { eof: false, quoted_match: /^\s|\s$/ })
}
