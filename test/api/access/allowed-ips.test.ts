import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda'
import { beforeAll, describe, expect, test } from 'vitest'
import { handler as authorizer } from '../../../functions/authorizer.ts'
import { identify } from '../../../lib/api/access/identify.ts'
import { mintToken } from '../../../lib/domain/api-keys/token.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { ADMIN } from '../../admin/marked-shop.ts'
import { apiEvent } from '../../support/events.ts'
import { catchLog } from '../../support/log.ts'
import { PUBLIC_PATHS } from '../../support/public-paths.ts'
import { type Lines, lasting, outcomeOf, send } from '../../support/send.ts'
import { makeBusiness, makeToken } from '../../support/shop.ts'

let shop: Business
beforeAll(async () => {
  shop = await makeBusiness()
})
const boundTo = (allowed_ips: string[]) => makeToken(shop, { allowed_ips })

const V4 = '203.0.113.0/24'
const V6 = '2001:db8::/32'

describe('a key', () => {
  test.each<[ranges: string[], from: string | undefined, isGood: boolean]>([
    [[], undefined, true],
    [[V4], '203.0.113.255', true],
    [[V4], '::ffff:203.0.113.9', true],
    [[V4], '203.0.114.0', false],
    [[V4], undefined, false],
    [[V4], '203.0.113.9, 198.51.100.1', false],
    [['0.0.0.0/0'], undefined, false],
    [[V4, V6], '2001:db8::1', true],
    [[V4, V6], '198.51.100.1', false],
  ])('bound to %j, from %s: %s', async (ranges, sourceIp, isGood) => {
    const authorization = `Bearer ${await boundTo(ranges)}`
    const credentials = { authorization, slug: shop.slug, uuid: undefined, aliases: [], sourceIp }
    // The second time from memory.
    for (const _ of ['read', 'remembered'])
      expect(await identify('GET /api/v1/business', credentials)).toMatchObject(
        isGood ? { business_id: shop.id, identified_by: 'api_key' } : { denial: 'invalid_api_key' },
      )
  })

  test('is checked by the address the gateway saw, and by no header', async () => {
    catchLog()
    const authorization = `Bearer ${await boundTo(['203.0.113.9'])}`
    const claims = {
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
      'x-real-ip': '203.0.113.9',
    }
    const event = apiEvent({ route: '/business', headers: { authorization, ...claims } })
    const from = (sourceIp: string | undefined) => {
      const { http, ...context } = event.requestContext
      const requestContext = sourceIp === undefined ? undefined : { ...context, http: { ...http, sourceIp } }
      return authorizer({ ...event, requestContext } as unknown as APIGatewayRequestAuthorizerEventV2)
    }
    expect((await from('198.51.100.1')).context).toEqual({ denial: 'invalid_api_key' })
    expect((await from(undefined)).context).toEqual({ denial: 'invalid_api_key' })
    expect((await from('203.0.113.9')).context).toMatchObject({ business_id: shop.id })
  })
})

describe('over the wire, from this machine', () => {
  let elsewhere: Lines
  let unknown: Lines
  beforeAll(async () => {
    elsewhere = { authorization: `Bearer ${await boundTo(['203.0.113.0/24', '::1/128'])}` }
    unknown = { authorization: `Bearer ${mintToken()}` }
  })

  test.each([[['127.0.0.1']], [['127.0.0.0/8', V6]], [['0.0.0.0/0']], [[]]])(
    'a key bound to %j is taken',
    async (ranges) => {
      const headers = { authorization: `Bearer ${await boundTo(ranges)}` }
      for (const path of ['/business', '/admin/business', '/admin/api-keys/current'])
        expect(outcomeOf(await send(path, headers))).toBe('200')
    },
  )

  test('a key bound to other addresses is refused as an unknown key, on every path', async () => {
    const routes = [
      ...PUBLIC_PATHS.map((path) => ({ method: 'GET', path })),
      ...ADMIN.map(({ method, path }) => ({ method, path: path.replace(/\{\w+\}/g, shop.id) })),
    ]
    const besides: Lines[] = [
      {},
      { 'x-public-business-slug': shop.slug },
      { 'x-forwarded-for': '203.0.113.9' },
    ]
    for (const [n, { method, path }] of routes.entries()) {
      const beside = besides[n % besides.length]
      const refused = await send(path, { ...beside, ...elsewhere }, method)
      const reference = await send(path, { ...beside, ...unknown }, method)
      expect(outcomeOf(refused), `${method} ${path}`).toBe('401 invalid_api_key')
      expect(lasting(refused)).toEqual(lasting(reference))
    }
  })
})
