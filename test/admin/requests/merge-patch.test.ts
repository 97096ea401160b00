import { beforeAll, expect, test } from 'vitest'
import { create, faults, type Merchant, makeShelves, outcome, TEA } from '../merchant.ts'

let shop: Merchant

beforeAll(async () => {
  shop = await makeShelves()
})

test.each([
  ['product', async () => `/admin/products/${(await create(shop, '/admin/products', TEA)).id}`],
  [
    'category',
    async () => `/admin/categories/${(await create(shop, '/admin/categories', { name: 'C' })).id}`,
  ],
  ['business', async () => '/admin/business'],
])(
  'the metadata of a %s merges by both media types, and what is none changes nothing',
  async (_, makePath) => {
    const path = await makePath()
    const patch = (metadata: unknown, type = 'application/json') =>
      shop.ask('PATCH', path, { metadata }, { 'content-type': type })
    expect((await patch({ a: 'b', c: 'd' })).body.metadata).toEqual({ a: 'b', c: 'd' })
    const merged = await patch({ a: null, e: 'f' }, 'application/merge-patch+json')
    expect(merged.body.metadata).toEqual({ c: 'd', e: 'f' })
    expect(outcome(await patch({ a: 7 }))).toBe('422 validation_failed')
    expect((await shop.ask('GET', path)).body.metadata).toEqual({ c: 'd', e: 'f' })
    expect((await patch(null)).body.metadata).toEqual({})
  },
)

test('the contact of a business merges member by member, and null empties', async () => {
  const patch = async (contact: unknown) =>
    (await shop.ask('PATCH', '/admin/business', { contact })).body.contact
  const nobody = { email: null, phone: null, website: null, address: null }
  await patch({ email: 'a@b.example', phone: '1' })
  const merged = { ...nobody, email: 'a@b.example', website: 'https://a.example' }
  expect(await patch({ phone: null, website: 'https://a.example' })).toEqual(merged)
  expect(await patch(null)).toEqual(nobody)
})

test('the image of a category merges: a new text for the same picture, never a text without a picture', async () => {
  const { id } = await create(shop, '/admin/categories', { name: 'Pictured' })
  const patch = (image: unknown) => shop.ask('PATCH', `/admin/categories/${id}`, { image })
  const url = 'https://img.example/a'
  expect(faults(await patch({ alt: 'x' }))).toEqual(['/image/url required'])
  expect((await patch({ url })).body.image).toEqual({ url, alt: '' })
  expect((await patch({ alt: 'x' })).body.image).toEqual({ url, alt: 'x' })
  expect(faults(await patch({ url: null }))).toEqual(['/image/url required'])
})

test('a compare_at_price is checked with the merged product', async () => {
  const product = await create(shop, '/admin/products', { ...TEA, compare_at_price: 2000 })
  const path = `/admin/products/${product.id}`
  for (const change of [{ compare_at_price: 1249 }, { price: 2001 }])
    expect(faults(await shop.ask('PATCH', path, change))).toEqual(['/compare_at_price invalid'])
  expect((await shop.ask('GET', path)).body).toEqual(product)
  const change = { price: 2001, compare_at_price: null }
  expect((await shop.ask('PATCH', path, change)).body).toMatchObject(change)
})

test('a write that changes nothing keeps version and time, whatever the order it is written in', async () => {
  const fields = { metadata: { b: '1', a: '2' }, images: [{ url: 'https://img.example/', alt: 'x' }] }
  const product = await create(shop, '/admin/products', { ...TEA, ...fields, external_id: 'same' })
  const path = `/admin/products/${product.id}`
  for (const same of [
    {},
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
