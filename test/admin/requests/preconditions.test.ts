import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { create, type Merchant, makeShelves, outcome, TEA } from '../merchant.ts'
import { everythingOf } from '../table.ts'

let shop: Merchant
/** The path of an object, and its tag now. */
let objects: { path: string; method: string; change: object }[]

beforeEach(async () => {
  shop = await makeShelves()
  const { id } = await create(shop, '/admin/products', { ...TEA, external_id: 'erp' })
  objects = [
    { method: 'PATCH', path: `/admin/products/${id}`, change: { price: 1 } },
    { method: 'PUT', path: '/admin/products/by-external-id/erp', change: { ...TEA, price: 2 } },
    { method: 'PATCH', path: '/admin/products/by-external-id/erp', change: { price: 3 } },
    { method: 'PATCH', path: '/admin/categories/tea', change: { position: 1 } },
    { method: 'PATCH', path: '/admin/business', change: { name: 'New' } },
    { method: 'DELETE', path: '/admin/categories/pots', change: {} },
    { method: 'DELETE', path: `/admin/products/${id}`, change: {} },
  ]
})

const tagOf = async (path: string) => (await shop.ask('GET', path)).headers.get('etag') ?? ''

/** The outcome of a write of an object with an `If-Match`. */
async function under(object: (typeof objects)[number], ifMatch: string): Promise<string> {
  const { method, path, change } = object
  return outcome(
    await shop.ask(method, path, method === 'DELETE' ? undefined : change, { 'if-match': ifMatch }),
  )
}

describe('If-Match', () => {
  test('the tag names time of creation and version, on reads, writes and HEAD alike', async () => {
    for (const { method, path, change } of objects.slice(0, 5)) {
      const read = await shop.ask('GET', path)
      const { created_at, version } = read.body
      expect(read.headers.get('etag')).toBe(`"${Date.parse(created_at)}.${version}"`)
      expect((await shop.ask('HEAD', path)).headers.get('etag')).toBe(read.headers.get('etag'))
      const written = await shop.ask(method, path, change)
      expect(written.headers.get('etag')).toBe(`"${Date.parse(created_at)}.${version + 1}"`)
      expect(await tagOf(path)).toBe(written.headers.get('etag'))
    }
  })

  test('a stale, weak, foreign or unquoted tag lets nothing through', async () => {
    const before = await everythingOf(shop.business.id)
    for (const object of objects) {
      const tag = await tagOf(object.path)
      const next = tag.replace(/\.(\d+)"$/, (_, version) => `.${Number(version) + 1}"`)
      for (const stale of [next, `"x", W/${tag}, ${next}`])
        expect(await under(object, stale), `${object.method} ${stale}`).toBe('412 precondition_failed')
      expect(await under(object, tag.slice(1, -1)), object.method).toBe('400 invalid_header')
    }
    expect(await everythingOf(shop.business.id)).toEqual(before)
  })

  test.each([
    ['any', () => '*'],
    ['a list that holds the tag', (tag: string) => `"x.1",${tag} , W/"y"`],
  ])('%s lets a write through', async (_, headerFor) => {
    for (const object of objects)
      expect(await under(object, headerFor(await tagOf(object.path)))).toBe(
        object.method === 'DELETE' ? '204' : '200',
      )
  })

  test('is checked before the rules that depend on stored objects', async () => {
    const path = objects[0]?.path ?? ''
    await shop.ask('PATCH', path, { price: 10, compare_at_price: 20 })
    for (const change of [{ price: 30 }, { version: 77 }, { category_id: 'nothing' }]) {
      expect(await under({ method: 'PATCH', path, change }, '"1.1"')).toBe('412 precondition_failed')
      expect(await under({ method: 'PATCH', path, change }, '*')).toBe('422 validation_failed')
    }
    const kept = { method: 'DELETE', path: '/admin/categories/tea', change: {} }
    expect(await under(kept, '"1.1"')).toBe('412 precondition_failed')
    expect(await under(kept, '*')).toBe('409 category_not_empty')
  })

  test('a write that changes nothing is held to it all the same, and keeps the tag', async () => {
    for (const { method, path } of objects.slice(0, 5)) {
      const { body, headers } = await shop.ask('GET', path)
      const tag = headers.get('etag') ?? ''
      expect(await under({ method, path, change: body }, '"1.1"')).toBe('412 precondition_failed')
      expect(await under({ method, path, change: body }, tag)).toBe('200')
      expect(await tagOf(path)).toBe(tag)
    }
  })
})

test('an object that does not exist is not found, whatever the precondition', async () => {
  for (const ifMatch of ['*', '"1.1"'])
    for (const [method, path, change] of [
      ['PATCH', `/admin/products/${randomUUID()}`, { price: 1 }],
      ['DELETE', `/admin/products/${randomUUID()}`, {}],
      ['PUT', '/admin/products/by-external-id/none', TEA],
      ['PATCH', '/admin/products/by-external-id/none', TEA],
      ['PATCH', '/admin/categories/none', { position: 1 }],
      ['DELETE', '/admin/categories/none', {}],
    ] as const)
      expect(await under({ method, path, change }, ifMatch), path).toMatch(
        /^404 (product|category)_not_found$/,
      )
})

describe('If-None-Match: * of an external id', () => {
  const path = '/admin/products/by-external-id/new'
  const onlyNew = { 'if-none-match': '*' }

  test.each(['PUT', 'PATCH'])('on a %s creates, and only creates', async (method) => {
    const created = await shop.ask(method, path, TEA, onlyNew)
    expect(outcome(created)).toBe('201')
    const before = await everythingOf(shop.business.id)
    for (const body of [TEA, { ...TEA, price: 1 }, { ...TEA, version: 9 }])
      expect(outcome(await shop.ask(method, path, body, onlyNew))).toBe('412 precondition_failed')
    expect(await everythingOf(shop.business.id)).toEqual(before)
    const { body } = created
    expect((await shop.ask('GET', path)).body).toEqual(body)
    await shop.ask('DELETE', `/admin/products/${body.id}`)
    expect(outcome(await shop.ask(method, path, TEA, onlyNew))).toBe('201')
  })

  test('and a malformed one is refused', async () => {
    expect(outcome(await shop.ask('PUT', path, TEA, { 'if-none-match': 'new' }))).toBe('400 invalid_header')
  })

  test('together with If-Match nothing passes', async () => {
    const both = { ...onlyNew, 'if-match': '*' }
    expect(outcome(await shop.ask('PUT', path, TEA, both))).toBe('404 product_not_found')
    await shop.ask('PUT', path, TEA)
    expect(outcome(await shop.ask('PUT', path, TEA, both))).toBe('412 precondition_failed')
  })
})

test('an object that is deleted and made again never has an old tag', async () => {
  const tags = new Set<string>()
  for (let round = 0; round < 3; round++) {
    await create(shop, '/admin/categories', { name: 'Again', id: 'again' })
    await shop.ask('PUT', '/admin/products/by-external-id/again', TEA)
    for (const path of ['/admin/categories/again', '/admin/products/by-external-id/again']) {
      const tag = await tagOf(path)
      expect(tags).not.toContain(`${path} ${tag}`)
      tags.add(`${path} ${tag}`)
    }
    const { body } = await shop.ask('GET', '/admin/products/by-external-id/again')
    await shop.ask('DELETE', `/admin/products/${body.id}`)
    await shop.ask('DELETE', '/admin/categories/again')
  }
})
