import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { apiEvent, lambdaContext } from '../../support/events.ts'
import { guardedRoutes } from '../../support/handlers.ts'
import { catchLog } from '../../support/log.ts'
import { makeMarkedShop } from '../../support/public-paths.ts'
import { proxyTable } from '../../support/table-proxy.ts'

const table = await proxyTable()
afterAll(() => table.close())

const GUARDED = await guardedRoutes()
const mark = randomUUID().slice(0, 8)
const { business, product, category } = await makeMarkedShop(mark)
const path = { product: product.id, category: category.id, id: product.id }

beforeEach(() => {
  catchLog()
  table.forget()
})

const id = business.id
const known = { business_id: id, identified_by: 'public' }

/** Contexts that our authorizer never returns: a request with one of these was never identified. */
const UNUSABLE: [string, Record<string, unknown> | undefined][] = [
  ['nothing', undefined],
  ['an empty context', {}],
  ['null for a business', { ...known, business_id: null }],
  ['no business', { identified_by: 'public' }],
  ['an empty business', { ...known, business_id: '' }],
  ['a number', { ...known, business_id: 7 }],
  ['true', { ...known, business_id: true }],
  ['an array', { ...known, business_id: [id] }],
  ['an object', { ...known, business_id: { toString: () => id } }],
  ['a String object', { ...known, business_id: Object(id) }],
  ['a slug', { ...known, business_id: business.slug }],
  ['a business and a space', { ...known, business_id: `${id} ` }],
  ['a business and a newline', { ...known, business_id: `${id}\n` }],
  ['two businesses', { ...known, business_id: `${id},${randomUUID()}` }],
  ['a business and a #', { ...known, business_id: `${id}#ACCESS` }],
  ['a partition', { ...known, business_id: `BIZ#${id}` }],
  ['no kind of caller', { business_id: id }],
  ['an unknown kind of caller', { ...known, identified_by: 'operator' }],
  ['another casing of the kind', { ...known, identified_by: 'PUBLIC' }],
  ['an array of kinds', { ...known, identified_by: ['public'] }],
  ['null for the kind', { ...known, identified_by: null }],
  ['null for a denial', { ...known, denial: null }],
  ['false for a denial', { ...known, denial: false }],
  ['an empty denial', { ...known, denial: '' }],
  ['an unknown denial', { ...known, denial: 'because' }],
  ['a denial called constructor', { ...known, denial: 'constructor' }],
  ['a denial called __proto__', { ...known, denial: '__proto__' }],
  ['an array of denials', { ...known, denial: ['invalid_api_key'] }],
  ['an unknown denial alone', { denial: 'because' }],
  ['other names for the business', { businessId: id, tenant: id, identified_by: 'public' }],
  ['a context within a context', { lambda: known }],
]

const DENIALS: [string, number][] = [
  ['invalid_api_key', 401],
  ['identification_required', 401],
  ['invalid_identity', 400],
  ['identity_conflict', 400],
  ['business_not_found', 404],
  ['business_suspended', 403],
  ['read_only', 503],
  ['identity_unavailable', 503],
]

describe.each(GUARDED)('$method $path', ({ method, path: route, handler }) => {
  const answerTo = (verdict: Record<string, unknown> | undefined) =>
    handler(apiEvent({ method, route, path, verdict }), lambdaContext())

  test.each(UNUSABLE)('runs nothing when the authorizer says %s', async (_, verdict) => {
    const answer = await answerTo(verdict)
    expect(answer.statusCode).toBe(500)
    expect(JSON.parse(answer.body ?? '')).toMatchObject({ code: 'internal_error' })
    expect(answer.body).not.toContain(mark)
    expect(table.operations).toEqual([])
  })

  test.each(DENIALS)(
    'returns the denial %s as %d, even with a business in the context',
    async (denial, status) => {
      for (const beside of [{}, known, { ...known, identified_by: 'api_key', scopes: 'products:write' }]) {
        const answer = await answerTo({ ...beside, denial })
        expect(answer.statusCode).toBe(status)
        expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
        expect(answer.body).not.toContain(mark)
      }
      expect(table.operations).toEqual([])
    },
  )

  test('runs nothing without an authorizer at all', async () => {
    const event = apiEvent({ method, route, path })
    Reflect.deleteProperty(event.requestContext, 'authorizer')
    const answer = await handler(event, lambdaContext())
    expect(answer.statusCode).toBe(500)
    expect(table.operations).toEqual([])
  })

  test('takes its business from the authorizer, not from what the caller can write', async () => {
    const headers = { authorizer: id, business_id: id, 'x-public-business-slug': business.slug }
    const query = `business=${business.slug}`
    const answer = await handler(apiEvent({ method, route, path, query, headers }), lambdaContext())
    expect(answer.statusCode).toBe(500)
    expect(table.operations).toEqual([])
  })
})

test('there are endpoints to guard', () => {
  expect(GUARDED.length).toBeGreaterThanOrEqual(5)
})
