import { expect, test } from 'vitest'
import { callAs } from '../support/shop.ts'
import { faults, makeMerchant, outcome } from './merchant.ts'
import { publicly } from './variants/shirts.ts'

const shop = await makeMerchant({ metadata: { a: 'b' }, contact: { email: 'a@b.example' } })

const ORDER = [
  'id',
  'slug',
  'name',
  'description',
  'logo_url',
  'currency',
  'locale',
  'timezone',
  'country',
  'contact',
  'social_links',
  'product_url_template',
  'status',
  'metadata',
  'version',
  'created_at',
  'updated_at',
]

test('the owner sees all of the business, and HEAD says the same', async () => {
  const answer = await shop.ask('GET', '/admin/business', undefined, { 'accept-encoding': 'gzip' })
  expect(answer.status).toBe(200)
  expect(Object.keys(answer.body)).toEqual(ORDER)
  expect(Object.keys(Object(answer.body.contact))).toEqual(['email', 'phone', 'website', 'address'])
  expect(answer.body).toMatchObject({ ...shop.business, contact: { email: 'a@b.example' }, status: 'active' })
  expect(answer.headers.get('etag')).toBe(`"${Date.parse(answer.body.created_at)}.1"`)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  for (const name of ['access-control-allow-origin', 'content-encoding', 'location'])
    expect(answer.headers.get(name)).toBeNull()
  const head = await shop.ask('HEAD', '/admin/business')
  expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', answer.headers.get('etag')])
})

test('a patch changes what is named, is read at once and shown to the public', async () => {
  const { body: before } = await shop.ask('GET', '/admin/business')
  const change = {
    name: 'Our shop',
    description: 'Tea.',
    logo_url: 'https://img.example/logo',
    locale: 'de-CH',
    timezone: 'Europe/Zurich',
    country: 'CH',
    social_links: ['https://social.example/us'],
    metadata: { c: 'd' },
    product_url_template: 'https://shop.example/{slug}',
  }
  const answer = await shop.ask('PATCH', '/admin/business', change)
  const { updated_at } = answer.body
  expect(answer.body).toEqual({ ...before, ...change, metadata: { a: 'b', c: 'd' }, version: 2, updated_at })
  expect(answer.headers.get('etag')).toBe(`"${Date.parse(answer.body.created_at)}.2"`)
  expect((await shop.ask('GET', '/admin/business')).body).toEqual(answer.body)
  const { status: _s, metadata: _m, version: _v, created_at: _c, updated_at: _u, ...shown } = answer.body
  expect(await (await callAs(shop.business, '/business')).json()).toEqual(shown)
})

test('all faults are named, and nothing is changed', async () => {
  const { body: before } = await shop.ask('GET', '/admin/business')
  const wrong = { name: '', timezone: 'Europe/Nowhere', country: 'XX', contact: [], metadata: { a: 1 } }
  expect(faults(await shop.ask('PATCH', '/admin/business', wrong)).sort()).toEqual([
    '/contact invalid',
    '/country invalid',
    '/metadata/a invalid',
    '/name invalid',
    '/timezone invalid',
  ])
  expect((await shop.ask('GET', '/admin/business')).body).toEqual(before)
})

test.each(['POST', 'PUT', 'DELETE'])('%s makes, replaces and removes no business', async (method) => {
  const answer = await shop.ask(method, '/admin/business', method === 'DELETE' ? undefined : { name: 'x' })
  expect([outcome(answer), answer.headers.get('allow')]).toEqual([
    '405 method_not_allowed',
    'GET, HEAD, PATCH',
  ])
})

test('the business says where the pages of its products are, for everybody to see', async () => {
  const shop = await makeMerchant()
  const template = 'https://shop.example/{slug}?v={variant_id}'
  const change = (product_url_template: unknown) =>
    shop.ask('PATCH', '/admin/business', { product_url_template })
  expect((await shop.ask('GET', '/admin/business')).body.product_url_template).toBeNull()
  expect((await publicly(shop, '/business')).body).not.toHaveProperty('product_url_template')
  expect((await change(template)).body.product_url_template).toBe(template)
  await expect.poll(async () => (await publicly(shop, '/business')).body.product_url_template).toBe(template)
  expect(faults(await change('https://{slug}.example/'))).toEqual(['/product_url_template invalid'])
  expect((await shop.ask('PATCH', '/admin/business', { name: 'Other' })).body.product_url_template).toBe(
    template,
  )
  expect((await change(null)).body.product_url_template).toBeNull()
})
