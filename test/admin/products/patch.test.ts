import { beforeAll, describe, expect, test } from 'vitest'
import { create, faults, type Merchant, makeShelves, outcome, TEA } from '../merchant.ts'

let shop: Merchant

beforeAll(async () => {
  shop = await makeShelves()
})

type Members = Record<string, unknown>

/** RFC 7396, appendix A, as far as members may be texts: what is there, the patch, what is there then. */
const APPENDIX: [stored: Members, patch: Members | null, merged: Members][] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: 'foo' }, null, {}],
  [{ e: '' }, { a: '1' }, { e: '', a: '1' }],
  [{}, { a: null }, {}],
  [{ a: 'b' }, {}, { a: 'b' }],
]

const OWNERS: [name: string, path: () => Promise<string>][] = [
  ['product', async () => `/admin/products/${(await create(shop, '/admin/products', TEA)).id}`],
  [
    'category',
    async () => `/admin/categories/${(await create(shop, '/admin/categories', { name: 'C' })).id}`,
  ],
  ['business', async () => '/admin/business'],
]

describe.each(OWNERS)('the metadata of a %s', (_, makePath) => {
  test.each(APPENDIX)('%j patched with %j is %j', async (stored, patch, merged) => {
    const path = await makePath()
    await shop.ask('PATCH', path, { metadata: null })
    const { body: before } = await shop.ask('PATCH', path, { metadata: stored })
    expect(before.metadata).toEqual(stored)
    for (const type of ['application/merge-patch+json', 'application/json']) {
      const { body } = await shop.ask('PATCH', path, { metadata: patch }, { 'content-type': type })
      expect(body.metadata).toEqual(merged)
    }
    expect((await shop.ask('GET', path)).body.metadata).toEqual(merged)
  })

  test.each([[[]], ['text'], [7], [{ a: 7 }], [{ a: {} }], [{ a: ['b'] }]])(
    'takes no %j',
    async (metadata) => {
      const path = await makePath()
      await shop.ask('PATCH', path, { metadata: { a: 'b' } })
      expect(outcome(await shop.ask('PATCH', path, { metadata }))).toBe('422 validation_failed')
      expect((await shop.ask('GET', path)).body.metadata).toEqual({ a: 'b' })
    },
  )
})

test('the contact of a business merges member by member, and null empties', async () => {
  const patch = async (contact: unknown) =>
    (await shop.ask('PATCH', '/admin/business', { contact })).body.contact
  const nobody = { email: null, phone: null, website: null, address: null }
  expect(await patch({ email: 'a@b.example', phone: '1' })).toEqual({
    ...nobody,
    email: 'a@b.example',
    phone: '1',
  })
  expect(await patch({ phone: null, website: 'https://a.example' })).toEqual({
    ...nobody,
    email: 'a@b.example',
    website: 'https://a.example',
  })
  expect(await patch({})).toMatchObject({ email: 'a@b.example' })
  expect(await patch(null)).toEqual(nobody)
})

test('the image of a category merges: a new text for the same picture, never a text without a picture', async () => {
  const { id } = await create(shop, '/admin/categories', { name: 'Pictured' })
  const patch = (image: unknown) => shop.ask('PATCH', `/admin/categories/${id}`, { image })
  const [url, other] = ['https://img.example/a', 'https://img.example/b']
  expect(faults(await patch({ alt: 'x' }))).toEqual(['/image/url required'])
  expect((await patch({ url })).body.image).toEqual({ url, alt: '' })
  expect((await patch({ alt: 'x' })).body.image).toEqual({ url, alt: 'x' })
  expect((await patch({ url: other })).body.image).toEqual({ url: other, alt: 'x' })
  expect((await patch({ alt: null })).body.image).toEqual({ url: other, alt: '' })
  expect(faults(await patch({ url: null }))).toEqual(['/image/url required'])
  expect(faults(await patch({ size: 1 }))).toEqual(['/image/size unknown_field'])
  expect((await patch(null)).body.image).toBeNull()
})

test('lists are replaced whole', async () => {
  const [a, b] = [
    { url: 'https://img.example/a', alt: 'A' },
    { url: 'https://img.example/b', alt: '' },
  ]
  const { id } = await create(shop, '/admin/products', { ...TEA, tags: ['x', 'y'], images: [a, b] })
  const patch = async (change: object) => (await shop.ask('PATCH', `/admin/products/${id}`, change)).body
  expect(await patch({ tags: ['z'] })).toMatchObject({ tags: ['z'], images: [a, b] })
  expect(await patch({ images: [{ url: b.url }] })).toMatchObject({ tags: ['z'], images: [b] })
  expect(await patch({ tags: [], images: null })).toMatchObject({ tags: [], images: [] })
})

test('what a patch does not name stays, and null brings back what a new product would have', async () => {
  const full = {
    ...TEA,
    description: 'd',
    is_available: false,
    compare_at_price: 9000,
    slug: 'full',
    position: 7,
    images: [{ url: 'https://img.example/', alt: '' }],
    tags: ['t'],
    status: 'active',
    sku: 'full',
    external_id: 'full',
    cost: 3,
    metadata: { a: 'b' },
  }
  const product = await create(shop, '/admin/products', full)
  expect(product).toMatchObject(full)
  const path = `/admin/products/${product.id}`
  const { body: patched } = await shop.ask('PATCH', path, { name: 'Gyokuro' })
  expect(patched).toEqual({ ...product, name: 'Gyokuro', version: 2, updated_at: patched.updated_at })
  const defaults = {
    description: '',
    compare_at_price: null,
    images: [],
    tags: [],
    position: 0,
    sku: null,
    external_id: null,
    cost: null,
    metadata: {},
  }
  const nothing = Object.fromEntries(Object.keys(defaults).map((name) => [name, null]))
  const { body: emptied } = await shop.ask('PATCH', path, nothing)
  expect(emptied).toMatchObject({ ...full, name: 'Gyokuro', ...defaults, version: 3 })
  expect(
    outcome(await shop.ask('POST', '/admin/products', { ...TEA, sku: 'full', external_id: 'full' })),
  ).toBe('201')
})

test.each([
  ['in the patch', { price: 100, compare_at_price: 99 }, false],
  ['in the patch, equal', { price: 100, compare_at_price: 100 }, true],
  ['against the stored price', { compare_at_price: 1249 }, false],
  ['against the stored price, equal', { compare_at_price: 1250 }, true],
  ['by a price above the stored comparison', { price: 2001 }, false],
  ['by a price that meets it', { price: 2000 }, true],
  ['by a price above it that takes it away', { price: 2001, compare_at_price: null }, true],
  ['by both moved', { price: 5000, compare_at_price: 6000 }, true],
])('a compare_at_price is judged by the merged product: %s', async (_, change, isRight) => {
  const product = await create(shop, '/admin/products', { ...TEA, compare_at_price: 2000 })
  const path = `/admin/products/${product.id}`
  const answer = await shop.ask('PATCH', path, change)
  if (isRight) expect(answer.body).toMatchObject(change)
  else expect(faults(answer)).toEqual(['/compare_at_price invalid'])
  const { body } = await shop.ask('GET', path)
  expect(body).toEqual(isRight ? answer.body : product)
})

test('a write that changes nothing keeps version and time, whatever the order it is written in', async () => {
  const fields = { metadata: { b: '1', a: '2' }, images: [{ url: 'https://img.example/', alt: 'x' }] }
  const product = await create(shop, '/admin/products', { ...TEA, ...fields, external_id: 'same' })
  const path = `/admin/products/${product.id}`
  for (const same of [
    {},
    product,
    { name: '\u00a0Sencha ' },
    { price: 1250.0 },
    { metadata: { a: '2', b: '1', c: null } },
    { images: [{ alt: 'x', url: 'https://img.example/' }] },
  ])
    expect((await shop.ask('PATCH', path, same)).body).toEqual(product)
  const put = (body: object) => shop.ask('PUT', '/admin/products/by-external-id/same', body)
  expect((await put({ ...TEA, ...fields, metadata: { a: '2', b: '1' } })).body).toEqual(product)
  expect((await put({ ...TEA, ...fields, tags: ['new'] })).body.version).toBe(2)
})
