import { randomUUID } from 'node:crypto'
import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda'
import { beforeEach, expect, test } from 'vitest'
import { handler as authorizer } from '../../../functions/authorizer.ts'
import { apiEvent, lambdaContext } from '../../support/events.ts'
import { guardedRoutes } from '../../support/handlers.ts'
import { catchLog } from '../../support/log.ts'
import { type MarkedShop, makeMarkedShop } from '../../support/public-paths.ts'
import { makeToken } from '../../support/shop.ts'

const ROUTES = (await guardedRoutes()).filter(({ access, method }) => access === 'public' && method === 'GET')

const marks: [string, string] = [randomUUID().slice(0, 8), randomUUID().slice(0, 8)]
const tenants = await Promise.all(
  marks.map(async (mark, n) => {
    const shop = await makeMarkedShop(mark)
    return { mark, rival: marks[1 - n] ?? '', shop, callers: await callersOf(shop) }
  }),
)

type Caller = { headers: Record<string, string>; query: string }

async function callersOf({ business }: MarkedShop): Promise<Caller[]> {
  return [
    { headers: { 'x-public-business-slug': business.slug }, query: '' },
    { headers: { 'x-public-business-uuid': business.id.toUpperCase() }, query: '' },
    { headers: {}, query: `business=${business.slug}` },
    { headers: { authorization: `Bearer ${await makeToken(business)}` }, query: '' },
    { headers: { 'x-public-business-slug': business.slug, 'accept-encoding': 'gzip' }, query: 'limit=1' },
  ]
}

beforeEach(() => {
  catchLog()
})

/** One request through the authorizer and the endpoint, both in this one process, as two warm instances are. */
async function answer(route: (typeof ROUTES)[number], { shop }: (typeof tenants)[number], caller: Caller) {
  const path = { product: shop.product.id, category: shop.category.id, feed: 'google.xml' }
  const request = { route: route.path, path, headers: caller.headers }
  // Only lists know `limit`.
  const query =
    route.path.includes('{') || route.path === '/business'
      ? caller.query.replace('limit=1', '')
      : caller.query
  const asked = apiEvent({ ...request, query }) as unknown as APIGatewayRequestAuthorizerEventV2
  const { context: verdict } = await authorizer(asked)
  const context = lambdaContext()
  const { headers, ...rest } = await route.handler(
    apiEvent({ ...request, query, verdict: { ...verdict } }),
    context,
  )
  expect(headers['x-request-id']).toBe(context.awsRequestId)
  const { 'x-request-id': _, ...others } = headers
  return { ...rest, headers: others }
}

/** Every tenant × caller × route, and what it is answered when nobody else calls. */
const requests = tenants.flatMap((tenant) =>
  tenant.callers.flatMap((caller) => ROUTES.map((route) => ({ tenant, caller, route }))),
)

/** The same numbers every time, spread well enough to mix the callers. */
const turn = (n: number) => requests[(n * 7919) % requests.length]

test('300 interleaved requests to one instance each get their own response', async () => {
  const alone = new Map(
    await Promise.all(
      requests.map(
        async (request) => [request, await answer(request.route, request.tenant, request.caller)] as const,
      ),
    ),
  )
  for (const [{ tenant }, { statusCode, headers, body = '' }] of alone) {
    const text = headers['content-encoding'] ? tenant.mark : body
    expect(statusCode).toBe(200)
    expect(text).toContain(tenant.mark)
    expect(text).not.toContain(tenant.rival)
  }
  // Twenty at a time: Lambda gives an instance one request at a time, so this is harder than what it will meet.
  for (let first = 0; first < 300; first += 20)
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const request = turn(first + n)
        if (!request) throw new Error('there is no such request')
        expect(await answer(request.route, request.tenant, request.caller)).toEqual(alone.get(request))
      }),
    )
})

test('a refusal between two responses changes neither', async () => {
  const [ours, theirs] = tenants
  const [route] = ROUTES
  const [caller] = ours?.callers ?? []
  if (!ours || !theirs || !route || !caller) throw new Error('nothing to compare')
  const before = await answer(route, ours, caller)
  const conflict = {
    headers: { ...caller.headers, 'x-public-business-uuid': theirs.shop.business.id },
    query: '',
  }
  expect((await answer(route, ours, conflict)).statusCode).toBe(400)
  expect((await answer(route, ours, { headers: {}, query: '' })).statusCode).toBe(401)
  expect(await answer(route, ours, caller)).toEqual(before)
})

test('responses differ between the tenants in ETag and body', async () => {
  for (const route of ROUTES) {
    const tags = await Promise.all(
      tenants.map(async (tenant) => {
        const [caller] = tenant.callers
        if (!caller) throw new Error('nobody calls')
        return (await answer(route, tenant, caller)).headers.etag
      }),
    )
    expect(new Set(tags).size).toBe(2)
  }
})
