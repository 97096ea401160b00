import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { inject } from 'vitest'
import { issueApiKey } from '../../lib/data/api-keys/api-key-issue.ts'
import type { IssuedKey } from '../../lib/data/api-keys/api-key-writes.ts'
import { createBusiness } from '../../lib/data/businesses.ts'
import { createCategory } from '../../lib/data/categories.ts'
import { createProduct } from '../../lib/data/products/products.ts'
import { newApiKey } from '../../lib/domain/api-keys/api-key.ts'
import { SCOPES } from '../../lib/domain/api-keys/scopes.ts'
import { type Business, newBusiness } from '../../lib/domain/business.ts'
import { type Category, newCategory } from '../../lib/domain/category.ts'
import { newProduct, type Product } from '../../lib/domain/products/product.ts'
import { keep } from '../afterwards/records.ts'

type Input<S extends v.GenericSchema> = Partial<v.InferInput<S>>

/** A business of a test's own, with a slug that no other test has. */
export const makeBusiness = (input: Input<typeof newBusiness> = {}): Promise<Business> =>
  createBusiness(
    v.parse(newBusiness, {
      slug: `shop-${randomUUID().slice(0, 13)}`,
      name: 'A shop',
      currency: 'EUR',
      ...input,
    }),
  )

export const makeCategory = (business: Business, input: Input<typeof newCategory> = {}): Promise<Category> =>
  createCategory(business.id, v.parse(newCategory, { name: 'Tea', ...input }))

/** An active product unless the input says otherwise; its category must exist. */
export const makeProduct = (
  business: Business,
  input: Input<typeof newProduct> & { category_id: string },
): Promise<Product> =>
  createProduct(
    business.id,
    v.parse(newProduct, { name: 'Sencha', price: 1250, status: 'active', ...input }),
    business.currency,
  )

/** The settings of a new key, all of them optional in tests. */
type KeyInput = Partial<Omit<v.InferInput<typeof newApiKey>, 'scopes'>> & { scopes?: string[] }

/** A pace that no test reaches unless it means to. */
const FAST = { per_second: 1_000, burst: 10_000 }

/** A new key and its token, as the operator issues them. */
export async function makeKey(business: Pick<Business, 'id'>, input: KeyInput = {}): Promise<IssuedKey> {
  const { expires_at = null } = input
  const isPast = expires_at !== null && Date.parse(expires_at) <= Date.now()
  const issued = await issueApiKey(
    business.id,
    v.parse(newApiKey, { name: 'test', scopes: [...SCOPES], rate_limit: FAST, ...input }),
    // A key whose end has passed was made before.
    isPast ? { now: new Date(Date.parse(expires_at) - 1000) } : {},
  )
  keep('tokens', issued.token)
  return issued
}

/** A new key's token. */
export const makeToken = async (business: Pick<Business, 'id'>, input: KeyInput = {}): Promise<string> =>
  (await makeKey(business, input)).token

/** The body of a list. */
export interface List {
  data: Record<string, unknown>[]
  count: number
  has_more: boolean
  next_cursor: string | null
}

/** Calls the running stack; `path` is relative to the base URL. */
export async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(inject('baseUrl') + path, init)
  const isProblem = response.headers.get('content-type') === 'application/problem+json'
  if (isProblem) keep('problems', await response.clone().text())
  return response
}

/** Calls as a page of this business's shop would. */
export const callAs = (business: Business, path: string, headers: Record<string, string> = {}) =>
  call(path, { headers: { 'x-public-business-slug': business.slug, ...headers } })

/** The JSON of a list of this business. */
export async function listOf(business: Business, path: string): Promise<List> {
  const response = await callAs(business, path)
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as List
}

/** Every item of a list, page by page, following `next_cursor` until `has_more` is false. */
export async function walk(business: Business, path: string): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = []
  let cursor: string | null = null
  let pages = 0
  do {
    if (pages++ === 1000) throw new Error(`${path}: no end after 1,000 pages`)
    const separator = path.includes('?') ? '&' : '?'
    const page: List = await listOf(business, cursor ? `${path}${separator}cursor=${cursor}` : path)
    items.push(...page.data)
    cursor = page.next_cursor
  } while (cursor !== null)
  return items
}
