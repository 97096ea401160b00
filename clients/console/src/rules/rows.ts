import type { components } from '../../../typescript/src/api.ts'
import type { Column, ColumnName } from './columns.ts'
import type { Image } from './lists.ts'

export type Product = components['schemas']['AdminProduct']
export type Variant = components['schemas']['AdminVariant']

export type CellValue = string | number | null | readonly string[] | readonly Image[]

/** What the cells of a row hold: amounts in the minor unit, null for an empty cell. */
export type Values = Record<ColumnName, CellValue>

/** A line of the table: a product, one of its variants, or a product that is not saved yet. */
export interface Row {
  /** That of the product or variant; of a new product its `Idempotency-Key`. */
  id: string
  kind: 'product' | 'variant' | 'new'
  productId: string
  /** The ETag of the product: `"<created_at in ms>.<version>"`. */
  tag: string
  /** True for a product whose prices, stock and SKUs are those of its variants. */
  hasOptions: boolean
  /** True if it has a quantity. */
  isTracked: boolean
  lowStockAt: number | null
  /** The product's name in addresses; empty while it is not saved. */
  slug: string
  values: Values
  /** Everything that a search looks at, in lower case. */
  words: string
}

/** What is said of one cell. */
export interface CellFault {
  row: Row
  column: Column
  fault: string
}

/** The ETag of a product in this version. */
export const tagOf = ({ created_at, version }: { created_at: string; version: number }): string =>
  `"${Date.parse(created_at)}.${version}"`

/** The row of a product; `quantity` is its stock, if that is known. */
export function productRow(product: Product, quantity?: number): Row {
  const { id, name, status, price, compare_at_price, sku, category_id, track_inventory } = product
  const hasOptions = product.variant_count !== 1 || product.price_range !== null
  const own = hasOptions
    ? { price: null, compare_at_price: null, sku: null }
    : { price, compare_at_price, sku }
  return {
    id,
    kind: 'product',
    productId: id,
    tag: tagOf(product),
    hasOptions,
    isTracked: track_inventory,
    lowStockAt: product.low_stock_at,
    slug: product.slug,
    values: {
      name,
      status,
      category_id,
      ...own,
      stock: track_inventory ? (quantity ?? null) : null,
      description: product.description,
      brand: product.brand,
      tags: product.tags,
      images: product.images,
    },
    words: [name, sku, product.brand, product.tags.join(' '), product.external_id].join(' ').toLowerCase(),
  }
}

const EMPTY: Values = {
  name: null,
  status: null,
  price: null,
  compare_at_price: null,
  stock: null,
  sku: null,
  category_id: null,
  description: null,
  brand: null,
  tags: null,
  images: null,
}

/** The row of a variant below that of its product. */
export function variantRow(variant: Variant, product: Row, quantity?: number): Row {
  const { id, price, compare_at_price, sku, track_inventory } = variant
  return {
    ...product,
    id,
    kind: 'variant',
    hasOptions: false,
    isTracked: track_inventory,
    lowStockAt: variant.low_stock_at,
    values: {
      ...EMPTY,
      name: Object.values(variant.option_values).join(' / '),
      price,
      compare_at_price,
      sku,
      stock: track_inventory ? (quantity ?? null) : null,
    },
    words: '',
  }
}

/** An empty row of a product that is not saved yet: a draft. */
export const newRow = (id: string): Row => ({
  id,
  kind: 'new',
  productId: id,
  tag: '',
  hasOptions: false,
  isTracked: false,
  lowStockAt: null,
  slug: '',
  values: { ...EMPTY, status: 'draft' },
  words: '',
})

/** True if a row has a quantity that is still to be read. */
export const isUnread = ({ isTracked, values }: Row): boolean => isTracked && values.stock === null

/** True if a row has a cell of its own in this column, which a key with the column's scope can change. */
export function hasCell(row: Row, column: Column): boolean {
  const { kind, hasOptions } = row
  if (column.name === 'stock' && isUnread(row)) return false
  if (kind === 'variant') return column.isOfVariants
  if (kind === 'new') return column.name !== 'stock'
  return !(hasOptions && column.isOfVariants)
}

/** The name of a cell among the edits. */
export const cellOf = (row: Pick<Row, 'id'>, column: Pick<Column, 'name'>): string =>
  `${row.id} ${column.name}`

/** The id of the row of a cell. */
export const rowIdOf = (cell: string): string => cell.slice(0, cell.indexOf(' '))
