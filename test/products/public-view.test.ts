import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { updateProduct } from '../../lib/data/products/products.ts'
import type { Business } from '../../lib/domain/business.ts'
import type { Product } from '../../lib/domain/products/product.ts'
import { listPaths, seenAt } from '../support/public-reads.ts'
import { call, callAs, makeBusiness, makeCategory, makeProduct, walk } from '../support/shop.ts'

/** Stands in everything that nobody may see; a number where no text can stand. */
const CANARY = 'canary7f3a'
const CANARY_NUMBER = 777_333_111

const secrets = (n: number) => ({
  sku: `${CANARY}-${n}`,
  external_id: `${CANARY}-${n}`,
  cost: CANARY_NUMBER,
  metadata: { [CANARY]: CANARY },
})

/** A product of which nothing at all may be seen. */
const hidden = (n: number, status: 'draft' | 'archived') => ({
  ...secrets(n),
  status,
  name: `${CANARY} ${n}`,
  description: CANARY,
  price: CANARY_NUMBER + n,
  compare_at_price: CANARY_NUMBER + 100,
  slug: `${CANARY}-${n}`,
  images: [{ url: `https://${CANARY}.example/`, alt: CANARY }],
  tags: ['seen', CANARY],
  position: n % 2 ? 0 : CANARY_NUMBER,
  category_id: n % 3 ? 'tea' : 'pots',
})

let business: Business
let active: Product[]
const unseen: Product[] = []

beforeAll(async () => {
  business = await makeBusiness({ metadata: { [CANARY]: CANARY } })
  for (const id of ['tea', 'pots']) await makeCategory(business, { id, metadata: { [CANARY]: CANARY } })
  active = []
  for (let n = 0; n < 5; n++)
    active.push(
      await makeProduct(business, {
        ...secrets(100 + n),
        name: `Seen ${n}`,
        slug: `seen-${n}`,
        price: n,
        tags: ['seen'],
        category_id: n % 2 ? 'tea' : 'pots',
      }),
    )
})

const paths = () => [
  ...listPaths(['tea', 'pots']),
  '/business',
  '/categories',
  '/categories?limit=1',
  '/categories/tea',
  ...active.flatMap(({ id, slug }) => [`/products/${id}`, `/products/${slug}`]),
  `/products?ids=${active.map(({ id }) => id).join(',')}`,
  // Filters that only the hidden products meet.
  `/products?tag=${CANARY}`,
  `/products?price_min=${CANARY_NUMBER}`,
  `/products?price_min=${CANARY_NUMBER}&sort=price`,
  // Faults.
  '/products?sort=cost',
  '/products?fields=metadata',
  '/products?status=draft',
  '/products?cursor=x',
  '/products/nothing',
  '/categories/nothing',
]

const seenEverywhere = () => Promise.all(paths().map((path) => seenAt(business, path)))

describe('private fields and unpublished products', () => {
  test('drafts and archived products change no byte of any public response', async () => {
    const before = await seenEverywhere()
    for (let n = 0; n < 20; n++)
      unseen.push(await makeProduct(business, hidden(n, n % 2 ? 'draft' : 'archived')))
    expect(await seenEverywhere()).toEqual(before)
  })

  test('are in no public response, no header and no cursor', async () => {
    const answers = await seenEverywhere()
    const cursors = answers.flatMap((text) => text.match(/"next_cursor":"([^"]+)"/)?.[1] ?? [])
    expect(cursors.length).toBeGreaterThan(20)
    for (const text of [...answers, ...cursors.map((c) => Buffer.from(c, 'base64url').toString('latin1'))]) {
      expect(text).not.toContain(CANARY)
      expect(text).not.toContain(String(CANARY_NUMBER))
      expect(text).not.toMatch(/BIZ#|"(pk|sk|store|shelf|facets|by_\w+|card_version|version)":|"status":"/)
    }
  })

  test('are in no response to HEAD', async () => {
    for (const path of paths()) {
      const response = await call(path, {
        method: 'HEAD',
        headers: { 'x-public-business-slug': business.slug },
      })
      expect(await response.text()).toBe('')
      expect(JSON.stringify([...response.headers])).not.toContain(CANARY)
    }
  })

  test('the response for an unpublished product is that of an id or slug that never existed', async () => {
    for (const { id, slug } of unseen.slice(0, 4)) {
      const never = await seenAt(business, `/products/${randomUUID()}`)
      expect(never).toContain('product_not_found')
      expect(await seenAt(business, `/products/${id}`)).toBe(never)
      expect(await seenAt(business, `/products/${slug}`)).toBe(never)
      expect(await seenAt(business, `/products/${id}`, { 'if-none-match': '*' })).toBe(never)
      expect(await seenAt(business, `/products?ids=${id}`)).toBe(
        await seenAt(business, `/products?ids=${randomUUID()}`),
      )
    }
  })

  test('change no ETag: what was fetched before is still not modified', async () => {
    const extra = await makeBusiness()
    await makeCategory(extra, { id: 'tea' })
    await makeProduct(extra, { category_id: 'tea' })
    const etag = (await callAs(extra, '/products')).headers.get('etag') ?? ''
    await makeProduct(extra, { ...hidden(1, 'draft'), category_id: 'tea' })
    expect((await callAs(extra, '/products', { 'if-none-match': etag })).status).toBe(304)
  })
})

describe('a list and a product alone', () => {
  test('show the same bytes of every product, on every path to it', async () => {
    for (const { id, slug } of active) {
      const alone = await (await callAs(business, `/products/${id}`)).text()
      expect(await (await callAs(business, `/products/${slug}`)).text()).toBe(alone)
      for (const path of [
        ...listPaths(['tea', 'pots']).filter((p) => p.startsWith('/products?sort') && !p.includes('limit')),
        `/products?ids=${id}`,
      ]) {
        const list = await (await callAs(business, path)).text()
        if (list.includes(id)) expect(list).toContain(alone)
      }
    }
  })

  test('are both there on every sort of its category and of the store', async () => {
    for (const product of active)
      for (const sort of [
        'position',
        'name',
        'price',
        'created_at',
        '-position',
        '-name',
        '-price',
        '-created_at',
      ])
        for (const scope of ['', `&category=${product.category_id}`])
          expect((await walk(business, `/products?sort=${sort}${scope}`)).map(({ id }) => id)).toContain(
            product.id,
          )
  })

  test('both change at once with a change of a private field, and neither shows it', async () => {
    const [product] = active
    if (!product) throw new Error('no product')
    await updateProduct(business.id, product.id, (p) => ({
      ...p,
      cost: CANARY_NUMBER + 1,
      sku: `${CANARY}-new`,
    }))
    const alone = await (await callAs(business, `/products/${product.id}`)).text()
    expect(alone).not.toContain(CANARY)
    expect(await (await callAs(business, '/products')).text()).toContain(alone)
  })
})
