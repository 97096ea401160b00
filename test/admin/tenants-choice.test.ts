import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listIdentity, makeCursor } from '../../lib/api/http/lists/cursor.ts'
import { ADMIN, bodyFor, makeMarked } from './marked-shop.ts'
import { create, outcome, TEA } from './merchant.ts'
import { everythingOf } from './table.ts'
import { WRITES } from './write-paths.ts'

const ours = await makeMarked(randomUUID().slice(0, 8))
const theirs = await makeMarked(randomUUID().slice(0, 8))

test('a forged cursor moves only within the caller’s own list', async () => {
  const { id } = ours.business
  for (const position of ['0', theirs.product.id, `BIZ#${theirs.business.id}`, '\u0000a', '\u{10ffff}z']) {
    const lists = [
      ['/admin/categories?', makeCursor(position, listIdentity(id, '/admin/categories', {}))],
      ...['created_at', '-created_at'].map((sort) => [
        `/admin/products?sort=${sort}&`,
        makeCursor(position, listIdentity(id, '/admin/products', { sort })),
      ]),
    ]
    for (const [path, cursor] of lists) {
      const answer = await ours.ask('GET', `${path}cursor=${cursor}`)
      expect([answer.status, answer.text.includes(theirs.mark)]).toEqual([200, false])
    }
  }
})

test('nothing of another business is in any list or object', async () => {
  for (const path of [
    '/admin/business',
    '/admin/products',
    '/admin/products?sort=-created_at',
    '/admin/categories',
  ]) {
    const { text } = await ours.ask('GET', path)
    expect(text).toContain(ours.mark)
    expect(text).not.toContain(theirs.mark)
    expect(text).not.toContain(theirs.business.id)
  }
})

test('the names of theirs are free for others', async () => {
  // A business of its own: its feed soon shows these names.
  const other = await makeMarked(randomUUID().slice(0, 8))
  const { slug, sku, external_id } = theirs.product
  const twin = { ...TEA, category_id: `shelf-${other.mark}`, slug, sku, external_id }
  const before = await everythingOf(theirs.business.id)
  const own = await create(other, '/admin/products', twin)
  expect(
    outcome(await other.ask('PUT', `/admin/products/by-external-id/${external_id}`, { ...twin, price: 1 })),
  ).toBe('200')
  expect(outcome(await other.ask('DELETE', `/admin/products/${own.id}`))).toBe('204')
  expect(await everythingOf(theirs.business.id)).toEqual(before)
})

const CHOICES = ['business_id', 'business', 'tenant', 'x-public-business-id']

test('no parameter, field or header of any path chooses a business', async () => {
  const before = await everythingOf(theirs.business.id)
  for (const [n, route] of ADMIN.entries()) {
    const path = route.path.replace('{external_id}', 'erp').replace('{id}', ours.product.id)
    const name = CHOICES[n % CHOICES.length] ?? ''
    const query = await ours.ask(route.method, `${path}?${name}=${theirs.business.id}`, bodyFor(route, ours))
    expect([query.status, query.body.code], `${route.method} ${path}`).toEqual([400, 'unknown_parameter'])
    if (WRITES.some(({ method, path }) => method === route.method && path === route.path)) {
      const field = await ours.ask(route.method, path, { [name]: theirs.business.id })
      expect(field.status, `${route.method} ${path}`).toBe(422)
      expect(field.body.errors).toContainEqual(
        expect.objectContaining({ pointer: `/${name}`, code: 'unknown_field' }),
      )
    }
    if (route.method !== 'GET') continue
    const hints = { business_id: theirs.business.id, 'x-tenant-id': theirs.business.id }
    expect((await ours.ask('GET', path, undefined, hints)).text).not.toContain(theirs.mark)
  }
  expect(await everythingOf(theirs.business.id)).toEqual(before)
})
