import { randomUUID } from 'node:crypto'
import type { Route } from '../../lib/api/route.ts'
import { RECORDS } from '../../lib/domain/resources.ts'

/** A call that holds a name of something in one place. */
export interface Attempt {
  method: string
  /** The place, in words. */
  place: string
  path: (name: string) => string
  headers?: (name: string) => Record<string, string>
  body?: (name: string) => object
}

/** Parameters that could choose something, on whatever route; most answer that they are unknown. */
const PARAMETERS = [
  'category',
  'ids',
  'cursor',
  'after',
  'sku',
  'external_id',
  'tag',
  'fields',
  'sort',
  'type',
  'business',
  'business_id',
  'tenant',
  'id',
]

const HEADERS = [
  'x-public-business-slug',
  'x-public-business-uuid',
  'if-match',
  'idempotency-key',
  'x-business-id',
]

/** Every way to put a name into a call of a route, by where it stands: in the path, a parameter, a header, the body. */
export function attemptsOn(route: Route): Attempt[][] {
  const { method, path } = route
  const ours = (template: string) =>
    template.replace('{feed}', 'google.xml').replaceAll(/\{\w+\}/g, () => randomUUID())
  const body = bodyOf(route)
  const call = { method, path: () => ours(path), ...(body && { body }) }
  const variables = [...path.matchAll(/\{(\w+)\}/g)].map(([variable]) => variable)
  const places: Attempt[][] = [
    variables.map((variable) => ({
      ...call,
      place: `the variable ${variable}`,
      path: (name) => ours(path.replace(variable, encodeURIComponent(name))),
    })),
    PARAMETERS.map((parameter) => ({
      ...call,
      place: `the parameter ${parameter}`,
      path: (name) => `${ours(path)}?${parameter}=${encodeURIComponent(name)}`,
    })),
    HEADERS.map((header) => ({
      ...call,
      place: `the header ${header}`,
      headers: (name) => ({ [header]: name }),
    })),
    body ? bodiesOf(route).map((holding) => ({ ...call, ...holding })) : [],
  ]
  const withHead = (attempts: Attempt[]) =>
    method === 'GET' ? attempts.flatMap((attempt) => [attempt, { ...attempt, method: 'HEAD' }]) : attempts
  return places.filter((attempts) => attempts.length > 0).map(withHead)
}

const PRODUCT = { price: 1, category_id: 'tea' }

/** A body that a route takes, with names of the caller's own; none for a route that takes no body. */
function bodyOf({ method, path }: Route): (() => object) | undefined {
  if (method === 'GET' || method === 'DELETE') return undefined
  if (path === '/admin/products/bulk') return () => ({ operations: [{ op: 'delete', id: randomUUID() }] })
  if (method === 'PATCH') return () => ({ name: 'A name' })
  if (path.endsWith('/rotate')) return () => ({})
  // One that is refused: a business may have 50 keys, and would have them soon.
  if (path === '/admin/api-keys') return () => ({ name: 'A key', scopes: [] })
  const id = randomUUID()
  if (path === '/admin/categories') return () => ({ name: 'A category', id: 'tea' })
  return () => ({ ...PRODUCT, name: 'A product', slug: `a-${id.slice(0, 8)}`, price: -1 })
}

/** Members that name an object, of every resource: by its id, or by a value that is unique. */
const MEMBERS = [
  ...RECORDS.flatMap(({ type, unique = {} }) => [`${type}_id`, ...Object.keys(unique)]),
  'id',
  'key_id',
  'scopes',
  'tags',
]

/** Bodies that hold a name. */
function bodiesOf({ path }: Route): Pick<Attempt, 'place' | 'body'>[] {
  const product = (name: string, more: object) => ({ ...PRODUCT, name, slug: `p-${randomUUID()}`, ...more })
  const operations: [string, (name: string) => object][] = [
    ['update', (id) => ({ op: 'update', id, data: { price: 2 } })],
    ['delete', (id) => ({ op: 'delete', id })],
    ['delete by external id', (external_id) => ({ op: 'delete', external_id })],
    ['create in a category', (name) => ({ op: 'create', data: { name: 'x', price: 1, category_id: name } })],
    ['move to a category', (name) => ({ op: 'update', external_id: 'none', data: { category_id: name } })],
    ['upsert', (name) => ({ op: 'upsert', external_id: name, data: product('x', { category_id: name }) })],
  ]
  if (path === '/admin/products/bulk')
    return operations.map(([place, operation]) => ({
      place: `an operation: ${place}`,
      body: (name) => ({ operations: [operation(name)] }),
    }))
  return [
    ...MEMBERS.map((member) => ({
      place: `the member ${member}`,
      body: (name: string) => ({ name: 'x', price: -1, [member]: name }),
    })),
    { place: 'a nested member', body: (name) => ({ name: 'x', price: -1, metadata: { business_id: name } }) },
    { place: 'category_id', body: (name) => ({ name: 'x', price: 1, category_id: name }) },
  ]
}
