/** The refusals of every route before it looks for anything: each is a function of its own, with its own way into the API. */
import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { ROUTES } from '../../../lib/api/routes.ts'
import type { OperationSpec } from '../../../lib/docs/description/operation.ts'
import { OPERATIONS } from '../../../lib/docs/description/parts.ts'
import { suspend } from '../../support/identity-items.ts'
import { makeBusiness, makeToken } from '../../support/shop.ts'

const shop = await makeBusiness()
const token = await makeToken(shop)
const closed = await makeBusiness()
const tokenOfClosed = await makeToken(closed)
await suspend(closed)

const pathOf = (path: string) => path.replace('{feed}', 'google.xml').replace(/\{\w+\}/g, randomUUID())

interface Question {
  token?: string
  query?: string
  headers?: Record<string, string>
}

const slug = (name: string) => ({ 'x-public-business-slug': name })

const IDENTITY: [outcome: string, Question][] = [
  ['400 invalid_identity', { token, headers: slug('') }],
  ['400 identity_conflict', { token, headers: slug(closed.slug) }],
  ['401 invalid_api_key', { token: 'sfk_nothing' }],
  ['401 identification_required', {}],
  ['403 business_suspended', { token: tokenOfClosed }],
]
const PARAMETERS: [outcome: string, Question][] = [
  ['400 invalid_parameter', { token, query: '?%' }],
  ['400 unknown_parameter', { token, query: '?no_such=1' }],
]

const ADMIN: [outcome: string, Question][] = [
  ['400 invalid_header', { token, headers: { 'if-match': 'x', 'if-none-match': 'x' } }],
]
const POST: [outcome: string, Question][] = [
  ['400 invalid_idempotency_key', { token, headers: { 'idempotency-key': 'a b' } }],
]
const PUBLIC: [outcome: string, Question][] = [['404 business_not_found', { headers: slug('nobody-has-it') }]]

const PAGES: [outcome: string, Question][] = [['400 invalid_cursor', { token, query: '?cursor=x' }]]

/** The refusals that every route of its kind has. */
function refusalsOf(route: (typeof ROUTES)[number]): [outcome: string, Question][] {
  const { parameters = [] }: OperationSpec = OPERATIONS[route.function]
  return [
    ...(route.access === 'none' ? [] : IDENTITY),
    ...PARAMETERS,
    ...(route.access === 'public' ? PUBLIC : []),
    ...(route.path.startsWith('/admin') ? ADMIN : []),
    ...(route.method === 'POST' && route.path.startsWith('/admin') ? POST : []),
    // Of what is not there no page is asked for.
    ...(parameters.some(({ name }) => name === 'cursor') && !route.path.includes('{') ? PAGES : []),
  ]
}

test.each(ROUTES)('$method $path refuses what each route refuses', async (route) => {
  const said = []
  for (const [, { token, query = '', headers }] of refusalsOf(route)) {
    const response = await fetch(inject('baseUrl') + pathOf(route.path) + query, {
      method: route.method,
      headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    })
    said.push(`${response.status} ${((await response.json()) as { code: string }).code}`)
  }
  expect(said).toEqual(refusalsOf(route).map(([outcome]) => outcome))
})
