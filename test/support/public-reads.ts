import type { Business } from '../../lib/domain/business.ts'
import { callAs } from './shop.ts'

const SORTS = ['position', 'name', 'price', 'created_at'].flatMap((sort) => [sort, `-${sort}`])
const FILTERS = [
  'is_available=true',
  'is_available=false',
  'price_min=0',
  'price_max=1000000000000',
  'tag=seen',
  'fields=name,slug',
]

/** Lists of products in every sort × scope × filter, in whole and by pages. */
export function listPaths(categories: readonly string[]): string[] {
  const scopes = ['', ...categories.map((category) => `&category=${category}`)]
  const sorted = SORTS.flatMap((sort) => scopes.map((scope) => `/products?sort=${sort}${scope}`))
  return [
    ...sorted,
    ...sorted.map((path) => `${path}&limit=2`),
    ...FILTERS.flatMap((f) => [`/products?${f}`, `/products?limit=1&${f}`]),
  ]
}

/** Every byte that a caller can see of an answer, but for what names this one request. */
export async function seenAt(
  business: Business,
  path: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const response = await callAs(business, path, headers)
  const id = response.headers.get('x-request-id') ?? ''
  const kept = [...response.headers].filter(([name]) => !['date', 'apigw-requestid'].includes(name))
  return [response.status, ...kept, await response.text()].join('\n').replaceAll(id, '<request id>')
}
