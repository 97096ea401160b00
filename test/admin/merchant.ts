import { inject } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { keep } from '../afterwards/records.ts'
import { makeBusiness, makeToken } from '../support/shop.ts'

/** The members of response bodies; a test reads those that it expects. */
export interface Body {
  id: string
  slug: string
  code: string
  version: number
  created_at: string
  detail: string
  request_id: string
  count: number
  data: { [member: string]: unknown; id: string; version: number; index: number; status: number }[]
  next_cursor: string | null
  has_more: boolean
  metadata: Record<string, string>
  errors: { pointer: string; code: string; detail: string }[]
  [member: string]: unknown
}

/** An answer with its body as text and, if it is JSON, as what that says. */
export interface Told {
  status: number
  headers: Headers
  text: string
  body: Body
}

/** The body of a request: an object is sent as JSON, anything else as it is. */
export type Sent = object | string | Uint8Array<ArrayBuffer> | undefined

/** A business and the key with which its programs write. */
export interface Merchant {
  business: Business
  token: string
  ask: (method: string, path: string, body?: Sent, headers?: Record<string, string>) => Promise<Told>
}

/** A business of a test's own with a key that may do everything, or only what is listed. */
export async function makeMerchant(
  input: Parameters<typeof makeBusiness>[0] = {},
  scopes?: string[],
): Promise<Merchant> {
  const business = await makeBusiness(input)
  const token = await makeToken(business, scopes && { scopes })
  return { business, token, ask: (...sent) => askAs(token, ...sent) }
}

/** Calls an administrative path with a key. A body is sent as JSON unless the headers say otherwise. */
export async function askAs(
  token: string,
  method: string,
  path: string,
  body?: Sent,
  headers: Record<string, string> = {},
): Promise<Told> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array || body === undefined
  const response = await fetch(inject('baseUrl') + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status >= 400) keep('problems', text)
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, headers: response.headers, text, body: bodyIn(isJson ? text : '') }
}

const bodyIn = (text: string): Body => JSON.parse(text === '' ? '{}' : text)

/** `201`, or status and code of a problem: `409 slug_taken`. */
export const outcome = ({ status, body }: Told) => (status < 300 ? String(status) : `${status} ${body.code}`)

/** The faults of a refused body: `/price invalid`. */
export const faults = ({ body }: Told) => body.errors.map(({ pointer, code }) => `${pointer} ${code}`)

/** How often each thing occurs. */
export function tally(things: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const thing of things) counts[thing] = (counts[thing] ?? 0) + 1
  return counts
}

/** Runs something many times at once. */
export const atOnce = <T>(times: number, run: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => run(n)))

/** The least that makes a product, in the category that `shelf` makes. */
export const TEA = { name: 'Sencha', price: 1250, category_id: 'tea' }

/** A merchant with the categories `tea` and `pots`. */
export async function makeShelves(scopes?: string[]): Promise<Merchant> {
  const merchant = await makeMerchant({}, scopes)
  for (const id of ['tea', 'pots']) await create(merchant, '/admin/categories', { name: id, id })
  return merchant
}

/** Creates something and gives back what the API says of it. Throws unless it is created. */
export async function create(merchant: Merchant, path: string, body: object): Promise<Body> {
  const told = await merchant.ask('POST', path, body)
  if (told.status !== 201) throw new Error(`${path}: ${told.status} ${told.text}`)
  return told.body
}
