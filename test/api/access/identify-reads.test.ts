import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { identify } from '../../../lib/api/access/identify.ts'
import { businessKey, shopKey } from '../../../lib/data/table/keys.ts'
import { mintToken } from '../../../lib/domain/api-keys/token.ts'
import { corruptExpiry, plantSlug, revoke, suspend } from '../../support/identity-items.ts'
import { corruptItem, removeItem } from '../../support/items.ts'
import { makeBusiness, makeToken } from '../../support/shop.ts'
import { proxyTable } from '../../support/table-proxy.ts'

const table = await proxyTable()
afterAll(() => table.close())

const ROUTE = 'GET /api/v1/business'
const NOTHING = { authorization: undefined, slug: undefined, uuid: undefined, aliases: [] }
const withToken = (token: string) => identify(ROUTE, { ...NOTHING, authorization: `Bearer ${token}` })

const shop = await makeBusiness()
const token = await makeToken(shop)
beforeEach(() => table.forget())

describe('what cannot be a token costs no read', () => {
  test('one character changed, at every position', async () => {
    for (let at = 0; at < token.length; at++)
      for (const character of ['0', 'A', 'z', '-', ' ', '\u0000', 'é'].filter((c) => c !== token[at])) {
        const changed = token.slice(0, at) + character + token.slice(at + 1)
        expect(await withToken(changed)).toEqual({ denial: 'invalid_api_key' })
      }
    expect(table.operations).toEqual([])
  })

  test.each([
    '',
    'Bearer',
    'Bearer ',
    `Basic ${token}`,
    `Bearer ${token} ${token}`,
    `Bearer ${token},Bearer ${token}`,
    `Bearer\t${token}`,
    `Bearer  ${token}`,
    ` Bearer ${token}`,
    `Bearer ${token} `,
    `Bearer ${token}\n`,
    `Bearer sfk_${'a'.repeat(10_000)}`,
  ])('the header %j', async (authorization) => {
    const verdict = await identify(ROUTE, { ...NOTHING, authorization, slug: shop.slug, uuid: shop.id })
    expect(verdict).toEqual({ denial: 'invalid_api_key' })
    expect(table.operations).toEqual([])
  })
})

describe('unknown, revoked and expired keys cost the same', () => {
  test.each([
    ['an unknown one', async () => mintToken()],
    ['an expired one', () => makeToken(shop, { expires_at: '2001-01-01T00:00:00.000Z' })],
    [
      'a revoked one',
      async () => {
        const revoked = await makeToken(shop)
        await revoke(revoked)
        return revoked
      },
    ],
  ])('%s', async (_, make) => {
    const refused = await make()
    table.forget()
    expect(await withToken(refused)).toEqual({ denial: 'invalid_api_key' })
    expect(table.operations).toEqual(['GetItem'])
  })
})

test('a key whose end cannot be read as a time is refused', async () => {
  const corrupt = await makeToken(shop, { expires_at: '2999-01-01T00:00:00.000Z' })
  await corruptExpiry(corrupt)
  expect(await withToken(corrupt)).toEqual({ denial: 'invalid_api_key' })
})

test('a key ends in the millisecond of its end, though it is remembered', async () => {
  const end = Date.now() + 3_600_000
  const ending = await makeToken(shop, { expires_at: new Date(end).toISOString() })
  vi.useFakeTimers({ toFake: ['Date'], now: end - 1 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await withToken(ending)).toMatchObject({ business_id: shop.id })
  vi.setSystemTime(end)
  expect(await withToken(ending)).toEqual({ denial: 'invalid_api_key' })
})

test('a key whose business is gone is as unknown as one that never was', async () => {
  const gone = await makeBusiness()
  const left = await makeToken(gone)
  await removeItem(shopKey(gone.id))
  await removeItem(businessKey(gone.id))
  expect(await withToken(left)).toEqual({ denial: 'invalid_api_key' })
})

test('of two names of a business each must be that of an active one', async () => {
  const half = await makeBusiness()
  await corruptItem(shopKey(half.slug), { status: 'suspended' })
  const refused = { denial: 'business_not_found' }
  expect(await identify(ROUTE, { ...NOTHING, uuid: half.id })).toMatchObject({ business_id: half.id })
  expect(await identify(ROUTE, { ...NOTHING, aliases: [half.id], slug: half.slug })).toEqual(refused)
  expect(await identify(ROUTE, { ...NOTHING, aliases: [half.slug], uuid: half.id })).toEqual(refused)
})

test.each([
  { slug: 'NO_SLUG' },
  { slug: 'a'.repeat(64) },
  { slug: randomUUID() },
  { slug: `${shop.slug}\n` },
  { uuid: 'no-uuid' },
  { uuid: `${shop.id}\n` },
  { uuid: shop.slug },
  { aliases: ['Ünicode'] },
  { aliases: ['?'] },
])('a name of the wrong shape, %j, costs no read', async (name) => {
  expect(await identify(ROUTE, { ...NOTHING, ...name })).toEqual({ denial: 'business_not_found' })
  expect(table.operations).toEqual([])
})

test('a known caller is remembered, an unknown one is read each time', async () => {
  await identify(ROUTE, { ...NOTHING, slug: shop.slug, uuid: shop.id })
  table.forget()
  await identify(ROUTE, { ...NOTHING, slug: shop.slug, uuid: shop.id, aliases: [shop.slug] })
  expect(table.operations).toEqual([])
  const nobody = { ...NOTHING, slug: `no-${randomUUID().slice(0, 8)}` }
  await identify(ROUTE, nobody)
  await identify(ROUTE, nobody)
  expect(table.operations).toHaveLength(2)
})

describe('a slug that looks like the UUID of another business', () => {
  test('is never found, not even when an item of that name exists: then the UUID leads nowhere', async () => {
    const victim = await makeBusiness()
    const thief = await makeBusiness()
    await plantSlug(victim.id, thief)
    const nowhere = { denial: 'business_not_found' }
    for (const _ of ['first', 'remembered']) {
      for (const name of [{ slug: victim.id }, { uuid: victim.id }, { uuid: thief.slug }])
        expect(await identify(ROUTE, { ...NOTHING, ...name })).toEqual(nowhere)
      for (const alias of [victim.id, victim.id.toUpperCase()])
        expect(await identify(ROUTE, { ...NOTHING, aliases: [alias] })).toEqual(nowhere)
    }
  })
})

describe('what the verdict says', () => {
  test('of a public caller: the business and no more', async () => {
    const verdict = { business_id: shop.id, identified_by: 'public' }
    expect(await identify(ROUTE, { ...NOTHING, slug: shop.slug })).toEqual(verdict)
  })

  test('of a key: its id and scopes, never the token', async () => {
    const verdict = await withToken(await makeToken(shop, { scopes: ['products:read', 'business:write'] }))
    expect(verdict).toEqual({
      business_id: shop.id,
      identified_by: 'api_key',
      key_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      key_name: 'test',
      scopes: 'products:read business:write',
      rate_limit: '1000/10000',
    })
  })

  test('of a denial: no business', async () => {
    const suspended = await makeBusiness()
    await suspend(suspended)
    const authorization = `Bearer ${await makeToken(suspended)}`
    expect(await identify(ROUTE, { ...NOTHING, authorization })).toEqual({ denial: 'business_suspended' })
    expect(await identify(ROUTE, { ...NOTHING, slug: suspended.slug })).toEqual({
      denial: 'business_not_found',
    })
  })
})
