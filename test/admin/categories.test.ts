import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { callAs, listOf } from '../support/shop.ts'
import { create, faults, type Merchant, makeMerchant, outcome, TEA } from './merchant.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeMerchant()
})

const ORDER = [
  'id',
  'name',
  'description',
  'parent_id',
  'position',
  'is_listed',
  'image',
  'created_at',
  'updated_at',
  'metadata',
  'version',
]

test('a category is made with defaults, read, changed and shown', async () => {
  const made = await shop.ask('POST', '/admin/categories', { name: ' Thé Vért ' })
  const { body } = made
  expect(made.status).toBe(201)
  expect(made.headers.get('location')).toBe('/api/v1/admin/categories/the-vert')
  expect(made.headers.get('etag')).toBe(`"${Date.parse(body.created_at)}.1"`)
  expect(Object.keys(body)).toEqual(ORDER)
  expect(body).toEqual({
    id: 'the-vert',
    name: 'Thé Vért',
    description: '',
    parent_id: null,
    position: 0,
    is_listed: true,
    image: null,
    metadata: {},
    version: 1,
    created_at: body.created_at,
    updated_at: body.created_at,
  })
  const path = '/admin/categories/the-vert'
  expect((await shop.ask('GET', path)).body).toEqual(made.body)
  const change = {
    name: 'Tea',
    position: 3,
    image: { url: 'https://img.example/', alt: 'x' },
    metadata: { a: 'b' },
  }
  const changed = await shop.ask('PATCH', path, change)
  expect(changed.body).toEqual({ ...body, ...change, version: 2, updated_at: changed.body.updated_at })
  const read = await shop.ask('GET', path)
  expect(read.body).toEqual(changed.body)
  for (const { headers } of [made, changed, read]) {
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  }
  const { metadata: _m, version: _v, ...shown } = changed.body
  expect(await (await callAs(shop.business, '/categories/the-vert')).json()).toEqual(shown)
  const head = await shop.ask('HEAD', path)
  expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', read.headers.get('etag')])
})

test('an id is given or made; a given one that is taken or no slug is refused', async () => {
  const ids: string[] = []
  for (let n = 0; n < 6; n++) ids.push((await create(shop, '/admin/categories', { name: 'Tea' })).id)
  expect(ids.slice(0, 5)).toEqual(['tea', 'tea-2', 'tea-3', 'tea-4', 'tea-5'])
  expect(ids[5]).toMatch(/^tea-[a-z0-9]{6}$/)
  expect((await create(shop, '/admin/categories', { name: 'Tea', id: 'given' })).id).toBe('given')
  for (const id of ['given', 'tea'])
    expect(outcome(await shop.ask('POST', '/admin/categories', { name: 'X', id }))).toBe(
      '409 category_exists',
    )
  for (const id of ['tree', 'A', null])
    expect(faults(await shop.ask('POST', '/admin/categories', { name: 'X', id }))).toEqual(['/id invalid'])
  expect((await create(shop, '/admin/categories', { name: 'Tree' })).id).toBe('tree-2')
  expect((await create(shop, '/admin/categories', { name: '茶' })).id).toMatch(/^c-[a-z0-9]{6}$/)
})

test('a category is deleted only when no product of any status is in it', async () => {
  await create(shop, '/admin/categories', { name: 'Tea', id: 'tea' })
  await create(shop, '/admin/categories', { name: 'Pots', id: 'pots' })
  const { id } = await create(shop, '/admin/products', TEA)
  const remove = async () => outcome(await shop.ask('DELETE', '/admin/categories/tea'))
  for (const status of ['draft', 'active', 'archived']) {
    await shop.ask('PATCH', `/admin/products/${id}`, { status })
    expect(await remove()).toBe('409 category_not_empty')
  }
  await shop.ask('PATCH', `/admin/products/${id}`, { category_id: 'pots' })
  expect(await remove()).toBe('204')
  expect(outcome(await shop.ask('DELETE', '/admin/categories/pots'))).toBe('409 category_not_empty')
  await shop.ask('DELETE', `/admin/products/${id}`)
  expect(outcome(await shop.ask('DELETE', '/admin/categories/pots'))).toBe('204')
  expect((await listOf(shop.business, '/categories')).count).toBe(0)
  expect(faults(await shop.ask('POST', '/admin/products', TEA))).toEqual(['/category_id invalid'])
  await create(shop, '/admin/categories', { name: 'Tea', id: 'tea' })
  expect(outcome(await shop.ask('POST', '/admin/products', TEA))).toBe('201')
})

test('another id, or a text that cannot be an id, is 404', async () => {
  await create(shop, '/admin/categories', { name: 'Tea' })
  for (const id of ['none', randomUUID(), 'a%2Fb'])
    for (const [method, body] of [['GET'], ['PATCH', { position: 1 }], ['DELETE']] as const)
      expect(outcome(await shop.ask(method, `/admin/categories/${id}`, body))).toBe('404 category_not_found')
})

test('the list shows all of them by id, page by page', async () => {
  const ids = ['a', 'a-b', 'a0', 'b', 'zz', '0']
  for (const id of ids) await create(shop, '/admin/categories', { name: id.toUpperCase(), id })
  const whole = await shop.ask('GET', '/admin/categories')
  expect(whole.body).toMatchObject({ count: 6, has_more: false, next_cursor: null })
  expect(Object.keys(whole.body)).toEqual(['data', 'count', 'has_more', 'next_cursor'])
  expect(whole.body.data.map(({ id }) => id)).toEqual(ids.toSorted())
  for (const item of whole.body.data)
    expect((await shop.ask('GET', `/admin/categories/${item.id}`)).body).toEqual(item)
  for (const limit of [1, 4, 6]) {
    const seen: unknown[] = []
    let path: string | null = `/admin/categories?limit=${limit}`
    while (path) {
      const { body, headers }: Awaited<ReturnType<typeof shop.ask>> = await shop.ask('GET', path)
      seen.push(...body.data)
      const next: string | undefined = headers.get('link')?.match(/^<(\?.+)>; rel="next"$/)?.[1]
      expect(next !== undefined).toBe(body.has_more)
      path = next ? `/admin/categories${next}` : null
    }
    expect(seen).toEqual(whole.body.data)
  }
})

test('the list refuses values that its parameters cannot have, and other parameters', async () => {
  for (const [query, expected] of [
    ['limit=201', '400 invalid_parameter'],
    ['cursor=x', '400 invalid_cursor'],
    ['sort=name', '400 unknown_parameter'],
  ])
    expect(outcome(await shop.ask('GET', `/admin/categories?${query}`))).toBe(expected)
})
