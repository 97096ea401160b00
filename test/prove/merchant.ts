import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { issueApiKey } from '../../lib/data/api-keys/api-key-issue.ts'
import { createBusiness } from '../../lib/data/businesses.ts'
import { createCategory } from '../../lib/data/categories.ts'
import { newApiKey } from '../../lib/domain/api-keys/api-key.ts'
import { SCOPES } from '../../lib/domain/api-keys/scopes.ts'
import { type Business, newBusiness } from '../../lib/domain/business.ts'
import { newCategory } from '../../lib/domain/category.ts'
import { Violation } from './run.ts'

/** An answer of the API. */
export interface Answer {
  status: number
  headers: Headers
  /** The JSON of the body; of an answer without one, nothing. */
  body: Record<string, unknown> & { id?: string; version?: number; code?: string }
}

/** A business and the one who writes for it. */
export interface Merchant {
  business: Business
  token: string
  call: (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>
}

/** A new business with a key that may do everything, and these categories. */
export async function makeMerchant(
  baseUrl: string,
  categories: readonly string[],
  metadata: Record<string, string> = {},
): Promise<Merchant> {
  const slug = `shop-${randomUUID().slice(0, 13)}`
  const business = await createBusiness(
    v.parse(newBusiness, { slug, name: 'A shop', currency: 'EUR', metadata }),
  )
  for (const id of categories)
    await createCategory(business.id, v.parse(newCategory, { id, name: id, metadata }))
  const key = v.parse(newApiKey, {
    name: 'prove',
    scopes: [...SCOPES],
    rate_limit: { per_second: 1_000, burst: 10_000 },
  })
  const { token } = await issueApiKey(business.id, key)
  return {
    business,
    token,
    call: (method, path, body, headers = {}) =>
      send(baseUrl + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
      }),
  }
}

/** More of them in a row than this is no passing trouble. */
const MOST_TRIES = 50

/** Sends a call, and again when it is told to come back later, as a client should. */
async function send(url: string, request: RequestInit): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(url, request)
    const text = await response.text()
    const isFile = !/[/+]json/.test(response.headers.get('content-type') ?? 'application/json')
    const body = isFile ? { text } : JSON.parse(text || '{}')
    const answer = { status: response.status, headers: response.headers, body }
    if (response.status === 500) throw new Violation(`${request.method} ${url}: ${text}`)
    const isLater = [429, 503].includes(response.status) || answer.body.code === 'idempotency_in_progress'
    if (!isLater || tries === MOST_TRIES) return answer
    await wait(Number(response.headers.get('retry-after') ?? 1) * 1000)
  }
}
