import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_RATE_LIMIT } from '../../../lib/domain/api-keys/api-key.ts'
import { SCOPES } from '../../../lib/domain/api-keys/scopes.ts'
import { tokenDigest } from '../../../lib/domain/api-keys/token.ts'
import { makeKey } from '../../support/shop.ts'
import { accessItemsOf, type Holder, makeHolder } from '../key-holder.ts'
import { type Body, create, faults, outcome, type Told } from '../merchant.ts'
import { itemsThatHold } from '../table.ts'

const LEAST = { name: 'sync', scopes: ['products:read'] }
const NOBODYS = randomUUID()

let owner: Holder
beforeAll(async () => {
  owner = await makeHolder({ rate_limit: { per_second: 900, burst: 9_000 } })
})

const created = (body: object = {}) => create(owner, '/admin/api-keys', { ...LEAST, ...body })

describe('a new key', () => {
  test('is returned whole, and with its token this once', async () => {
    const told = await owner.ask('POST', '/admin/api-keys', {
      name: '  Warehouse ',
      scopes: ['events:read', 'products:write'],
      expires_at: '2099-01-01T01:00:00+01:00',
      allowed_ips: ['203.0.113.0/24', '2001:DB8::1'],
      rate_limit: { burst: 50, per_second: 5 },
    })
    expect([told.status, told.headers.get('cache-control')]).toEqual([201, 'private, no-store'])
    const { token, ...key } = told.body
    expect(token).toMatch(/^sfk_[0-9A-Za-z]{49}$/)
    expect(key).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Warehouse',
      prefix: String(token).slice(0, 8),
      last4: String(token).slice(-4),
      scopes: ['products:write', 'events:read'],
      expires_at: '2099-01-01T00:00:00.000Z',
      allowed_ips: ['203.0.113.0/24', '2001:db8::1/128'],
      rate_limit: { per_second: 5, burst: 50 },
      revoked_at: null,
      previous_expires_at: null,
      last_used_at: null,
      created_at: expect.any(String),
      updated_at: key.created_at,
      version: 1,
    })
    expect(told.headers.get('location')).toBe(`/api/v1/admin/api-keys/${key.id}`)
    const tag = `"${Date.parse(key.created_at)}.1"`
    expect(told.headers.get('etag')).toBe(tag)
    const read = await owner.ask('GET', `/admin/api-keys/${key.id}`)
    expect([read.status, read.body, read.headers.get('etag')]).toEqual([200, key, tag])
    expect(await itemsThatHold(String(token))).toEqual([])
    expect(read.text).not.toContain(tokenDigest(String(token)))
  })

  test('has no higher rate limit than its maker if none is sent; a key of the operator has none', async () => {
    const { token: _, ...plain } = await created()
    expect(plain).toMatchObject({ expires_at: null, allowed_ips: [], rate_limit: owner.apiKey.rate_limit })
    const limits = { expires_at: '2099-01-01T00:00:00.000Z', allowed_ips: ['127.0.0.0/8'] }
    const bound = await makeHolder({ ...limits, rate_limit: { per_second: 7, burst: 70 } }, owner.business)
    expect(await create(bound, '/admin/api-keys', LEAST)).toMatchObject({
      ...limits,
      rate_limit: { per_second: 7, burst: 70 },
    })
    expect(DEFAULT_RATE_LIMIT).toEqual({ per_second: 20, burst: 100 })
  })
})

const ranges = (count: number) => Array.from({ length: count }, (_, n) => `10.0.${n}.0/24`)

/** The rules of each field are proven in `domain/api-keys`; here the endpoint has to ask them. */
test('a key can have every scope and 50 ranges; a wrong one is refused with all its errors, and nothing is created', async () => {
  const most = { name: '☕'.repeat(100), scopes: [...SCOPES], allowed_ips: ranges(50), expires_at: null }
  const mine = await makeHolder({ rate_limit: { per_second: 1_000, burst: 10_000 } })
  expect(await create(mine, '/admin/api-keys', most)).toMatchObject(most)
  const before = await accessItemsOf(mine.business.id)
  const told = await mine.ask('POST', '/admin/api-keys', {
    name: '',
    expires_at: '2020-01-01T00:00:00Z',
    allowed_ips: ['10.0.0.1', '::ffff:10.0.0.1'],
    rate_limit: { per_second: 0, per_day: 1 },
    token: null,
    version: 1,
  })
  expect([outcome(told), faults(told).sort()]).toEqual([
    '422 validation_failed',
    [
      '/allowed_ips/1 invalid',
      '/expires_at invalid',
      '/name invalid',
      '/rate_limit/burst required',
      '/rate_limit/per_day unknown_field',
      '/rate_limit/per_second invalid',
      '/scopes required',
      '/token unknown_field',
      '/version read_only',
    ],
  ])
  const late = await mine.ask('POST', '/admin/api-keys', { ...LEAST, expires_at: '2001-01-01T00:00:00Z' })
  expect(faults(late)).toEqual(['/expires_at invalid'])
  expect(await accessItemsOf(mine.business.id)).toEqual(before)
})

describe('a key in a path', () => {
  const WAYS: [method: string, suffix: string, body: object | undefined][] = [
    ['GET', '', undefined],
    ['HEAD', '', undefined],
    ['PATCH', '', { name: 'x' }],
    ['DELETE', '', undefined],
    ['POST', '/rotate', undefined],
    ['POST', '/rotate', { overlap_seconds: 0 }],
  ]
  /** Everything of an answer but what names this one request. */
  const apart = ({ status, headers, text }: Told) => {
    const {
      date: _,
      'x-request-id': id = '',
      'apigw-requestid': _id,
      ratelimit: _r,
      ...rest
    } = Object.fromEntries(headers)
    return { status, rest, text: text.replaceAll(id, '<request>') }
  }

  test('of another business gets the response of a random id, on every path, and does not change', async () => {
    const theirs = await makeHolder()
    const before = await accessItemsOf(theirs.business.id)
    for (const [method, suffix, body] of WAYS)
      for (const ifMatch of ['*', '"1.1"', undefined]) {
        const headers: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': ifMatch }
        const ask = (id: string) => owner.ask(method, `/admin/api-keys/${id}${suffix}`, body, headers)
        const answer = await ask(theirs.apiKey.id)
        expect(apart(answer)).toEqual(apart(await ask(NOBODYS)))
        expect(method === 'HEAD' ? answer.status : outcome(answer)).toBe(
          method === 'HEAD' ? 404 : '404 api_key_not_found',
        )
      }
    expect(await accessItemsOf(theirs.business.id)).toEqual(before)
  })

  test.each(['{id}%23', '{id}%2F', 'APIKEY%23{id}', 'ROSTER', '__proto__', '%D0%B0{tail}', '{id}{id}'])(
    'that is not an id, %s, is 404',
    async (pattern) => {
      const { id } = owner.apiKey
      const path = pattern.replaceAll('{id}', id).replaceAll('{tail}', id.slice(1))
      for (const [method, suffix, body] of WAYS) {
        const answer = await owner.ask(method, `/admin/api-keys/${path}${suffix}`, body)
        expect(answer.status, `${method} ${suffix}`).toBe(404)
        if (method !== 'HEAD') expect(answer.body.code).toBe('api_key_not_found')
      }
    },
  )

  test('may be written in upper case and percent-encoded', async () => {
    const { id } = owner.apiKey
    for (const path of [id.toUpperCase(), `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`])
      expect((await owner.ask('GET', `/admin/api-keys/${path}`)).body.id).toBe(id)
  })
})

test('a key without any scope for keys can read itself, by GET and HEAD', async () => {
  const reader = await makeHolder({ scopes: ['events:read'] }, owner.business)
  const told = await reader.ask('GET', '/admin/api-keys/current')
  const { rate_limit, last_used_at: _, ...rest } = reader.apiKey
  expect(told.body).toEqual({ ...rest, rate_limit, last_used_at: expect.any(String) })
  expect(Math.abs(Date.now() - Date.parse(String(told.body.last_used_at)))).toBeLessThan(10_000)
  expect(told.headers.get('etag')).toBe(`"${Date.parse(rest.created_at)}.1"`)
  expect((await reader.ask('HEAD', '/admin/api-keys/current')).status).toBe(200)
  expect(outcome(await reader.ask('GET', reader.path))).toBe('403 insufficient_scope')
})

test('the list shows every key once, oldest first, revoked and expired ones too, page by page', async () => {
  const shop = await makeHolder()
  const { business } = shop
  const old = await makeKey(business, { expires_at: '2001-01-01T00:00:00.000Z' })
  const names = ['b', 'a', 'd', 'c']
  for (const name of names) await create(shop, '/admin/api-keys', { ...LEAST, name })
  const whole = (await shop.ask('GET', '/admin/api-keys')).body
  expect(whole.data.map(({ name }) => name)).toEqual(['test', 'test', ...names])
  expect(whole.data[0]).toMatchObject({ id: old.apiKey.id, last_used_at: null })
  expect(whole).toMatchObject({ count: 6, has_more: false, next_cursor: null })
  const ofA = String(whole.data[3]?.id)
  await shop.ask('DELETE', `/admin/api-keys/${ofA}`)

  for (const limit of [1, 5, 200]) {
    const pages: Body[] = []
    let query = `?limit=${limit}`
    do {
      const { body, headers } = await shop.ask('GET', `/admin/api-keys${query}`)
      pages.push(body)
      expect([body.count, body.has_more]).toEqual([body.data.length, body.next_cursor !== null])
      query = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? ''
    } while (query !== '' && pages.length < 10)
    const listed = pages.flatMap(({ data }) => data)
    expect(pages).toHaveLength(Math.ceil(6 / limit))
    expect(listed.map(({ id }) => id)).toEqual(whole.data.map(({ id }) => id))
    expect(listed[3]).toMatchObject({ name: 'a', revoked_at: expect.any(String) })
    expect(JSON.stringify(pages)).not.toMatch(/digest|sfk_[0-9A-Za-z]{8}|#/)
  }
  for (const query of ['limit=201', 'cursor=x', 'name=a'])
    expect((await shop.ask('GET', `/admin/api-keys?${query}`)).status).toBe(400)
  const { next_cursor } = (await shop.ask('GET', '/admin/api-keys?limit=1')).body
  const foreign = await owner.ask('GET', `/admin/api-keys?limit=1&cursor=${next_cursor}`)
  expect(outcome(foreign)).toBe('400 invalid_cursor')
})
