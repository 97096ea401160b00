import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { allows, SCOPES } from '../../../lib/domain/api-keys/scopes.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { ADMIN } from '../../admin/marked-shop.ts'
import { askAs } from '../../admin/merchant.ts'
import { makeBusiness, makeToken } from '../../support/shop.ts'

let business: Business
beforeAll(async () => {
  business = await makeBusiness()
})

const tokens = new Map<string, Promise<string>>()
/** A key with exactly these scopes; one for each set of them. */
function keyWith(scopes: string[]): Promise<string> {
  const name = scopes.join(' ')
  const token = tokens.get(name) ?? makeToken(business, { scopes })
  tokens.set(name, token)
  return token
}

/** The path of a route, leading to nothing. */
const pathOf = (path: string) => path.replace('{external_id}', 'nobody').replace(/\{\w+\}/, randomUUID())
const bodyOf = (method: string) => (method === 'GET' || method === 'DELETE' ? undefined : {})

/** The scopes that a route needs beside the one of the route table, whatever is asked for. */
const FURTHER: Record<string, string[]> = {
  'GET /admin/export': ['inventory:read'],
  'POST /admin/imports': ['categories:write'],
}

const SCOPED = ADMIN.filter(({ access }) => access !== 'any_key')
const FREE = ADMIN.filter(({ access }) => access === 'any_key')

test('every administrative route needs an existing scope, except the one about the calling key', () => {
  for (const { access } of SCOPED) expect(SCOPES).toContain(access)
  expect(FREE.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /admin/api-keys/current'])
  for (const { method, access } of SCOPED) expect(access.endsWith(':read')).toBe(method === 'GET')
})

describe.each(SCOPED)('$method $path needs $access', ({ method, path, access }) => {
  test('and a key that holds every other scope is refused, whatever else is wrong', async () => {
    const token = await keyWith(SCOPES.filter((scope) => !allows([scope], access)))
    const sent = bodyOf(method) && '{"x":'
    const { status, headers, body: problem } = await askAs(token, method, `${pathOf(path)}?what=1`, sent)
    expect([status, problem.code, problem.required_scope]).toEqual([403, 'insufficient_scope', access])
    expect(headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"')
    if (method === 'GET') expect((await askAs(token, 'HEAD', pathOf(path))).status).toBe(403)
  })

  test('and a key that holds nothing but that is let in', async () => {
    const token = await keyWith([access, ...(FURTHER[`${method} ${path}`] ?? [])])
    const { status } = await askAs(token, method, pathOf(path), bodyOf(method))
    // A list may require a parameter.
    expect([200, 202, 400, 404, 415, 422]).toContain(status)
  })
})

test.each(FREE)('$method $path takes any key', async ({ method, path }) => {
  for (const scope of SCOPES) {
    const { status, body } = await askAs(await keyWith([scope]), method, path)
    expect([status, body.scopes]).toEqual([200, [scope]])
  }
})
