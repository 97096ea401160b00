import { expect, test, vi } from 'vitest'
import { identify } from '../../../lib/api/access/identify.ts'
import { suspend } from '../../support/identity-items.ts'
import { makeBusiness, makeToken } from '../../support/shop.ts'

vi.mock('../../../lib/api/routes.ts', async (actual) => {
  const routes = await actual<typeof import('../../../lib/api/routes.ts')>()
  const admin = (method: string, access: string) => ({ method, path: '/admin/probes', access })
  return {
    ...routes,
    ROUTES: [...routes.ROUTES, admin('GET', 'products:read'), admin('POST', 'products:write')],
  }
})

const READ = 'GET /api/v1/admin/probes'
const WRITE = 'POST /api/v1/admin/probes'

const shop = await makeBusiness()
const other = await makeBusiness()
const NOTHING = { authorization: undefined, slug: undefined, uuid: undefined, aliases: [] }
const bearer = async (scopes: string[]) => `Bearer ${await makeToken(shop, { scopes })}`
const reader = await bearer(['products:read'])
const stranger = await bearer(['categories:read', 'categories:write', 'business:write', 'events:read'])

test.each([
  ['nothing', {}],
  ['the slug', { slug: shop.slug }],
  ['the UUID', { uuid: shop.id }],
  ['the alias', { aliases: [shop.slug] }],
  ['all three', { slug: shop.slug, uuid: shop.id, aliases: [shop.id] }],
  ['two that contradict each other', { slug: shop.slug, uuid: other.id }],
  ['an unknown slug', { slug: 'nobody-at-all' }],
])('%s alone opens no admin route', async (_, sent) => {
  for (const route of [READ, WRITE, READ.replace('GET', 'HEAD')])
    expect(await identify(route, { ...NOTHING, ...sent })).toEqual({ denial: 'identification_required' })
})

test('a key is let through with everything that its endpoint checks', async () => {
  for (const route of [READ, READ.replace('GET', 'HEAD'), WRITE])
    expect(await identify(route, { ...NOTHING, authorization: stranger })).toEqual({
      business_id: shop.id,
      identified_by: 'api_key',
      key_id: expect.any(String),
      key_name: expect.any(String),
      scopes: 'categories:read categories:write business:write events:read',
      rate_limit: '1000/10000',
    })
})

test('the alias is not an identification there: it neither conflicts nor is checked', async () => {
  for (const alias of [other.slug, other.id, 'nobody', '', `${shop.slug},${shop.slug}`])
    expect(await identify(READ, { ...NOTHING, authorization: reader, aliases: [alias] })).toMatchObject({
      business_id: shop.id,
    })
})

test('the headers are: they must not contradict the key', async () => {
  const ask = (sent: object) => identify(READ, { ...NOTHING, authorization: reader, ...sent })
  expect(await ask({ slug: shop.slug, uuid: shop.id })).toMatchObject({ business_id: shop.id })
  expect(await ask({ slug: other.slug })).toEqual({ denial: 'identity_conflict' })
  expect(await ask({ uuid: other.id })).toEqual({ denial: 'identity_conflict' })
  expect(await ask({ slug: 'nobody-at-all' })).toEqual({ denial: 'identity_conflict' })
  expect(await ask({ slug: '' })).toEqual({ denial: 'invalid_identity' })
})

test('the refusals come in their order: key, conflict, suspension', async () => {
  const suspended = await makeBusiness()
  await suspend(suspended)
  const authorization = `Bearer ${await makeToken(suspended, { scopes: ['events:read'] })}`
  const ask = (sent: object) => identify(WRITE, { ...NOTHING, authorization, ...sent })
  expect(await ask({ authorization: 'Bearer x', slug: '' })).toEqual({ denial: 'invalid_api_key' })
  expect(await ask({ slug: shop.slug })).toEqual({ denial: 'identity_conflict' })
  expect(await ask({ slug: suspended.slug })).toEqual({ denial: 'business_suspended' })
})

test('a key on a public route needs no scope of it', async () => {
  const verdict = await identify('GET /api/v1/products', { ...NOTHING, authorization: stranger })
  expect(verdict).toMatchObject({ business_id: shop.id, identified_by: 'api_key' })
})
