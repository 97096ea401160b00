import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeApiKey, revokeApiKey, rotateApiKey } from '../../../lib/data/api-keys/api-key-changes.ts'
import { tokenKey } from '../../../lib/data/table/keys.ts'
import { tokenDigest } from '../../../lib/domain/api-keys/token.ts'
import { removeItem } from '../../support/items.ts'
import { accessItemsOf, freshVerdicts, type Holder, makeHolder, tokenItemOf } from '../key-holder.ts'
import { faults, outcome, type Told } from '../merchant.ts'
import { overwrite } from '../table.ts'

const A_DAY_MS = 24 * 60 * 60 * 1000
const DEAD = 'invalid_api_key'

let owner: Holder
let holder: Holder
beforeEach(async () => {
  owner = await makeHolder()
  holder = await makeHolder({ scopes: ['products:read'], allowed_ips: ['192.0.2.0/24'] }, owner.business)
})
afterEach(() => vi.useRealTimers())

const rotate = (body?: object, headers?: Record<string, string>) =>
  owner.ask('POST', `${holder.path}/rotate`, body, headers)
const tokenIn = ({ body }: Told) => String(body.token)
/** As the endpoint does it, at a time of the test's own. */
const rotated = async (seconds: number, now: Date) => {
  const issued = await rotateApiKey(owner.business.id, holder.apiKey.id, seconds, { now })
  if (!issued) throw new Error('there is no such key')
  return issued
}

test('the key keeps everything except its token, and the previous token works for a day', async () => {
  const told = await rotate()
  const { token, ...key } = told.body
  const end = Date.parse(String(key.updated_at)) + A_DAY_MS
  expect(told.status).toBe(201)
  expect(key).toEqual({
    ...holder.apiKey,
    prefix: String(token).slice(0, 8),
    last4: String(token).slice(-4),
    previous_expires_at: new Date(end).toISOString(),
    updated_at: key.updated_at,
    version: 2,
  })
  expect(told.headers.get('etag')).toBe(`"${Date.parse(key.created_at)}.2"`)
  expect((await owner.ask('GET', holder.path)).body).toEqual(key)
  expect(await freshVerdicts([holder.token, String(token)])).toEqual(['good', 'good'])
  expect(token).not.toBe(holder.token)
  const [before, after] = [await tokenItemOf(holder.token), await tokenItemOf(String(token))]
  expect(before).toEqual({ ...after, pk: before?.pk, expires_at: key.previous_expires_at, ttl: before?.ttl })
  expect([before?.ttl, after?.ttl]).toEqual([Math.floor(end / 1000) + 24 * 60 * 60, undefined])
})

test('a rotation takes no wrong overlap and nothing else, and then changes nothing', async () => {
  const before = await accessItemsOf(owner.business.id)
  for (const [body, where] of [
    [{ overlap_seconds: 604_801 }, '/overlap_seconds invalid'],
    [{ token: 'sfk_' }, '/token unknown_field'],
  ] as const) {
    const told = await rotate(body)
    expect([outcome(told), faults(told)]).toEqual(['422 validation_failed', [where]])
  }
  expect(await accessItemsOf(owner.business.id)).toEqual(before)
  expect(outcome(await rotate({ overlap_seconds: 604_800 }))).toBe('201')
})

test('without an overlap the token before ends with the rotation', async () => {
  const told = await rotate({ overlap_seconds: 0 })
  expect(told.body.previous_expires_at).toBeNull()
  expect(await freshVerdicts([holder.token, tokenIn(told)])).toEqual([DEAD, 'good'])
  expect(await tokenItemOf(holder.token)).toBeUndefined()
})

test.each([
  [3600, 'good'],
  [0, DEAD],
])('the second rotation, with %i s, ends the oldest at once', async (overlap_seconds, before) => {
  const second = tokenIn(await rotate())
  const third = tokenIn(await rotate({ overlap_seconds }))
  expect(await freshVerdicts([holder.token, second, third])).toEqual([DEAD, before, 'good'])
  expect(await tokenItemOf(holder.token)).toBeUndefined()
  const fourth = tokenIn(await rotate({ overlap_seconds: 0 }))
  expect(await freshVerdicts([holder.token, second, third, fourth])).toEqual([DEAD, DEAD, DEAD, 'good'])
})

test('revoking the key ends both of its tokens', async () => {
  const second = tokenIn(await rotate())
  expect(outcome(await owner.ask('DELETE', holder.path))).toBe('204')
  expect(await freshVerdicts([holder.token, second])).toEqual([DEAD, DEAD])
  expect([await tokenItemOf(holder.token), await tokenItemOf(second)]).toEqual([undefined, undefined])
})

test('a key can rotate itself, and by either of its tokens', async () => {
  const self = await makeHolder({}, owner.business)
  const told = await self.ask('POST', `${self.path}/rotate`, { overlap_seconds: 60 })
  const again = await self.ask('POST', `${self.path}/rotate`, { overlap_seconds: 0 })
  expect([outcome(told), outcome(again)]).toEqual(['201', '201'])
  expect(await freshVerdicts([self.token, tokenIn(told), tokenIn(again)])).toEqual([DEAD, DEAD, 'good'])
})

describe('the token before', () => {
  const NOW = new Date('2030-01-01T00:00:00.000Z')
  const at = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: NOW.getTime() + ms })

  test('works until the millisecond its time is over', async () => {
    const { token, apiKey } = await rotated(60, NOW)
    expect(apiKey.previous_expires_at).toBe('2030-01-01T00:01:00.000Z')
    for (const [ms, before] of [
      [0, 'good'],
      [59_999, 'good'],
      [60_000, DEAD],
      [A_DAY_MS, DEAD],
    ] as const) {
      at(ms)
      expect(await freshVerdicts([holder.token, token])).toEqual([before, 'good'])
    }
  })

  test.each([
    ['2030-01-01T00:00:30.000Z', '2030-01-01T00:00:30.000Z'],
    ['2030-01-01T00:01:00.000Z', '2030-01-01T00:01:00.000Z'],
    ['2031-01-01T00:00:00.000Z', '2030-01-01T00:01:00.000Z'],
    ['9999-12-31T23:59:59Z', '2030-01-01T00:01:00.000Z'],
  ])('of a key that ends %s ends %s', async (expires_at, end) => {
    holder = await makeHolder({ expires_at }, owner.business)
    const { apiKey, token } = await rotated(60, NOW)
    expect(apiKey.previous_expires_at).toBe(end)
    expect(await tokenItemOf(holder.token)).toMatchObject({ expires_at: end })
    at(Date.parse(end) - NOW.getTime())
    expect(await freshVerdicts([holder.token, token])).toEqual([DEAD, end === expires_at ? DEAD : 'good'])
  })

  test('is narrowed with the key, and never lives longer for it', async () => {
    const { token } = await rotated(60, NOW)
    const change = (fields: object) =>
      changeApiKey(owner.business.id, holder.apiKey.id, (key) => ({ ...key, ...fields }), { now: NOW })
    await change({ allowed_ips: ['198.51.100.0/24'], expires_at: '2030-01-01T00:00:10.000Z' })
    at(0)
    for (const [ip, verdict] of [
      ['192.0.2.1', DEAD],
      ['198.51.100.1', 'good'],
    ] as const)
      expect(await freshVerdicts([holder.token, token], ip)).toEqual([verdict, verdict])
    at(10_000)
    expect(await freshVerdicts([holder.token, token], '198.51.100.1')).toEqual([DEAD, DEAD])
    await change({ expires_at: null, allowed_ips: [] })
    at(59_999)
    expect(await freshVerdicts([holder.token, token])).toEqual(['good', 'good'])
    at(60_000)
    expect(await freshVerdicts([holder.token, token])).toEqual([DEAD, 'good'])
  })

  test('does not come back with a change of the key after its end', async () => {
    const { token } = await rotated(60, NOW)
    const now = new Date(NOW.getTime() + 60_000)
    const gone = await tokenItemOf(holder.token)
    await changeApiKey(owner.business.id, holder.apiKey.id, (key) => ({ ...key, name: 'x' }), { now })
    expect(await tokenItemOf(holder.token)).toEqual(gone)
    at(60_000)
    expect(await freshVerdicts([holder.token, token])).toEqual([DEAD, 'good'])
  })

  test.each(['rotation', 'revocation', 'change'])(
    'is not missed by a %s once the table deleted it',
    async (what) => {
      const { token } = await rotated(60, NOW)
      await removeItem(tokenKey(tokenDigest(holder.token)))
      const now = new Date(NOW.getTime() + 2 * A_DAY_MS)
      const [businessId, id] = [owner.business.id, holder.apiKey.id]
      if (what === 'rotation') await rotated(60, now)
      if (what === 'revocation') await revokeApiKey(businessId, id, { now })
      if (what === 'change') await changeApiKey(businessId, id, (key) => ({ ...key, name: 'x' }), { now })
      expect(await tokenItemOf(holder.token)).toBeUndefined()
      at(2 * A_DAY_MS)
      expect(await freshVerdicts([holder.token, token])).toEqual([
        DEAD,
        what === 'revocation' ? DEAD : 'good',
      ])
    },
  )
})

test.each<[method: string, suffix: string, body?: object]>([
  ['POST', '/rotate', { overlap_seconds: 0 }],
  ['POST', '/rotate', { overlap_seconds: 60 }],
  ['PATCH', '', { name: 'x' }],
  ['DELETE', ''],
])('%s %s %j writes nothing where another business’s token lies', async (method, suffix, body) => {
  const theirs = await makeHolder()
  await overwrite(tokenKey(tokenDigest(holder.token)), 'business_id', theirs.business.id)
  const [before, token] = [await accessItemsOf(owner.business.id), await tokenItemOf(holder.token)]
  const told = await owner.ask(method, holder.path + suffix, body)
  expect(outcome(told)).toBe('500 internal_error')
  expect(await accessItemsOf(owner.business.id)).toEqual(before)
  expect(await tokenItemOf(holder.token)).toEqual(token)
})

test('nor does the operator', async () => {
  const theirs = await makeHolder()
  await overwrite(tokenKey(tokenDigest(holder.token)), 'business_id', theirs.business.id)
  const [businessId, id] = [owner.business.id, holder.apiKey.id]
  const before = await tokenItemOf(holder.token)
  const writes = [
    () => revokeApiKey(businessId, id),
    () => changeApiKey(businessId, id, (key) => ({ ...key, name: 'x' })),
    () => rotateApiKey(businessId, id, 0),
    () => rotateApiKey(businessId, id, 60),
  ]
  for (const write of writes) await expect(write()).rejects.toThrow('Transaction cancelled')
  expect(await tokenItemOf(holder.token)).toEqual(before)
})

test('what is repeated under its Idempotency-Key rotates once, and shows the token once', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const first = await rotate({ overlap_seconds: 60 }, key)
  const before = await accessItemsOf(owner.business.id)
  const again = await rotate({ overlap_seconds: 60 }, key)
  expect([again.status, again.body]).toEqual([201, { ...first.body, token: null }])
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(outcome(await rotate({ overlap_seconds: 61 }, key))).toBe('422 idempotency_key_reused')
  expect(await accessItemsOf(owner.business.id)).toEqual(before)
})
