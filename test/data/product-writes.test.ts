import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { findIdByExternalId, findIdBySku, getProduct } from '../../lib/data/products/product-reads.ts'
import {
  changeProduct,
  createProduct,
  deleteProduct,
  updateProduct,
} from '../../lib/data/products/products.ts'
import { Refusal } from '../../lib/data/table/commit.ts'
import { eventKey, variantSheetKey } from '../../lib/data/table/keys.ts'
import { STOREFRONT } from '../../lib/data/table/schema.ts'
import type { Business } from '../../lib/domain/business.ts'
import { eventTime } from '../../lib/domain/events.ts'
import type { Product } from '../../lib/domain/products/product.ts'
import { newWholeProduct } from '../../lib/domain/products/product-body.ts'
import { replaceVariants } from '../../lib/domain/products/replace-variants.ts'
import { countsOf, guardsOf, itemsIn, itemsOf, storedItem } from '../support/items.ts'
import { listOf, makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

let business: Business

beforeEach(async () => {
  business = await makeBusiness()
  for (const id of ['tea', 'pots']) await makeCategory(business, { id })
})

const make = (input: Parameters<typeof makeProduct>[1] | object = {}) =>
  makeProduct(business, { category_id: 'tea', ...input })
const change = (product: Product, changes: Partial<Product>) =>
  updateProduct(business.id, product.id, (before) => ({ ...before, ...changes }))

/** Every value that a product below may hold alone. */
const VALUES = 'sencha gyokuro one two other erp erp2 erp:1 S#1 s#1 a b c'.split(' ')
const everything = async () => [...(await itemsOf(business.id)), ...(await guardsOf(business.id, VALUES))]
const guards = async () =>
  (await guardsOf(business.id, VALUES)).map(({ pk, product_id }) => [
    pk.slice(`BIZ#${business.id}#`.length),
    product_id,
  ])

/** Runs a write that must be refused and checks that it left the business as it was. */
async function refused(write: () => Promise<unknown>): Promise<string> {
  const before = await everything()
  const error = await write().then(
    () => new Error('was not refused'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof Refusal)) throw error
  expect(await everything()).toEqual(before)
  return error.reason
}

test('a new product is as given, holds its guards and is counted once', async () => {
  const product = await make({
    name: 'Sencha',
    sku: 'S#1',
    external_id: 'erp:1',
    metadata: { a: 'b' },
    cost: 3,
  })
  expect(await getProduct(business.id, product.id)).toEqual(product)
  expect(product).toMatchObject({ slug: 'sencha', currency: 'EUR', version: 1, status: 'active', cost: 3 })
  expect(product.updated_at).toBe(product.created_at)
  expect(product.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(await guards()).toEqual([
    ['EXTERNAL#erp:1', product.id],
    ['SKU#S#1', product.id],
    ['SLUG#sencha', product.id],
  ])
  expect(await countsOf(business.id)).toEqual({ tea: 1, pots: 0 })
  expect(await findIdBySku(business.id, 'S#1')).toBe(product.id)
  expect(await findIdByExternalId(business.id, 'erp:1')).toBe(product.id)
  expect(await findIdBySku(business.id, 's#1')).toBeUndefined()
})

test('products without a SKU or an external id do not conflict', async () => {
  await make({ name: 'One' })
  await make({ name: 'Two' })
  expect((await guards()).map(([guard]) => guard)).toEqual(['SLUG#one', 'SLUG#two'])
})

describe('slugs made from names', () => {
  test('get -2 to -5 on collision and then random characters', async () => {
    const slugs: string[] = []
    for (let n = 0; n < 7; n++) slugs.push((await make({ name: 'Sencha' })).slug)
    expect(slugs.slice(0, 5)).toEqual(['sencha', 'sencha-2', 'sencha-3', 'sencha-4', 'sencha-5'])
    for (const slug of slugs.slice(5)) expect(slug).toMatch(/^sencha-[a-z0-9]{6}$/)
    expect(new Set(slugs).size).toBe(7)
    expect((await countsOf(business.id)).tea).toBe(7)
  })

  test('are random where a name has no Latin letter, and avoid what is reserved', async () => {
    expect((await make({ name: '抹茶' })).slug).toMatch(/^p-[a-z0-9]{6}$/)
    expect((await make({ name: 'Bulk' })).slug).toBe('bulk-2')
  })

  test('stay when the product is renamed', async () => {
    const product = await make({ name: 'Sencha' })
    expect(await change(product, { name: 'Gyokuro' })).toMatchObject({ name: 'Gyokuro', slug: 'sencha' })
    expect((await make({ name: 'Gyokuro' })).slug).toBe('gyokuro')
  })

  test('come with a taken SKU to the SKU’s refusal, not to an endless search', async () => {
    await make({ name: 'Sencha', sku: 'one' })
    expect(await refused(() => make({ name: 'Sencha', sku: 'one' }))).toBe('sku_taken')
  })
})

describe('a creation that is refused leaves nothing behind', () => {
  const holder = { slug: 'sencha', sku: 'one', external_id: 'erp' }
  test.each([
    ['slug_taken', { slug: 'sencha', sku: 'two', external_id: 'erp2' }],
    ['sku_taken', { slug: 'other', sku: 'one', external_id: 'erp2' }],
    ['external_id_taken', { slug: 'other', sku: 'two', external_id: 'erp' }],
    ['slug_taken', holder],
    ['category_unknown', { slug: 'other', category_id: 'nothing' }],
  ])('%s for %o', async (reason, input) => {
    await make(holder)
    expect(await refused(() => make(input))).toBe(reason)
  })

  test('a draft and an archived product hold their values too', async () => {
    await make({ ...holder, status: 'draft' })
    expect(await refused(() => make({ slug: 'sencha' }))).toBe('slug_taken')
    await make({ slug: 'b', sku: 'b', status: 'archived' })
    expect(await refused(() => make({ slug: 'c', sku: 'b' }))).toBe('sku_taken')
  })

  test('values and categories of another business do not conflict', async () => {
    const other = await makeBusiness()
    await makeCategory(other, { id: 'theirs' })
    await makeProduct(other, { ...holder, category_id: 'theirs' })
    expect(await refused(() => make({ category_id: 'theirs' }))).toBe('category_unknown')
    expect(await make(holder)).toMatchObject(holder)
  })
})

describe('a change that is refused leaves everything as it was', () => {
  test.each([
    ['slug_taken', { slug: 'a' }],
    ['sku_taken', { sku: 'a', price: 1 }],
    ['external_id_taken', { external_id: 'a', category_id: 'pots' }],
    ['category_unknown', { category_id: 'nothing', sku: 'c' }],
  ])('%s for %o', async (reason, changes) => {
    await make({ slug: 'a', sku: 'a', external_id: 'a' })
    const product = await make({ slug: 'b', sku: 'b', external_id: 'b' })
    expect(await refused(() => change(product, changes))).toBe(reason)
  })
})

test('a change moves the guards: what is let go can be taken, what is taken cannot', async () => {
  const product = await make({ slug: 'a', sku: 'a', external_id: 'a' })
  await change(product, { slug: 'b', sku: null, external_id: 'b' })
  expect((await guards()).map(([guard]) => guard)).toEqual(['EXTERNAL#b', 'SLUG#b'])
  await make({ slug: 'a', sku: 'a', external_id: 'a' })
  expect(await refused(() => change(product, { sku: 'a' }))).toBe('sku_taken')
  expect(await findIdBySku(business.id, 'b')).toBeUndefined()
})

test('a product that moves is counted and listed where it is, whatever its status', async () => {
  const product = await make()
  await make({ status: 'draft' })
  await change(product, { category_id: 'pots' })
  expect(await countsOf(business.id)).toEqual({ tea: 1, pots: 1 })
  expect((await listOf(business, '/products?category=pots')).count).toBe(1)
  expect((await listOf(business, '/products?category=tea')).count).toBe(0)
  await change(product, { status: 'archived' })
  await change(product, { category_id: 'tea' })
  expect(await countsOf(business.id)).toEqual({ tea: 2, pots: 0 })
})

test('a change grows the version by one; one that changes nothing writes nothing', async () => {
  const product = await make({
    metadata: { b: '1', a: '2' },
    images: [{ url: 'https://img.example/', alt: 'x' }],
    tags: ['b', 'a'],
  })
  const later = new Date(Date.parse(product.created_at) + 1000)
  const changed = await updateProduct(business.id, product.id, (p) => ({ ...p, price: 1 }), { now: later })
  expect(changed).toEqual({ ...product, price: 1, version: 2, updated_at: later.toISOString() })
  const before = await everything()
  const same = { metadata: { a: '2', b: '1' }, images: [{ alt: 'x', url: 'https://img.example/' }] }
  for (const changes of [{}, { price: 1 }, same, { metadata: { b: '1', a: '2' } }])
    expect(await change(product, changes)).toMatchObject({ version: 2 })
  expect(await everything()).toEqual(before)
  expect(await change(product, { tags: ['a', 'b'] })).toMatchObject({ version: 3 })
})

test('a product that is not there or another’s cannot be changed', async () => {
  const other = await makeBusiness()
  const product = await make()
  for (const [id, productId] of [
    [business.id, randomUUID()],
    [other.id, product.id],
  ] as const)
    expect(await updateProduct(id, productId, (p) => ({ ...p, price: 0 }))).toBeUndefined()
  expect(await getProduct(business.id, product.id)).toEqual(product)
})

test('a later version, and its event, have a later time, also from a clock that is behind', async () => {
  const product = await make()
  const after = await updateProduct(business.id, product.id, (p) => ({ ...p, price: 1 }), {
    now: new Date(0),
  })
  const next = new Date(Date.parse(product.updated_at) + 1).toISOString()
  expect(after?.updated_at).toBe(next)
  const event = (await itemsIn(eventKey(business.id, '').pk)).at(-1)
  expect(JSON.parse(String(event?.json))).toMatchObject({ type: 'product.updated', timestamp: next })
  expect(eventTime(`${event?.sk}`)).toBe(Date.parse(next))
})

describe('a product with variants', () => {
  const SIZES = {
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [
      { option_values: { Size: 'S' }, price: 1 },
      { option_values: { Size: 'M' }, price: 2 },
    ],
  }
  const makeShirt = () => {
    const { input, set } = newWholeProduct({ name: 'Shirt', category_id: 'tea', ...SIZES })
    return createProduct(business.id, input, business.currency, { set })
  }

  test('shows them while it is published', async () => {
    const shirt = await makeShirt()
    const card = async () => (await storedItem(variantSheetKey(business.id, shirt.id)))[STOREFRONT.card]
    expect(await card()).toBeUndefined()
    await change(shirt, { status: 'active' })
    expect(await card()).toEqual(expect.any(String))
    await change(shirt, { status: 'archived' })
    expect(await card()).toBeUndefined()
  })

  test('counts them where it is', async () => {
    const counts = async () => {
      const items = (await itemsOf(business.id)).filter(({ type }) => type === 'category_count')
      const sumOf = (id: string) =>
        items.reduce((sum, { sk, v = 0 }) => sum + (sk.includes(`#${id}#`) ? Number(v) : 0), 0)
      return [sumOf('tea'), sumOf('pots')]
    }
    const shirt = await makeShirt()
    await make()
    expect(await counts()).toEqual([2, 0])
    await change(shirt, { category_id: 'pots' })
    expect(await counts()).toEqual([0, 2])
    const one = { options: [{ name: 'Size', values: ['S'] }], variants: [SIZES.variants[0]] }
    await changeProduct(business.id, shirt.id, (whole) => replaceVariants(whole, one))
    expect(await counts()).toEqual([0, 1])
    await deleteProduct(business.id, shirt.id)
    expect(await counts()).toEqual([0, 0])
  })
})
