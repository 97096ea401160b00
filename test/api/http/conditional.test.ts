import { createHash, randomUUID } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { makeMarkedShop } from '../../support/public-paths.ts'
import { type Lines, lasting, type Received, send } from '../../support/send.ts'
import { makeToken } from '../../support/shop.ts'

const mark = randomUUID().slice(0, 8)
const shop = await makeMarkedShop(mark)
const asShop: Lines = { 'x-public-business-slug': shop.business.slug }
const withKey: Lines = { authorization: `Bearer ${await makeToken(shop.business)}` }

const CODINGS: Lines[] = [{}, { 'accept-encoding': 'gzip' }, { 'accept-encoding': 'br' }]

const rootOf = (body: Buffer) => createHash('sha256').update(body).digest('base64url').slice(0, 22)
const tagOf = ({ headers }: Received) => String(headers.etag)

/** Every path with a 200 behind it, and one with a link to the next page. */
const PATHS = [...shop.paths, '/products?limit=1']

describe.each(PATHS.map((path) => [path]))('%s', (path) => {
  test('has a strong tag made of its bytes, another one for each coding', async () => {
    const plain = await send(path, asShop)
    expect(tagOf(plain)).toBe(`"${rootOf(plain.body)}"`)
    for (const [coding, decode] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const coded = await send(path, { ...asShop, 'accept-encoding': coding })
      if (coded.headers['content-encoding'] === undefined) {
        expect(lasting(coded)).toEqual(lasting(plain))
        continue
      }
      expect(coded.headers['content-encoding']).toBe(coding)
      expect(decode(coded.body)).toEqual(plain.body)
      expect(tagOf(coded)).toBe(`"${rootOf(plain.body)}-${coding}"`)
    }
  })

  test('returns 304 with its caching headers and nothing else when the client has it', async () => {
    for (const identity of [asShop, withKey])
      for (const coding of CODINGS) {
        const request = { ...identity, ...coding }
        const full = await send(path, request)
        const same = await send(path, { ...request, 'if-none-match': tagOf(full) })
        expect(same.status).toBe(304)
        expect(same.body).toHaveLength(0)
        const {
          'content-type': _a,
          'content-length': _b,
          'content-encoding': _c,
          ...kept
        } = lasting(full).headers
        expect(lasting(same).headers).toEqual(kept)
        expect(same.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      }
  })

  test('is returned to HEAD with the headers of GET and no body', async () => {
    for (const coding of CODINGS)
      for (const identity of [asShop, withKey]) {
        const get = await send(path, { ...identity, ...coding })
        const head = await send(path, { ...identity, ...coding }, 'HEAD')
        // A HEAD may leave out the length (RFC 9110 §9.3.2); the gateway, not the function, would say it.
        const { 'content-length': _a, 'transfer-encoding': _b, ...expected } = lasting(get).headers
        const { 'content-length': _c, 'transfer-encoding': _d, ...actual } = lasting(head).headers
        expect(actual).toEqual(expected)
        expect(head.body).toHaveLength(0)
        const same = await send(path, { ...identity, ...coding, 'if-none-match': tagOf(get) }, 'HEAD')
        expect(same.status).toBe(304)
      }
  })
})

describe('If-None-Match', () => {
  const [path = ''] = shop.paths
  const statusFor = async (ifNoneMatch: string | string[], headers: Lines = {}) =>
    (await send(path, { ...asShop, ...headers, 'if-none-match': ifNoneMatch })).status

  test.each<[string, (tag: string) => string | string[], number]>([
    ['the tag, weak', (tag) => `W/${tag}`, 304],
    ['two lines', (tag) => ['"a"', tag], 304],
    ['another tag', () => '"another"', 200],
  ])('%s', async (_, make, status) => {
    expect(await statusFor(make(tagOf(await send(path, asShop))))).toBe(status)
  })

  test('a tag of one coding is not the tag of another', async () => {
    const tag = tagOf(await send('/categories', asShop))
    const gzip = { ...asShop, 'accept-encoding': 'gzip', 'if-none-match': tag }
    expect((await send('/categories', gzip)).status).toBe(200)
    expect(
      (await send('/categories', { ...asShop, 'if-none-match': tag.replace(/"$/, '-gzip"') })).status,
    ).toBe(200)
  })

  test('never turns a problem into a 304', async () => {
    for (const [query, headers, status] of [
      ['?what=1', asShop, 400],
      ['', {}, 401],
      ['', { 'x-public-business-slug': 'nobody-at-all' }, 404],
    ] as const)
      expect((await send(`/products/none${query}`, { ...headers, 'if-none-match': '*' })).status).toBe(status)
    expect((await send('/products/none', { ...asShop, 'if-none-match': '*' })).status).toBe(404)
  })
})

test('equal bytes have equal tags, different bytes different ones', async () => {
  const answers = await Promise.all(PATHS.flatMap((path) => [send(path, asShop), send(path, asShop)]))
  const tags = new Map<string, Set<string>>()
  for (const answer of answers) {
    const text = answer.body.toString()
    tags.set(text, (tags.get(text) ?? new Set()).add(tagOf(answer)))
  }
  expect([...tags.values()].map((set) => set.size)).toEqual(Array.from(tags, () => 1))
  expect(new Set([...tags.values()].flatMap((set) => [...set])).size).toBe(tags.size)
})
