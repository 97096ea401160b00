import { beforeEach, expect, test } from 'vitest'
import { create, type Merchant, makeShelves, outcome, TEA } from '../merchant.ts'

let shop: Merchant
let paths: [path: string, change: object][]
beforeEach(async () => {
  shop = await makeShelves()
  const { id } = await create(shop, '/admin/products', { ...TEA, external_id: 'erp' })
  paths = [
    [`/admin/products/${id}`, { price: 1 }],
    ['/admin/products/by-external-id/erp', { price: 2 }],
    ['/admin/categories/tea', { position: 1 }],
    ['/admin/business', { name: 'New' }],
  ]
})

const read = (path: string, tags: string, method = 'GET') =>
  shop.ask(method, path, undefined, { 'if-none-match': tags })

test('a reader who has an object as it is gets 304 with its tag and nothing else', async () => {
  const rateLimits: (string | null)[] = []
  for (const [path, change] of paths) {
    const whole = await shop.ask('GET', path)
    const tag = whole.headers.get('etag') ?? ''
    for (const tags of [tag, '*'])
      for (const method of ['GET', 'HEAD']) {
        const answer = await read(path, tags, method)
        expect([answer.status, answer.text], `${path} ${tags}`).toEqual([304, ''])
        for (const name of ['etag', 'cache-control'])
          expect(answer.headers.get(name)).toBe(whole.headers.get(name))
        rateLimits.push(answer.headers.get('ratelimit'))
      }
    expect(JSON.parse((await read(path, '"1.1"')).text)).toEqual(whole.body)
    await shop.ask('PATCH', path, change)
    expect((await read(path, tag)).status).toBe(200)
  }
  // A request goes on without it when the table needs more than 0.8 s, as on a busy machine.
  expect(rateLimits).toContainEqual(expect.stringMatching(/r=\d/))
})

test('an object that is not there is 404 whatever the reader has, and a malformed tag is refused', async () => {
  expect(outcome(await read('/admin/categories/none', '*'))).toBe('404 category_not_found')
  expect(outcome(await read('/admin/categories/tea', 'x'))).toBe('400 invalid_header')
})

test('a key and a list are always sent: their tag does not name all of them', async () => {
  const { body, headers } = await shop.ask('GET', '/admin/api-keys/current')
  for (const path of ['/admin/api-keys/current', `/admin/api-keys/${body.id}`, '/admin/products'])
    for (const tags of ['*', headers.get('etag') ?? '']) expect((await read(path, tags)).status).toBe(200)
})
