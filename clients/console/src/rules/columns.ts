/** The cells of a row that can be shown, by the names that the API has for them; `stock` is the quantity. */
export type ColumnName =
  | 'name'
  | 'status'
  | 'price'
  | 'compare_at_price'
  | 'stock'
  | 'sku'
  | 'category_id'
  | 'description'
  | 'brand'
  | 'tags'
  | 'images'

export interface Column {
  name: ColumnName
  title: string
  kind: 'text' | 'choice' | 'amount' | 'count' | 'category' | 'long' | 'tags' | 'images'
  isOfVariants: boolean
  /** The table shows it; the others are on the product's own screen alone. */
  isInTable: boolean
  /** The scope without which the column is not there. */
  reads: string
  /** The scope without which its cells cannot be changed. */
  writes: string
}

const TABLE = { isInTable: true, isOfVariants: false }
const OF_VARIANTS = { isInTable: true, isOfVariants: true }
const SCREEN = { isInTable: false, isOfVariants: false }
const PRODUCTS = { reads: 'products:read', writes: 'products:write' }
const INVENTORY = { reads: 'inventory:read', writes: 'inventory:write' }

/** Every column, in the order of the table. */
export const COLUMNS: readonly Column[] = [
  { name: 'name', title: 'Name', kind: 'text', ...TABLE, ...PRODUCTS },
  { name: 'status', title: 'Status', kind: 'choice', ...TABLE, ...PRODUCTS },
  { name: 'price', title: 'Price', kind: 'amount', ...OF_VARIANTS, ...PRODUCTS },
  { name: 'compare_at_price', title: 'Compare at', kind: 'amount', ...OF_VARIANTS, ...PRODUCTS },
  { name: 'stock', title: 'Stock', kind: 'count', ...OF_VARIANTS, ...INVENTORY },
  { name: 'sku', title: 'SKU', kind: 'text', ...OF_VARIANTS, ...PRODUCTS },
  { name: 'category_id', title: 'Category', kind: 'category', ...TABLE, ...PRODUCTS },
  { name: 'description', title: 'Description', kind: 'long', ...SCREEN, ...PRODUCTS },
  { name: 'brand', title: 'Brand', kind: 'text', ...SCREEN, ...PRODUCTS },
  { name: 'tags', title: 'Tags', kind: 'tags', ...SCREEN, ...PRODUCTS },
  { name: 'images', title: 'Pictures', kind: 'images', ...SCREEN, ...PRODUCTS },
]

/** True if a key with these scopes has this one: `write` includes `read`. */
export const hasScope = (scopes: readonly string[], scope: string): boolean =>
  scopes.includes(scope) || scopes.includes(scope.replace(/:read$/, ':write'))

/** The columns that a key with these scopes can read. */
export const columnsFor = (scopes: readonly string[]): Column[] =>
  COLUMNS.filter(({ reads }) => hasScope(scopes, reads))

/** The column of this name. Throws for a name that no column has. */
export function columnOf(name: ColumnName): Column {
  const column = COLUMNS.find((one) => one.name === name)
  if (!column) throw new Error(`no column is called ${name}`)
  return column
}

/** The column of the table that a text names, in the words of the API or of the table, in any case. */
export function columnNamed(text: string): Column | undefined {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  return COLUMNS.find(
    ({ name, title, isInTable }) =>
      isInTable && (word === name || word === title.toLowerCase().replace(' ', '_') || `${word}_id` === name),
  )
}
