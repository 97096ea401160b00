/** A writer keeps members of an item that it does not know, and no answer shows them. */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as keys from '../../../lib/data/table/keys.ts'
import { reindexBusiness } from '../../../lib/operator/upkeep/reindex/reindex.ts'
import { verifyBusiness } from '../../../lib/operator/upkeep/verify/verify.ts'
import { carryOutNewest } from '../../support/imports.ts'
import { storedItem } from '../../support/items.ts'
import { call } from '../../support/shop.ts'
import { create, type Merchant, makeShelves, type Sent, type Told } from '../merchant.ts'
import { eventsOf } from '../table.ts'
import { PLANTED, plantedIn, plantMembers } from './planted.ts'

let shop: Merchant
const told: Told[] = []

/** Sends a request that must succeed. */
async function ask(method: string, path: string, body?: Sent, headers = {}): Promise<Told> {
  const answer = await shop.ask(method, path, body, headers)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  told.push(answer)
  return answer
}

beforeAll(async () => {
  shop = await makeShelves()
  await create(shop, '/admin/categories', { name: 'Cups', id: 'cups' })
})

const IMAGES = [{ url: 'https://a.example/1' }, { url: 'https://a.example/2', alt: 'Two' }]

describe('a product with options', () => {
  const SIZES = [{ name: 'Size', values: ['S', 'M'] }]
  const variant = (Size: string, more: object = {}) => ({
    option_values: { Size },
    price: 900,
    image: { url: `https://a.example/${Size}` },
    ...more,
  })
  const VARIANTS = [variant('S', { track_inventory: true, quantity: 2 }), variant('M')]
  const BODY = {
    name: 'Shirt',
    category_id: 'tea',
    status: 'active',
    external_id: 'shirt',
    images: IMAGES,
    additional_categories: [{ id: 'pots', position: 3 }],
  }

  let id: string
  let itemKey: keys.Key
  let sheetKey: keys.Key
  const path = () => `/admin/products/${id}`
  const byExternalId = '/admin/products/by-external-id/shirt'

  beforeEach(async () => {
    const { options, variants } = { options: SIZES, variants: VARIANTS }
    id = (await create(shop, '/admin/products', { ...BODY, options, variants })).id
    itemKey = keys.productKey(shop.business.id, id)
    sheetKey = keys.variantSheetKey(shop.business.id, id)
    await plantMembers(itemKey, ['images', 'additional_categories'])
    await plantMembers(sheetKey, ['options', 'variants', 'variants.image'])
  })

  const ALL_OF_PRODUCT = { item: 1, images: 2, additional_categories: 1 }
  const ALL_OF_SHEET = { item: 1, options: 1, variants: 2, 'variants.image': 2 }

  const adjust = (delta: number) =>
    ask('POST', '/admin/inventory/adjust', { reason: 'sale', changes: [{ variant_id: `${id}-1`, delta }] })
  const importRows = async (row: object) => {
    await ask('POST', '/admin/imports', JSON.stringify(row), { 'content-type': 'application/octet-stream' })
    await carryOutNewest(shop.business)
  }

  // Its external id is that of the next one.
  afterEach(() => ask('DELETE', path()))

  test.each<[string, () => Promise<unknown>]>([
    ['PATCH', () => ask('PATCH', path(), { name: 'Blouse' })],
    ['PATCH with the same pictures and more', () => ask('PATCH', path(), { name: 'Blouse', images: IMAGES })],
    ['PATCH of the slug', () => ask('PATCH', path(), { slug: `blouse-${id}` })],
    ['PUT by external id', () => ask('PUT', byExternalId, { ...BODY, name: 'Blouse' })],
    [
      'PUT by external id with variants',
      () =>
        ask('PUT', byExternalId, {
          ...BODY,
          options: SIZES,
          variants: [variant('S', { price: 1 }), variant('M')],
        }),
    ],
    ['PATCH by external id', () => ask('PATCH', byExternalId, { name: 'Blouse' })],
    [
      'bulk update',
      () =>
        ask('POST', '/admin/products/bulk', { operations: [{ op: 'update', id, data: { name: 'Blouse' } }] }),
    ],
    [
      'bulk upsert',
      () =>
        ask('POST', '/admin/products/bulk', {
          operations: [{ op: 'upsert', external_id: 'shirt', data: { ...BODY, name: 'Blouse' } }],
        }),
    ],
    [
      'bulk merge',
      () =>
        ask('POST', '/admin/products/bulk', {
          operations: [{ op: 'merge', external_id: 'shirt', data: { name: 'Blouse' } }],
        }),
    ],
    ['another category', () => ask('PATCH', path(), { category_id: 'cups' })],
    ['a draft', () => ask('PATCH', path(), { status: 'draft' })],
    [
      'PUT of variants',
      () =>
        ask('PUT', `${path()}/variants`, {
          options: SIZES,
          variants: [variant('S', { price: 1 }), variant('M')],
        }),
    ],
    [
      'PUT of variants without options',
      () => ask('PUT', `${path()}/variants`, { variants: [variant('M'), variant('S', { price: 1 })] }),
    ],
    [
      'PATCH of a variant',
      () => ask('PATCH', `${path()}/variants`, { variants: [{ id: `${id}-1`, price: 1 }] }),
    ],
    [
      'PATCH with new names',
      () => ask('PATCH', `${path()}/variants`, { options: [{ name: 'Format', values: ['Small', 'Mid'] }] }),
    ],
    ['a sale', () => adjust(-1)],
    ['a sale of the last pieces', () => adjust(-2)],
    ['an import', () => importRows({ external_id: 'shirt', name: 'Blouse', images: IMAGES })],
    [
      'an import of variants',
      () =>
        importRows({
          external_id: 'shirt',
          options: SIZES,
          variants: [
            { option_values: { Size: 'S' }, price: 1 },
            { option_values: { Size: 'M' }, price: 900 },
          ],
        }),
    ],
    ['reindex', () => reindexBusiness(shop.business.id, { all: true })],
  ])('%s', async (_, write) => {
    await write()
    expect(await plantedIn(itemKey)).toEqual(ALL_OF_PRODUCT)
    expect(await plantedIn(sheetKey)).toEqual(ALL_OF_SHEET)
    expect(await storedItem(itemKey)).toMatchObject({ type: 'product', id })
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      'PATCH',
      () =>
        ask('PATCH', path(), {
          name: 'Shirt',
          images: IMAGES,
          additional_categories: BODY.additional_categories,
        }),
    ],
    ['PUT', () => ask('PUT', byExternalId, BODY)],
    [
      'PUT of variants',
      () =>
        ask('PUT', `${path()}/variants`, {
          options: SIZES,
          variants: VARIANTS.map(({ option_values, price, image }) => ({ option_values, price, image })),
        }),
    ],
    [
      'PATCH of variants',
      () =>
        ask('PATCH', `${path()}/variants`, {
          options: SIZES,
          variants: [{ id: `${id}-1`, price: 900, image: { url: 'https://a.example/S' } }],
        }),
    ],
    ['an import', () => importRows({ external_id: 'shirt', name: 'Shirt', images: IMAGES })],
  ])('%s that changes nothing writes nothing', async (_, write) => {
    const before = [await storedItem(itemKey), await storedItem(sheetKey)]
    await write()
    expect([await storedItem(itemKey), await storedItem(sheetKey)]).toEqual(before)
  })

  test('a dry run of an import that changes nothing says so', async () => {
    const row = JSON.stringify({ external_id: 'shirt', name: 'Shirt', images: IMAGES })
    const headers = { 'content-type': 'application/octet-stream' }
    await ask('POST', '/admin/imports?dry_run=true', row, headers)
    await carryOutNewest(shop.business)
    const [newest] = (await ask('GET', '/admin/imports?limit=1')).body.data
    expect(newest?.progress).toMatchObject({ unchanged: 1, updated: 0 })
  })

  test('what is taken away goes with its own', async () => {
    await ask('PATCH', path(), { images: IMAGES.slice(1), additional_categories: [] })
    await ask('PUT', `${path()}/variants`, { variants: [variant('M')] })
    expect(await plantedIn(itemKey)).toEqual({ item: 1, images: 1 })
    expect(await plantedIn(sheetKey)).toEqual({ item: 1, options: 1, variants: 1, 'variants.image': 1 })
  })

  test('is shown without them, to merchants and to the public', async () => {
    const paths = [
      path(),
      `${path()}/variants`,
      '/admin/products',
      '/admin/export',
      '/admin/export?format=csv',
    ]
    for (const one of paths) await ask('GET', one)
    const headers = { 'x-public-business-slug': shop.business.slug }
    for (const one of [`/products/${id}`, `/products/${id}/variants`, `/products/${id}?expand=variants`]) {
      const response = await call(one, { headers })
      expect([one, response.status, (await response.text()).includes(PLANTED)]).toEqual([one, 200, false])
    }
  })

  test('a copy of what is read can be sent back under its version', async () => {
    const read = await ask('GET', path())
    const { metadata } = read.body
    const headers = { 'if-match': `${read.headers.get('etag')}` }
    expect((await ask('PATCH', path(), { metadata }, headers)).headers.get('etag')).toBe(
      read.headers.get('etag'),
    )
  })
})

const plain = async () =>
  (
    await create(shop, '/admin/products', {
      name: 'Pot',
      price: 1,
      category_id: 'pots',
      status: 'active',
      images: IMAGES,
    })
  ).id

/** A kind of object: its key, the places in it, and the writers that keep what is planted there. */
interface Kind {
  name: string
  make: () => Promise<{ key: keys.Key; path: string }>
  places: readonly string[]
  planted: Record<string, number>
  writes: readonly [name: string, method: string, path: string, body: object][]
  /** A patch that changes nothing. */
  same: object
}

const businessId = () => shop.business.id
const URL = 'https://hooks.example/'
const KINDS: Kind[] = [
  {
    name: 'a product without options',
    make: async () => {
      const id = await plain()
      return { key: keys.productKey(businessId(), id), path: `/admin/products/${id}` }
    },
    places: ['images'],
    planted: { item: 1, images: 2 },
    writes: [
      ['PATCH', 'PATCH', '', { price: 2 }],
      ['stock', 'PATCH', '', { track_inventory: true }],
      ['the end of stock', 'PATCH', '', { track_inventory: false }],
    ],
    same: { images: IMAGES },
  },
  {
    name: 'a category',
    make: async () => {
      const { id } = await create(shop, '/admin/categories', { name: 'Mugs', image: { url: `${URL}mug` } })
      return { key: keys.categoryKey(businessId(), id), path: `/admin/categories/${id}` }
    },
    places: ['image'],
    planted: { item: 1, image: 1 },
    writes: [
      ['PATCH', 'PATCH', '', { name: 'Cups', image: { alt: 'A mug' } }],
      ['a move', 'PATCH', '', { parent_id: 'tea' }],
    ],
    same: { image: { url: `${URL}mug` } },
  },
  {
    name: 'a business',
    make: async () => {
      await ask('PATCH', '/admin/business', { contact: { phone: '1' } })
      return { key: keys.businessKey(businessId()), path: '/admin/business' }
    },
    places: ['contact'],
    planted: { item: 1, contact: 1 },
    writes: [['PATCH', 'PATCH', '', { name: 'A better shop', contact: { email: 'a@b.example' } }]],
    same: { contact: { phone: '1' } },
  },
  {
    name: 'an API key',
    make: async () => {
      const made = await create(shop, '/admin/api-keys', {
        name: 'A key',
        scopes: ['products:read', 'products:write'],
      })
      return { key: keys.apiKeyKey(businessId(), made.id), path: `/admin/api-keys/${made.id}` }
    },
    places: ['rate_limit'],
    planted: { item: 1, rate_limit: 1 },
    writes: [
      ['a narrower scope', 'PATCH', '', { scopes: ['products:read'] }],
      ['a narrower pace', 'PATCH', '', { rate_limit: { per_second: 1, burst: 2 } }],
      ['rotation', 'POST', '/rotate', {}],
      ['revocation', 'DELETE', '', {}],
    ],
    same: { name: 'A key' },
  },
  {
    name: 'a webhook',
    make: async () => {
      const made = await create(shop, '/admin/webhooks', {
        url: `${URL}${crypto.randomUUID()}`,
        events: ['product.*'],
      })
      return { key: keys.webhookKey(businessId(), made.id), path: `/admin/webhooks/${made.id}` }
    },
    places: [],
    planted: { item: 1 },
    writes: [
      ['PATCH', 'PATCH', '', { description: 'Hooked' }],
      ['another URL', 'PATCH', '', { url: `${URL}${crypto.randomUUID()}` }],
      ['a disabling', 'PATCH', '', { is_enabled: false }],
      ['an enabling', 'PATCH', '', { is_enabled: true }],
      ['rotation', 'POST', '/rotate-secret', {}],
    ],
    same: { events: ['product.*'] },
  },
]

describe.each(KINDS)('$name', ({ make, places, planted, writes, same }) => {
  test.each(writes)('%s', async (_, method, end, body) => {
    const { key, path } = await make()
    await plantMembers(key, places)
    await ask(method, path + end, method === 'DELETE' ? undefined : body)
    expect(await plantedIn(key)).toEqual(planted)
  })

  test('a change that changes nothing writes nothing', async () => {
    const { key, path } = await make()
    await plantMembers(key, places)
    const before = await storedItem(key)
    await ask('PATCH', path, same)
    expect(await storedItem(key)).toEqual(before)
  })
})

test('the items of the tokens of a key', async () => {
  const { id } = await create(shop, '/admin/api-keys', { name: 'A key', scopes: ['products:read'] })
  const path = `/admin/api-keys/${id}`
  const { digest } = await storedItem(keys.apiKeyKey(businessId(), id))
  const token = keys.tokenKey(`${digest}`)
  await plantMembers(token, [])
  await ask('PATCH', path, { name: 'The same key' })
  expect([await plantedIn(token), (await storedItem(token)).key_name]).toEqual([
    { item: 1 },
    'The%20same%20key',
  ])
  await ask('POST', `${path}/rotate`, {})
  expect([await plantedIn(token), 'ttl' in (await storedItem(token))]).toEqual([{ item: 1 }, true])
  await ask('PATCH', path, { name: 'Again' })
  expect([await plantedIn(token), 'ttl' in (await storedItem(token))]).toEqual([{ item: 1 }, true])
  await ask('DELETE', path)
})

test('no response, no event and no card has anything of them, and verify finds nothing wrong', async () => {
  for (const path of [
    'products',
    'categories',
    'api-keys',
    'webhooks',
    'business',
    'export',
    'events?limit=100',
    'inventory',
  ])
    await ask('GET', `/admin/${path}`)
  const headers = { 'x-public-business-slug': shop.business.slug }
  const publicly = ['products', 'categories', 'business', 'products?category=pots', 'products/search?q=pot']
  for (const path of publicly) {
    const response = await call(`/${path}`, { headers })
    expect([path, response.status]).toEqual([path, 200])
    expect(await response.text()).not.toContain(PLANTED)
  }
  for (const { text } of told) expect(text).not.toContain(PLANTED)
  expect(JSON.stringify(await eventsOf(businessId()))).not.toContain(PLANTED)
  expect((await verifyBusiness(businessId())).findings).toEqual([])
})
