import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeMarkedShop } from '../../support/public-paths.ts'
import { lasting, send } from '../../support/send.ts'
import { SharedCache, textOf } from '../../support/shared-cache.ts'
import { makeToken } from '../../support/shop.ts'

const shops = await Promise.all(
  [randomUUID(), randomUUID()].map(async (id) => {
    const mark = id.slice(0, 8)
    const { business, paths } = await makeMarkedShop(mark)
    return { mark, business, paths, key: await makeToken(business) }
  }),
)
type Shop = (typeof shops)[number]

interface Caller {
  /** The shop whose data it is allowed to see; null when it must be refused. */
  shop: Shop | null
  query: string
  headers: Record<string, string>
}

/** Every way to say who one is, all of them with the same URLs where they can. */
const callers: Caller[] = [
  ...shops.flatMap((shop, n): Caller[] => {
    const rival = shops[1 - n]
    if (!rival) throw new Error('one shop is not enough')
    const { slug, id } = shop.business
    const authorization = `Bearer ${shop.key}`
    return [
      { shop, query: '', headers: { 'x-public-business-slug': slug } },
      { shop, query: '', headers: { 'x-public-business-uuid': id } },
      { shop, query: '', headers: { 'x-public-business-slug': slug, 'x-public-business-uuid': id } },
      { shop, query: '', headers: { authorization } },
      { shop, query: '', headers: { authorization, 'x-public-business-slug': slug } },
      { shop, query: `business=${slug}`, headers: {} },
      { shop, query: `business=${id}`, headers: {} },
      { shop, query: `business=${slug}`, headers: { 'x-public-business-slug': slug } },
      { shop, query: `business=${slug}`, headers: { authorization } },
      { shop: null, query: `business=${slug}`, headers: { 'x-public-business-slug': rival.business.slug } },
      { shop: null, query: `business=${slug}`, headers: { 'x-public-business-uuid': rival.business.id } },
      { shop: null, query: `business=${slug}`, headers: { authorization: `Bearer ${rival.key}` } },
      { shop: null, query: `business=${slug}`, headers: { authorization: 'Bearer bad' } },
      { shop: null, query: `business=${slug}`, headers: { 'x-public-business-slug': '' } },
    ]
  }),
  { shop: null, query: '', headers: {} },
  { shop: null, query: '', headers: { authorization: '' } },
  { shop: null, query: '', headers: { 'x-public-business-slug': '' } },
]

const paths = [...new Set(shops.flatMap((shop) => shop.paths)), '/products?limit=1', '/products?what=1']
const codings: Record<string, string>[] = [{}, { 'accept-encoding': 'gzip' }]

const requests = callers.flatMap((caller, n) =>
  paths.map((path, at) => ({
    caller,
    path: caller.query ? `${path}${path.includes('?') ? '&' : '?'}${caller.query}` : path,
    // Callers with the same URL take turns with the codings of it.
    headers: { ...caller.headers, ...codings[(n + at) % 2] },
  })),
)

const rivals = (shop: Shop | null) => shops.filter((other) => other !== shop).map(({ mark }) => mark)

test('nobody behind one cache gets what is another’s, and everybody comes twice', async () => {
  const cache = new SharedCache()
  for (let n = 0; n < 2 * requests.length; n++) {
    // A prime step mixes the callers and leaves nobody out.
    const request = requests[(n * 7919) % requests.length]
    if (!request) throw new Error('there is no such request')
    const { caller, path, headers } = request
    const { answer, isHit } = await cache.send(path, headers, n % 5 === 0 ? 'HEAD' : 'GET')
    const text = textOf(answer)
    for (const mark of rivals(caller.shop)) expect(text).not.toContain(mark)
    if (!caller.shop) expect(answer.status).toBeGreaterThanOrEqual(400)
    if (caller.headers.authorization !== undefined) expect(isHit).toBe(false)
    if (isHit) expect(lasting(answer)).toEqual(lasting(await send(path, headers)))
  }
  expect(cache.hits).toBeGreaterThan(50)
  for (const { request, answer } of cache.stored()) {
    expect(request.authorization).toBeUndefined()
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).not.toContain('private')
  }
})

test('a response to a key is private, a response to the public is for everybody', async () => {
  for (const shop of shops)
    for (const path of shop.paths) {
      const keyed = await send(path, { authorization: `Bearer ${shop.key}` })
      const open = await send(path, { 'x-public-business-slug': shop.business.slug })
      expect(keyed.headers['cache-control']).toBe('private, no-store')
      expect(open.headers['cache-control']).toBe('public, max-age=30, s-maxage=60, stale-while-revalidate=30')
      expect(keyed.body).toEqual(open.body)
      for (const { headers } of [keyed, open])
        expect(headers.vary).toBe(
          'Accept-Encoding, Authorization, x-public-business-slug, x-public-business-uuid',
        )
    }
})
