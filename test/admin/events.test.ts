import { expect, test } from 'vitest'
import { create, makeMerchant, makeShelves, outcome, TEA } from './merchant.ts'
import { eventsOf, itemsThatHold, typesOf } from './table.ts'

test('each change has its event, with the object as it is and the fields as they were', async () => {
  const shop = await makeMerchant()
  const category = await create(shop, '/admin/categories', {
    name: 'Tea',
    id: 'tea',
    metadata: { b: '1', a: '2' },
  })
  const { updated_at, version } = category
  const { body: moved } = await shop.ask('PATCH', '/admin/categories/tea', {
    position: 3,
    metadata: { a: '2', b: '1' },
  })
  const product = await create(shop, '/admin/products', {
    ...TEA,
    sku: 'one',
    metadata: { zz: '1', a: '2', m: '3' },
  })
  const path = `/admin/products/${product.id}`
  const patch = async (change: object) => (await shop.ask('PATCH', path, change)).body
  const published = await patch({ status: 'active', price: 5 })
  const changed = await patch({ metadata: { c: '4' }, sku: null, tags: ['a'] })
  const hidden = await patch({ status: 'archived' })
  const drafted = await patch({ status: 'draft' })
  await shop.ask('DELETE', path)
  const { body: before } = await shop.ask('GET', '/admin/business')
  const { body: business } = await shop.ask('PATCH', '/admin/business', { contact: { phone: '1' } })
  await shop.ask('DELETE', '/admin/categories/tea')

  const was = ({ version, updated_at }: typeof product) => ({ version, updated_at })
  const deleted = (last: typeof product) => ({
    ...last,
    version: last.version + 1,
    updated_at: expect.any(String),
  })
  const happened = (await eventsOf(shop.business.id)).map(({ event }) => event)
  expect(happened.map(({ type, data, previous }) => ({ type, data, previous }))).toEqual([
    { type: 'category.created', data: category, previous: {} },
    { type: 'category.updated', data: moved, previous: { position: 0, updated_at, version } },
    { type: 'product.created', data: product, previous: {} },
    {
      type: 'product.published',
      data: published,
      previous: { ...was(product), status: 'draft', price: 1250 },
    },
    {
      type: 'product.updated',
      data: changed,
      previous: { ...was(published), metadata: product.metadata, sku: 'one', tags: [] },
    },
    { type: 'product.unpublished', data: hidden, previous: { ...was(changed), status: 'active' } },
    { type: 'product.updated', data: drafted, previous: { ...was(hidden), status: 'archived' } },
    { type: 'product.deleted', data: deleted(drafted), previous: {} },
    { type: 'business.updated', data: business, previous: { ...was(before), contact: before.contact } },
    { type: 'category.deleted', data: deleted(moved), previous: {} },
  ])
})

test('metadata in another order does not count as changed', async () => {
  const shop = await makeShelves()
  const put = (body: object) => shop.ask('PUT', '/admin/products/by-external-id/erp', { ...TEA, ...body })
  await put({ metadata: { bb: '1', a: '2', zz: '3' } })
  await put({ metadata: { zz: '3', a: '2', bb: '1' } })
  await put({ metadata: { a: '2', zz: '3', bb: '1' }, price: 1 })
  const happened = (await eventsOf(shop.business.id)).slice(2).map(({ event }) => event)
  expect(happened.map(({ type, previous }) => [type, Object.keys(previous).sort()])).toEqual([
    ['product.created', []],
    ['product.updated', ['price', 'updated_at', 'version']],
  ])
})

test.each<[from: string, to: string, type: string]>([
  ['draft', 'active', 'product.published'],
  ['active', 'archived', 'product.unpublished'],
])('from %s to %s is %s, whichever way it is written', async (from, to, type) => {
  const shop = await makeShelves()
  const fields = { ...TEA, status: from }
  for (const external_id of ['a', 'b', 'c', 'd'])
    await create(shop, '/admin/products', { ...fields, external_id })
  const { id } = (await shop.ask('GET', '/admin/products/by-external-id/a')).body
  await shop.ask('PATCH', `/admin/products/${id}`, { status: to })
  await shop.ask('PUT', '/admin/products/by-external-id/b', { ...TEA, status: to })
  await shop.ask('POST', '/admin/products/bulk', {
    operations: [
      { op: 'update', external_id: 'c', data: { status: to } },
      { op: 'upsert', external_id: 'd', data: { ...TEA, status: to } },
    ],
  })
  expect((await typesOf(shop.business.id)).slice(6)).toEqual([type, type, type, type])
})

test('a product that is born active is created, and one that dies active is deleted', async () => {
  const shop = await makeShelves()
  const { id } = await create(shop, '/admin/products', { ...TEA, status: 'active' })
  await shop.ask('DELETE', `/admin/products/${id}`)
  expect((await typesOf(shop.business.id)).slice(2)).toEqual(['product.created', 'product.deleted'])
})

test('every event is one item that names its business, lives 30 days and holds no token', async () => {
  const shop = await makeShelves()
  const { id } = await create(shop, '/admin/products', TEA)
  await shop.ask('PATCH', `/admin/products/${id}`, { price: 1 }, { 'idempotency-key': 'x' })
  await shop.ask('PATCH', '/admin/business', { name: 'New' })
  const events = await eventsOf(shop.business.id)
  expect(events).toHaveLength(5)
  // The whole table is read for it: one of them is enough.
  const newest = events.at(-1)?.event.id ?? ''
  expect(await itemsThatHold(newest)).toEqual([`BIZ#${shop.business.id}#EVENTS ${newest}`])
  for (const { item, event } of events) {
    expect(event.business_id).toBe(shop.business.id)
    expect(event.id).toMatch(/^evt_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(Object.keys(event)).toEqual([
      'id',
      'type',
      'timestamp',
      'business_id',
      'actor',
      'request_id',
      'data',
      'previous',
    ])
    expect(item).toMatchObject({ sk: event.id, event_type: event.type, object: event.data.id })
    expect(item.ttl).toBe(Math.floor(Date.parse(event.timestamp) / 1000) + 30 * 24 * 60 * 60)
    const kept = JSON.stringify(item)
    expect(kept).not.toContain(shop.token)
    expect(kept).not.toContain('sfk_')
    // The row of the change, which an index has, is in a partition of the same business.
    expect(new Set(kept.match(/BIZ#[^#"]*/g))).toEqual(new Set([`BIZ#${shop.business.id}`]))
  }
})

test('what is refused and what changes nothing has no event', async () => {
  const shop = await makeShelves()
  const product = await create(shop, '/admin/products', {
    ...TEA,
    slug: 'taken',
    external_id: 'erp',
    metadata: { b: '1', a: '2' },
  })
  const path = `/admin/products/${product.id}`
  const before = await eventsOf(shop.business.id)
  const refused: [
    method: string,
    path: string,
    body: object | undefined,
    headers?: Record<string, string>,
  ][] = [
    ['POST', '/admin/products', { ...TEA, slug: 'taken' }],
    ['POST', '/admin/products', { ...TEA, category_id: 'none' }],
    ['POST', '/admin/products', { ...TEA, price: -1 }],
    ['PATCH', path, { price: 1 }, { 'if-match': '"1.1"' }],
    ['PATCH', path, { category_id: 'none' }],
    ['PUT', '/admin/products/by-external-id/erp', TEA, { 'if-none-match': '*' }],
    ['DELETE', path, undefined, { 'if-match': '"1.1"' }],
    ['POST', '/admin/categories', { name: 'Tea', id: 'tea' }],
    ['DELETE', '/admin/categories/tea', undefined],
    ['DELETE', '/admin/categories/none', undefined],
    ['PATCH', '/admin/business', { slug: 'other' }],
  ]
  for (const [method, at, body, headers] of refused)
    expect((await shop.ask(method, at, body, headers)).status, `${method} ${at}`).toBeGreaterThan(399)
  const same: [method: string, path: string, body: object][] = [
    ['PATCH', path, {}],
    ['PATCH', path, { ...product, name: ' Sencha ' }],
    ['PATCH', path, { metadata: { a: '2', c: null } }],
    ['PUT', '/admin/products/by-external-id/erp', product],
    ['PATCH', '/admin/categories/tea', { name: 'tea', image: null }],
    ['PATCH', '/admin/business', { name: 'A shop', contact: { phone: null } }],
    [
      'POST',
      '/admin/products/bulk',
      { operations: [{ op: 'update', id: product.id, data: { price: 1250 } }] },
    ],
  ]
  for (const [method, at, body] of same)
    expect(outcome(await shop.ask(method, at, body)), `${method} ${at}`).toBe('200')
  expect(await eventsOf(shop.business.id)).toEqual(before)
  expect((await shop.ask('GET', path)).body).toEqual(product)
})
