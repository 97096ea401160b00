import { gunzipSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'
import { createStorefront, type PartialSyncProduct } from '../../clients/typescript/src/index.ts'
import { listImports } from '../../lib/data/imports/imports.ts'
import { findIdByExternalId, findWholeProduct } from '../../lib/data/products/product-reads.ts'
import type { Business } from '../../lib/domain/business.ts'
import { carryOutNewest } from '../support/imports.ts'
import { makeBusiness, makeCategory, makeToken } from '../support/shop.ts'
import { lost, reach, type Step } from './steps.ts'

const baseUrl = inject('baseUrl')

/**
 * A client of a new business, whose network does these things one after the other; `sent` is what it sends.
 * While it waits, its import is carried out.
 */
async function makeScene(steps: Step[] = []) {
  const business = await makeBusiness()
  for (const id of ['tea', 'sale']) await makeCategory(business, { id })
  const apiKey = await makeToken(business)
  const sent: { path: string; rows: number }[] = []
  const client = createStorefront({
    baseUrl,
    apiKey,
    async fetch(request) {
      const path = new URL(request.url).pathname.replace('/api/v1/admin', '')
      sent.push({ path, rows: await countRows(request.clone()) })
      const [step = reach] = steps.splice(0, 1)
      return step(request)
    },
    async wait(_, signal) {
      signal.throwIfAborted()
      await carryOutNewest(business)
    },
  })
  return { business, client, sent }
}

async function countRows(request: Request): Promise<number> {
  const body = Buffer.from(await request.arrayBuffer())
  if (body[0] === 0x1f) return gunzipSync(body).toString().trim().split('\n').length
  return body.length === 0 ? 0 : (JSON.parse(body.toString()).operations?.length ?? 0)
}

const tea = (n: number, price = 100 + n) => ({
  external_id: `tea-${n}`,
  name: `Tea ${n}`,
  price,
  category_id: 'tea',
})
const teas = (count: number) => Array.from({ length: count }, (_, n) => tea(n))

/** The products of these external ids, without what the server makes. */
async function stored(business: Business, numbers: readonly number[]): Promise<unknown[]> {
  const find = async (n: number) => {
    const id = await findIdByExternalId(business.id, `tea-${n}`)
    return id === undefined ? undefined : findWholeProduct(business.id, id)
  }
  const isMade = (name: string) => /^(id|last_variant|version)$|_at$/.test(name) && name !== 'low_stock_at'
  const all = await Promise.all(numbers.map(find))
  return JSON.parse(JSON.stringify(all, (name, value) => (isMade(name) ? undefined : value)))
}

const image = (name: string, size: object = {}) => ({ url: `https://images.example/${name}.jpg`, ...size })
const SIZE = { width: 800, height: 600 }

const NEW: PartialSyncProduct[] = [
  {
    ...tea(1),
    description: 'Green',
    metadata: { a: '1', b: '2' },
    tags: ['x'],
    sku: 'S1',
    cost: 3,
    position: 4,
    images: [{ url: 'https://images.example/1.jpg', alt: 'one' }],
    brand: 'B',
    weight_grams: 5,
  },
  { ...tea(2), compare_at_price: 900, track_inventory: true, quantity: 4, low_stock_at: 2 },
  {
    external_id: 'tea-3',
    name: 'Tea 3',
    category_id: 'tea',
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [
      { option_values: { Size: 'S' }, price: 5, sku: 'V-S' },
      { option_values: { Size: 'M' }, price: 6, track_inventory: true, quantity: 2, image: image('m', SIZE) },
    ],
  },
  { ...tea(4), additional_categories: [{ id: 'sale', position: 3 }], slug: 'four', status: 'active' },
  { ...tea(6), images: [image('a', SIZE), image('b', SIZE)] },
]
const CHANGED: PartialSyncProduct[] = [
  {
    external_id: 'tea-1',
    description: null,
    metadata: { a: null, c: '3' },
    tags: null,
    sku: null,
    cost: null,
    position: null,
    images: null,
    brand: null,
    weight_grams: null,
  },
  { external_id: 'tea-2', compare_at_price: null, low_stock_at: null, quantity: 9, price: 0 },
  {
    external_id: 'tea-3',
    name: 'Tea <b>3</b> > 2',
    description: 'one\u2028two <i>three</i>',
    variants: [{ option_values: { Size: 'M' }, price: 7, quantity: 5, image: image('m') }],
  },
  { external_id: 'tea-4', metadata: null, additional_categories: [], is_available: false },
  { ...tea(5), description: null, tags: null, position: null, images: null },
  { external_id: 'tea-6', images: [image('a'), image('b', SIZE)] },
]

test('the products are the same as after bulk requests', async () => {
  const [one, other] = [await makeScene(), await makeScene()]
  for (const products of [NEW, CHANGED]) {
    const { created, updated, refused } = await one.client.products.sync(products)
    expect(refused).toEqual([])
    expect(await other.client.products.sync(products, { asImport: true })).toMatchObject({
      done: products.length,
      created,
      updated,
      replayed: 0,
      refused: [],
      failed: [],
    })
    const numbers = [1, 2, 3, 4, 5, 6]
    expect(await stored(other.business, numbers)).toEqual(await stored(one.business, numbers))
  }
  // One that loses metadata, or has a quantity without being tracked, is sent behind the import.
  expect(other.sent.filter(({ rows }) => rows > 0)).toEqual([
    { path: '/imports', rows: 5 },
    { path: '/imports', rows: 2 },
    { path: '/products/bulk', rows: 4 },
  ])
})

/** An import would read these as something, or leave something out. Bulk requests refuse most of them. */
const ODD: object[] = [
  {
    price: 7,
    description: undefined,
    tags: undefined,
    images: undefined,
    position: undefined,
    metadata: undefined,
  },
  { colour: 'red' },
  { hasOwnProperty: 'price' },
  { price: null },
  { price: Number.NaN },
  { price: '1200' },
  { name: 123 },
  { name: null },
  { status: false },
  { is_available: 'false' },
  { tags: 'a|b' },
  { slug: 'UPPER' },
  { quantity: 7 },
  { category: 'A category by its name' },
  { category_id: 'nowhere' },
  { additional_categories: ['sale'] },
  { variants: [] },
  { options: [] },
  { images: 'https://images.example/1.jpg' },
  { images: [{ url: 'http://images.example/1.jpg' }] },
  { images: [{ url: '/1.jpg' }] },
  { images: [{ url: 'https://images.example/1.jpg', alt: 'x' }, { url: 'https://images.example/1.jpg' }] },
  { metadata: { pages: 328 } },
  { external_id: ' blank ' },
]

test('odd products are what bulk requests make of them', async () => {
  const [one, other] = [await makeScene(), await makeScene()]
  const whole = { description: 'by hand', tags: ['x'], position: 4, metadata: { a: '1' } }
  const images = [{ url: 'https://images.example/old.jpg', alt: 'old' }]
  const products = ODD.map((_, n) => ({ ...tea(n), ...whole, images }))
  const changes = ODD.map((odd, n) => ({ external_id: `tea-${n}`, ...odd })) as PartialSyncProduct[]
  const outcomes = []
  for (const { business, client } of [one, other]) {
    await client.products.sync(products)
    const { refused, ...counts } = await client.products.sync(changes, {
      asImport: business === other.business,
    })
    const ids = refused.map(({ external_id }) => external_id).sort()
    outcomes.push({ counts, ids, stored: await stored(business, [...ODD.keys()]) })
  }
  expect(outcomes[0]?.ids.length).toBeGreaterThan(10)
  expect(outcomes[1]).toEqual(outcomes[0])
})

test('a run that is started again has the import that it had', async () => {
  const { client, sent } = await makeScene()
  const sync = () => client.products.sync(teas(3), { asImport: true, run: 'monday' })
  expect(await sync()).toMatchObject({ created: 3, replayed: 0 })
  expect(await sync()).toMatchObject({ created: 0, updated: 0, replayed: 3 })
  expect(sent.filter(({ path }) => path === '/products/bulk')).toEqual([])
})

test('a run that was cancelled is continued by the next call of the same name', async () => {
  const { client } = await makeScene()
  const stop = new AbortController()
  const options = { asImport: true, run: 'tuesday' }
  const aborted = { ...options, signal: stop.signal, onProgress: () => stop.abort('enough') }
  await expect(client.products.sync(teas(3), aborted)).rejects.toBe('enough')
  expect(await client.products.sync(teas(3), options)).toMatchObject({ created: 3, replayed: 0 })
  expect(await client.products.sync(teas(3), options)).toMatchObject({ created: 0, replayed: 3 })
})

test('an import whose response is lost is begun once', async () => {
  const lostResponse: Step = async (request) => {
    await reach(request)
    return lost(request)
  }
  const { business, client } = await makeScene([lostResponse])
  expect(await client.products.sync(teas(2), { asImport: true })).toMatchObject({ done: 2, replayed: 0 })
  const { items } = await listImports(business.id, { after: undefined, limit: 10 })
  expect(items).toHaveLength(1)
})

test('during another import it sends bulk requests', async () => {
  const { client, sent } = await makeScene()
  const { response } = await client.POST('/admin/imports', {
    body: JSON.stringify(tea(9)),
    bodySerializer: (body: string) => body,
    headers: { 'content-type': 'application/x-ndjson' },
  })
  expect(response.status).toBe(202)
  expect(await client.products.sync(teas(2), { asImport: true })).toMatchObject({ created: 2 })
  expect(new Set(sent.slice(2).map(({ path }) => path))).toEqual(new Set(['/products/bulk']))
})

test('a signal cancels the import', async () => {
  const { business, client } = await makeScene()
  const stop = new AbortController()
  const options = { asImport: true, signal: stop.signal, onProgress: () => stop.abort('enough') }
  await expect(client.products.sync(teas(3), options)).rejects.toBe('enough')
  await carryOutNewest(business)
  const { items } = await listImports(business.id, { after: undefined, limit: 1 })
  expect(items).toMatchObject([{ status: 'cancelled', progress: { products: 0 } }])
})
