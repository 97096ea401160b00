import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { upsertProduct } from '../../lib/data/products/product-by-external-id.ts'
import { getProduct } from '../../lib/data/products/product-reads.ts'
import { updateProduct } from '../../lib/data/products/products.ts'
import { Refusal } from '../../lib/data/table/commit.ts'
import type { Business } from '../../lib/domain/business.ts'
import { PRODUCT } from '../../lib/domain/products/product.ts'
import { patchWhole } from '../../lib/domain/products/product-body.ts'
import { countsOf, guardsOf, itemsOf } from '../support/items.ts'
import { listOf, makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

const RACERS = 16
let business: Business

beforeEach(async () => {
  business = await makeBusiness()
  for (const id of ['tea', 'pots']) await makeCategory(business, { id })
  // Time stands still, so that no writer's deadline passes, however slow the machine is: it has tests of its own.
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const race = <T>(run: (n: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: RACERS }, (_, n) => run(n)))

test('16 writers of different fields all land', async () => {
  const { id } = await makeProduct(business, { category_id: 'tea', status: 'draft' })
  const outcomes = await race((n) =>
    updateProduct(business.id, id, (p) => ({
      ...p,
      metadata: { ...p.metadata, [`writer-${n}`]: String(n) },
    })),
  )
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
  const product = await getProduct(business.id, id)
  const all = Object.fromEntries(Array.from({ length: RACERS }, (_, n) => [`writer-${n}`, String(n)]))
  expect(product?.metadata).toEqual(all)
  expect(product?.version).toBe(RACERS + 1)
})

test.each([{ slug: 'sencha' }, { sku: 'one' }, { external_id: 'erp' }])(
  'of 16 creations with %o one wins and the others leave nothing behind',
  async (claim) => {
    const outcomes = await race((n) => makeProduct(business, { name: `T${n}`, category_id: 'tea', ...claim }))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const reasons = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []))
    for (const reason of reasons) expect(reason).toBeInstanceOf(Refusal)
    expect(new Set(reasons.map((reason) => reason.message))).toEqual(
      new Set([`${Object.keys(claim)[0]}_taken`]),
    )
    expect(await countsOf(business.id)).toEqual({ tea: 1, pots: 0 })
    expect((await listOf(business, '/products')).count).toBe(1)
    const products = (await itemsOf(business.id)).filter(({ type }) => type === 'product')
    expect(products).toHaveLength(1)
    const names = Array.from({ length: RACERS }, (_, n) => `t${n}`)
    const guards = await guardsOf(business.id, [...names, ...Object.values(claim)])
    expect(guards).toHaveLength('slug' in claim ? 1 : 2)
    for (const guard of guards) expect(guard.product_id).toBe(products[0]?.id)
  },
)

test('of 16 who write one new external id with one slug and SKU one creates the product and the others change it', async () => {
  const sent = {
    name: 'Sencha',
    price: 1,
    category_id: 'tea',
    slug: 'sencha',
    sku: 'one',
    external_id: 'erp',
  }
  const outcomes = await race((n) =>
    upsertProduct(business.id, 'erp', {
      create: () => ({ input: PRODUCT.validate(sent), currency: 'EUR' }),
      change: (whole) => patchWhole(whole, { metadata: { [`writer-${n}`]: 'here' } }),
    }),
  )
  const written = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [one.reason]))
  expect(written.map(({ isNew }) => isNew).sort()).toEqual([...Array(RACERS - 1).fill(false), true])
  expect(
    Object.keys(written.find(({ product }) => product.version === RACERS)?.product.metadata),
  ).toHaveLength(RACERS - 1)
})

test('of 16 products that want one slug by a change one gets it', async () => {
  const products = await Promise.all(
    Array.from({ length: RACERS }, (_, n) => makeProduct(business, { slug: `p${n}`, category_id: 'tea' })),
  )
  const outcomes = await race((n) =>
    updateProduct(business.id, products[n]?.id ?? '', (p) => ({ ...p, slug: 'wanted', category_id: 'pots' })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await countsOf(business.id)).toEqual({ tea: RACERS - 1, pots: 1 })
  const slugs = ['wanted', ...products.map(({ slug }) => slug)]
  expect(await guardsOf(business.id, slugs)).toHaveLength(RACERS)
})

test('a product pulled to and fro between categories is counted once in the end', async () => {
  const { id } = await makeProduct(business, { category_id: 'tea' })
  await race((n) =>
    updateProduct(business.id, id, (p) => ({
      ...p,
      category_id: n % 2 ? 'tea' : 'pots',
      status: n % 3 ? 'active' : 'draft',
    })),
  )
  const product = await getProduct(business.id, id)
  const elsewhere = product?.category_id === 'tea' ? 'pots' : 'tea'
  expect(await countsOf(business.id)).toEqual({ [product?.category_id ?? '']: 1, [elsewhere]: 0 })
  const shown = product?.status === 'active' ? 1 : 0
  expect((await listOf(business, `/products?category=${product?.category_id}`)).count).toBe(shown)
  expect((await listOf(business, '/products')).count).toBe(shown)
  expect((await listOf(business, `/products?category=${elsewhere}`)).count).toBe(0)
})
