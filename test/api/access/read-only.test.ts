import { beforeEach, expect, test, vi } from 'vitest'
import { identify } from '../../../lib/api/access/identify.ts'
import { denialProblem } from '../../../lib/api/http/problems/denial.ts'
import { BASE_PATH } from '../../../lib/api/route.ts'
import { ROUTES } from '../../../lib/api/routes.ts'
import { ENVIRONMENT } from '../../../lib/environment.ts'
import { suspend } from '../../support/identity-items.ts'
import { makeBusiness, makeToken } from '../../support/shop.ts'

const shop = await makeBusiness()
const other = await makeBusiness()
const suspended = await makeBusiness()
await suspend(suspended)
const bearer = async (business: { id: string; slug: string }, scopes?: string[]) =>
  `Bearer ${await makeToken(business, scopes && { scopes })}`
const KEYS = [await bearer(shop), await bearer(other), await bearer(shop, ['events:read'])]
const keyOfSuspended = await bearer(suspended)

const NOTHING = { authorization: undefined, slug: undefined, uuid: undefined, aliases: [] }
const READ_ONLY = { denial: 'read_only' }
const WRITE = `POST ${BASE_PATH}/admin/products`

beforeEach(() => vi.stubEnv(ENVIRONMENT.readOnly, 'true'))

/** The route keys that the gateway has, except those that need no identification. */
const ROUTE_KEYS = ROUTES.filter(({ access }) => access !== 'none').flatMap(({ method, path }) =>
  (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((each) => `${each} ${BASE_PATH}${path}`),
)

const isRefused = (routeKey: string) => /^(POST|PUT|PATCH|DELETE) \/api\/v1\/admin\//.test(routeKey)

test('every write under /admin is refused with every key, and nothing else', async () => {
  for (const authorization of KEYS) {
    const verdicts = await Promise.all(
      ROUTE_KEYS.map(async (key) => [key, await identify(key, { ...NOTHING, authorization })] as const),
    )
    const refused = verdicts.filter(([, verdict]) => 'denial' in verdict)
    expect(refused).toEqual(ROUTE_KEYS.filter(isRefused).map((key) => [key, READ_ONLY]))
  }
  expect(ROUTE_KEYS.filter(isRefused).length).toBeGreaterThan(25)
})

test('shoppers notice nothing', async () => {
  const reads = ROUTE_KEYS.filter((key) => !key.includes('/admin/'))
  for (const key of reads)
    expect(await identify(key, { ...NOTHING, slug: shop.slug })).toMatchObject({ business_id: shop.id })
})

test('a request without a valid identification, and one of a suspended business, get their own refusal', async () => {
  const ask = (sent: object) => identify(WRITE, { ...NOTHING, ...sent })
  expect(await ask({})).toEqual({ denial: 'identification_required' })
  expect(await ask({ authorization: 'Bearer x' })).toEqual({ denial: 'invalid_api_key' })
  expect(await ask({ authorization: KEYS[0], slug: other.slug })).toEqual({ denial: 'identity_conflict' })
  expect(await ask({ authorization: keyOfSuspended })).toEqual({ denial: 'business_suspended' })
  expect(await ask({ authorization: KEYS[0] })).toEqual(READ_ONLY)
})

test('without the setting no write is refused', async () => {
  for (const value of [undefined, '', 'false']) {
    vi.stubEnv(ENVIRONMENT.readOnly, value)
    expect(await identify(WRITE, { ...NOTHING, authorization: KEYS[0] })).toMatchObject({
      business_id: shop.id,
    })
  }
})

test('the problem says when to try again', () => {
  const { code, kind, options } = denialProblem('read_only') ?? {}
  expect([code, kind?.[0], options?.headers]).toEqual(['read_only', 503, { 'retry-after': '300' }])
})
