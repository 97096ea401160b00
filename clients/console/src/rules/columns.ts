/** The cells of a row that can be shown, by the names that the API has for them; `stock` is the quantity. */
export type ColumnName = 'name' | 'status' | 'price' | 'compare_at_price' | 'stock' | 'sku' | 'category_id'

export interface Column {
  name: ColumnName
  title: string
  kind: 'text' | 'choice' | 'amount' | 'count' | 'category'
  isOfVariants: boolean
  /** The scope without which the column is not there. */
  reads: string
  /** The scope without which its cells cannot be changed. */
  writes: string
}

const PRODUCTS = { reads: 'products:read', writes: 'products:write' }
const INVENTORY = { reads: 'inventory:read', writes: 'inventory:write' }

/** Every column of the table, in its order. */
export const COLUMNS: readonly Column[] = [
  { name: 'name', title: 'Name', kind: 'text', isOfVariants: false, ...PRODUCTS },
  { name: 'status', title: 'Status', kind: 'choice', isOfVariants: false, ...PRODUCTS },
  { name: 'price', title: 'Price', kind: 'amount', isOfVariants: true, ...PRODUCTS },
  { name: 'compare_at_price', title: 'Compare at', kind: 'amount', isOfVariants: true, ...PRODUCTS },
  { name: 'stock', title: 'Stock', kind: 'count', isOfVariants: true, ...INVENTORY },
  { name: 'sku', title: 'SKU', kind: 'text', isOfVariants: true, ...PRODUCTS },
  { name: 'category_id', title: 'Category', kind: 'category', isOfVariants: false, ...PRODUCTS },
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

/** The column that a text names, in the words of the API or of the table, in any case. */
export function columnNamed(text: string): Column | undefined {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  return COLUMNS.find(
    ({ name, title }) =>
      word === name || word === title.toLowerCase().replace(' ', '_') || `${word}_id` === name,
  )
}
