import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeApiKey } from '../../../lib/data/api-keys/api-key-changes.ts'
import { getApiKey } from '../../../lib/data/api-keys/api-keys.ts'
import { SCOPES } from '../../../lib/domain/api-keys/scopes.ts'
import { makeBusiness } from '../../support/shop.ts'
import { accessItemsOf, freshVerdicts, type Holder, makeHolder, tokenItemOf } from '../key-holder.ts'
import { faults, outcome, type Told } from '../merchant.ts'

/** The rights of the key that sends requests. Its addresses include this machine. */
const OWN = {
  scopes: ['products:write', 'api_keys:write'],
  expires_at: '2099-06-01T00:00:00.000Z',
  allowed_ips: ['127.0.0.0/8'],
  rate_limit: { per_second: 500, burst: 5_000 },
}

/** Changes that make a key more powerful. `domain/api-keys/key-powers` proves what does; here each way to change one has to ask that. */
const BEYOND: [what: string, change: object, refusal: string, said: string][] = [
  ['scopes', { scopes: [...SCOPES].slice(2, 6) }, 'insufficient_scope', SCOPES.slice(2, 6).join(' ')],
  [
    'all limits',
    { expires_at: null, allowed_ips: [], rate_limit: { per_second: 501, burst: 1 } },
    'exceeds_own_key',
    'expires_at, allowed_ips, rate_limit',
  ],
  [
    'a scope and a limit',
    { scopes: ['webhooks:write'], expires_at: null },
    'insufficient_scope',
    'webhooks:write',
  ],
]

let owner: Holder
let maker: Holder
beforeAll(async () => {
  owner = await makeHolder()
  maker = await makeHolder(OWN, owner.business)
})

describe.each(BEYOND)('beyond the calling key by %s', (_, change, refusal, said) => {
  const beyond = { ...OWN, ...change }

  function expectRefusal({ status, headers, body }: Told) {
    expect([status, body.code]).toEqual([403, refusal])
    const isScope = refusal === 'insufficient_scope'
    expect(body.required_scope).toBe(isScope ? said : undefined)
    expect(headers.get('www-authenticate')).toBe(isScope ? 'Bearer error="insufficient_scope"' : null)
    if (!isScope) expect(body.detail).toContain(`: ${said}.`)
  }

  test('no key is made', async () => {
    const before = await accessItemsOf(owner.business.id)
    expectRefusal(await maker.ask('POST', '/admin/api-keys', { name: 'more', ...beyond }))
    expect(await accessItemsOf(owner.business.id)).toEqual(before)
  })

  test.each<[method: string, suffix: string, body?: object]>([
    ['PATCH', '', { name: 'taken over' }],
    ['PATCH', '', OWN],
    ['POST', '/rotate', { overlap_seconds: 0 }],
    ['DELETE', ''],
  ])('no key answers to %s %s', async (method, suffix, body) => {
    const target = await makeHolder(beyond, await makeBusiness())
    const caller = await makeHolder(OWN, target.business)
    const before = await accessItemsOf(target.business.id)
    expectRefusal(await caller.ask(method, target.path + suffix, body))
    expect(await accessItemsOf(target.business.id)).toEqual(before)
  })
})

test('a key as powerful as the caller, and one less powerful, it can make, change, rotate and revoke', async () => {
  const less = {
    scopes: ['products:read'],
    allowed_ips: ['127.0.0.1'],
    rate_limit: { per_second: 1, burst: 1 },
  }
  for (const change of [{}, less]) {
    const { body } = await maker.ask('POST', '/admin/api-keys', { name: 'mine', ...OWN, ...change })
    const path = `/admin/api-keys/${body.id}`
    expect(outcome(await maker.ask('PATCH', path, { name: 'still mine' }))).toBe('200')
    expect(outcome(await maker.ask('POST', `${path}/rotate`))).toBe('201')
    expect(outcome(await maker.ask('DELETE', path))).toBe('204')
  }
})

describe('a patch', () => {
  const AT_FIRST = {
    scopes: ['products:write', 'events:read'],
    expires_at: '2050-01-01T00:00:00.000Z',
    allowed_ips: ['10.0.0.0/8'],
    rate_limit: { per_second: 10, burst: 20 },
  }
  let target: Holder
  beforeEach(async () => {
    target = await makeHolder(AT_FIRST, owner.business)
  })

  test('that widens the key or is wrong is refused with all its errors, and changes nothing', async () => {
    const before = await accessItemsOf(owner.business.id)
    const patch = async (body: object) => faults(await owner.ask('PATCH', target.path, body)).sort()
    expect(
      await patch({ scopes: [...SCOPES], expires_at: null, allowed_ips: [], rate_limit: { burst: 21 } }),
    ).toEqual(['/allowed_ips invalid', '/expires_at invalid', '/rate_limit invalid', '/scopes invalid'])
    const past = '2001-01-01T00:00:00.000Z'
    expect(
      await patch({ name: '', scopes: ['events:write'], expires_at: past, last4: 'x', a: null, token: 'x' }),
    ).toEqual([
      '/a unknown_field',
      '/expires_at invalid',
      '/last4 read_only',
      '/name invalid',
      '/scopes invalid',
      '/token unknown_field',
    ])
    expect(await accessItemsOf(owner.business.id)).toEqual(before)
  })

  test('that narrows holds for the key and its token', async () => {
    const told = await owner.ask('PATCH', target.path, {
      name: ' New ',
      scopes: ['events:read', 'products:read'],
      expires_at: '2049-12-31T23:59:59+01:00',
      allowed_ips: ['10.1.0.0/16', '10.2.2.2'],
      rate_limit: { burst: 19 },
    })
    const { updated_at, ...rest } = told.body
    expect([told.status, rest]).toEqual([
      200,
      {
        ...target.apiKey,
        name: 'New',
        scopes: ['products:read', 'events:read'],
        expires_at: '2049-12-31T22:59:59.000Z',
        allowed_ips: ['10.1.0.0/16', '10.2.2.2/32'],
        rate_limit: { per_second: 10, burst: 19 },
        version: 2,
        updated_at: undefined,
      },
    ])
    expect(told.headers.get('etag')).toBe(`"${Date.parse(target.apiKey.created_at)}.2"`)
    expect(updated_at).not.toBe(target.apiKey.updated_at)
    expect((await owner.ask('GET', target.path)).body).toEqual(told.body)
    expect(await tokenItemOf(target.token)).toMatchObject({
      scopes: 'products:read events:read',
      allowed_ips: '10.1.0.0/16 10.2.2.2/32',
      expires_at: '2049-12-31T22:59:59.000Z',
      rate_limit: '10/19',
    })
  })

  test('of the key as it was read changes nothing', async () => {
    const { body } = await owner.ask('GET', target.path)
    const told = await owner.ask('PATCH', target.path, body)
    expect([told.status, told.body]).toEqual([200, body])
  })

  test('may repeat when the key was last used, which the call itself changes', async () => {
    const self = await makeHolder({}, owner.business)
    const { body: unused } = await owner.ask('GET', self.path)
    const { body: used } = await self.ask('GET', '/admin/api-keys/current')
    expect([unused.last_used_at, typeof used.last_used_at]).toEqual([null, 'string'])
    for (const body of [unused, used]) expect(outcome(await self.ask('PATCH', self.path, body))).toBe('200')
    for (const last_used_at of ['2099-01-01T00:00:00.000Z', 'yesterday', 7]) {
      const told = await self.ask('PATCH', self.path, { last_used_at })
      expect([outcome(told), faults(told)]).toEqual(['422 validation_failed', ['/last_used_at read_only']])
    }
    expect((await self.ask('GET', self.path)).body.version).toBe(1)
  })

  test('of the operator may widen, and brings an expired key back', async () => {
    const { id: businessId } = owner.business
    const widen = { scopes: ['business:write' as const], expires_at: null, allowed_ips: [] }
    await changeApiKey(businessId, target.apiKey.id, (key) => ({ ...key, ...widen }))
    expect(await tokenItemOf(target.token)).toMatchObject({
      scopes: 'business:write',
      expires_at: null,
      allowed_ips: '',
    })
    const expired = await makeHolder({ expires_at: '2001-01-01T00:00:00.000Z' }, owner.business)
    expect(await freshVerdicts([expired.token])).toEqual(['invalid_api_key'])
    await changeApiKey(businessId, expired.apiKey.id, (key) => ({ ...key, expires_at: null }))
    expect(await freshVerdicts([expired.token, target.token])).toEqual(['good', 'good'])
  })
})

describe('a key and itself', () => {
  test('it can narrow itself, and then no longer do what it gave up', async () => {
    const self = await makeHolder({}, owner.business)
    const scopes = ['products:read', 'api_keys:write']
    expect(outcome(await self.ask('PATCH', self.path, { scopes, allowed_ips: ['127.0.0.1'] }))).toBe('200')
    const more = await self.ask('POST', '/admin/api-keys', { name: 'more', scopes: ['business:read'] })
    expect([outcome(more), more.body.required_scope]).toEqual(['403 insufficient_scope', 'business:read'])
    for (const [limit, wanted] of [
      ['allowed_ips', []],
      ['allowed_ips', ['127.0.0.0/31']],
    ])
      expect(
        outcome(await self.ask('POST', '/admin/api-keys', { name: 'x', scopes, [String(limit)]: wanted })),
      ).toBe('403 exceeds_own_key')
    for (const patch of [{ scopes: [...SCOPES] }, { allowed_ips: [] }])
      expect(outcome(await self.ask('PATCH', self.path, patch))).toBe('422 validation_failed')
  })

  test('it can end itself, once', async () => {
    const self = await makeHolder({}, owner.business)
    expect(outcome(await self.ask('DELETE', self.path))).toBe('204')
    expect(outcome(await self.ask('DELETE', self.path))).toBe('401 invalid_api_key')
    expect((await getApiKey(owner.business.id, self.apiKey.id))?.revoked_at).not.toBeNull()
  })

  test('it cannot change keys, be it itself, without api_keys:write', async () => {
    const reader = await makeHolder({ scopes: ['products:write', 'api_keys:read'] }, owner.business)
    for (const [method, path] of [
      ['PATCH', reader.path],
      ['DELETE', reader.path],
      ['POST', `${reader.path}/rotate`],
      ['POST', '/admin/api-keys'],
    ])
      expect(
        await reader.ask(String(method), String(path), method === 'DELETE' ? undefined : {}),
      ).toMatchObject({
        status: 403,
        body: { code: 'insufficient_scope', required_scope: 'api_keys:write' },
      })
    expect((await reader.ask('GET', reader.path)).status).toBe(200)
  })
})
