import type { Row } from './rows.ts'

export type SortName = 'newest' | 'name' | 'price' | 'stock'

/** Which products are shown, and in which order. */
export interface Query {
  words: string
  status: string
  category: string
  isLow: boolean
  sort: SortName
}

export const ALL: Query = { words: '', status: '', category: '', isLow: false, sort: 'newest' }

/** The orders that one can choose, with their words. */
export const SORTS: readonly [SortName, string][] = [
  ['newest', 'Newest first'],
  ['name', 'Name'],
  ['price', 'Price'],
  ['stock', 'Stock'],
]

/** The ids of the products that a query finds, in its order. `rows` come in the order of creation, newest first. */
export function found(rows: Iterable<Row>, query: Query): string[] {
  const words = query.words.toLowerCase().split(/\s+/).filter(Boolean)
  const fitting = [...rows].filter(
    (row) => fits(row, query) && words.every((word) => row.words.includes(word)),
  )
  if (query.sort !== 'newest') fitting.sort(COMPARE[query.sort])
  return fitting.map(({ id }) => id)
}

function fits({ values, lowStockAt }: Row, { status, category, isLow }: Query): boolean {
  if (status !== '' && values.status !== status) return false
  if (category !== '' && values.category_id !== category) return false
  return !isLow || (values.stock !== null && lowStockAt !== null && Number(values.stock) <= lowStockAt)
}

const names = new Intl.Collator(undefined, { numeric: true })

/** Rows without a number come last. */
const byNumber = (of: 'price' | 'stock') => (one: Row, other: Row) =>
  Number(one.values[of] ?? Number.MAX_VALUE) - Number(other.values[of] ?? Number.MAX_VALUE)

const COMPARE: Record<Exclude<SortName, 'newest'>, (one: Row, other: Row) => number> = {
  name: (one, other) => names.compare(String(one.values.name), String(other.values.name)),
  price: byNumber('price'),
  stock: byNumber('stock'),
}

/** The query in the fragment of an address, such as `#/products?status=draft`; everything for another one. */
export function queryOf(fragment: string): Query {
  const params = new URLSearchParams(/^#\/products\?(.*)$/.exec(fragment)?.[1] ?? '')
  const sort = SORTS.find(([name]) => name === params.get('sort'))?.[0] ?? 'newest'
  return {
    words: params.get('q') ?? '',
    status: params.get('status') ?? '',
    category: params.get('category') ?? '',
    isLow: params.get('stock') === 'low',
    sort,
  }
}

/** The fragment of an address that leads back to a query. */
export function fragmentOf({ words, status, category, isLow, sort }: Query): string {
  const params = new URLSearchParams()
  const parts = { q: words, status, category, stock: isLow ? 'low' : '', sort: sort === 'newest' ? '' : sort }
  for (const [name, value] of Object.entries(parts)) if (value !== '') params.set(name, value)
  return params.size > 0 ? `#/products?${params}` : '#/products'
}

/** The rows that are drawn: those in view, and some above and below them, of all with one height. */
export function drawnRows(
  { scrolledPx, heightPx, rowPx }: { scrolledPx: number; heightPx: number; rowPx: number },
  count: number,
): { first: number; end: number } {
  const spare = 10
  const first = Math.max(0, Math.min(count, Math.floor(scrolledPx / rowPx)) - spare)
  return { first, end: Math.min(count, first + Math.ceil(heightPx / rowPx) + 2 * spare + 1) }
}
