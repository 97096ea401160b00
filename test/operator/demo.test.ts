import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import * as v from 'valibot'
import { beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { revokeApiKey } from '../../lib/data/api-keys/api-key-changes.ts'
import { issueApiKey } from '../../lib/data/api-keys/api-key-issue.ts'
import { listApiKeys } from '../../lib/data/api-keys/api-keys.ts'
import { createBusiness, findBusiness, renameBusiness } from '../../lib/data/businesses.ts'
import { deleteCategory } from '../../lib/data/categories.ts'
import { getCategory } from '../../lib/data/category-reads.ts'
import { listStock } from '../../lib/data/inventory/list.ts'
import { findIdByExternalId, findWholeProduct, getProduct } from '../../lib/data/products/product-reads.ts'
import { deleteProduct, updateProduct } from '../../lib/data/products/products.ts'
import { listCategoryCards, listProductCards } from '../../lib/data/storefront/cards.ts'
import { findToken } from '../../lib/data/storefront/identities.ts'
import { findProfile, readShopWindow } from '../../lib/data/storefront/shop-window.ts'
import { SCOPES } from '../../lib/domain/api-keys/scopes.ts'
import { tokenDigest } from '../../lib/domain/api-keys/token.ts'
import { newBusiness } from '../../lib/domain/business.ts'
import { reportOf } from '../../lib/domain/channels/report.ts'
import { isGtin } from '../../lib/domain/products/trade.ts'
import { RESOURCES } from '../../lib/domain/resources.ts'
import { type TableTarget, useTable } from '../../lib/environment.ts'
import { completeDemoKey, seedDemoShop } from '../../lib/operator/demo.ts'
import catalogue from '../../lib/operator/demo-catalogue.json' with { type: 'json' }
import { removeBusiness } from '../../lib/operator/upkeep/removal/removal.ts'
import { skusInOrder } from '../../lib/operator/upload-demo-pictures.ts'
import { importInto, productsOf } from './operate.ts'

/** An empty table beside the suite's: there is one demo shop in a table. */
async function emptyTable(): Promise<TableTarget> {
  const { name, endpoint } = inject('table')
  const client = new DynamoDBClient({ endpoint })
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }))
  const copy = `demo-${randomUUID()}`
  await client.send(
    new CreateTableCommand({
      TableName: copy,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: Table?.KeySchema,
      AttributeDefinitions: Table?.AttributeDefinitions,
      GlobalSecondaryIndexes: Table?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
    } as CreateTableCommandInput),
  )
  client.destroy()
  return { name: copy, endpoint }
}

let table: TableTarget
beforeEach(async () => {
  table = await emptyTable()
})

/** A shop of a table of its own, for who only looks at it. */
let seen: { table: TableTarget; shop: Awaited<ReturnType<typeof seedDemoShop>> }
beforeAll(async () => {
  const table = await emptyTable()
  seen = { table, shop: await seedDemoShop(table) }
})
const lookAtShop = () => {
  useTable(seen.table)
  return seen.shop
}

async function idOf(businessId: string, externalId: string): Promise<string> {
  const id = await findIdByExternalId(businessId, externalId)
  if (!id) throw new Error(`no product ${externalId}`)
  return id
}

const whole = catalogue.whole_products
const active = [
  ...catalogue.products.filter(({ status }) => status === 'active'),
  ...whole.map(({ name, price, variants = [] }) => ({
    name,
    price: price ?? Math.min(...variants.filter(isEnabled).map((variant) => variant.price)),
  })),
]

function isEnabled(variant: object): boolean {
  return !('is_enabled' in variant && variant.is_enabled === false)
}

test('the demo shop has what the catalogue says, and a key that may do everything', async () => {
  const { id, slug, apiKey } = lookAtShop()
  expect(slug).toBe('demo')
  expect(await findToken(tokenDigest(apiKey ?? ''))).toMatchObject({ businessId: id, scopes: [...SCOPES] })
  const business = await findBusiness('demo')
  if (!business) throw new Error('no demo shop')
  const shown = await productsOf(business)
  expect(shown.map(({ name, price }) => `${name} ${price}`).sort()).toEqual(
    active.map(({ name, price }) => `${name} ${price}`).sort(),
  )
  const { items } = await listCategoryCards(id, { limit: 200 })
  const menu = items.map((card) => JSON.parse(card)).map((category) => [category.id, category.parent_id])
  expect(menu).toEqual(catalogue.categories.map((category) => [category.id, category.parent_id ?? null]))
})

test('the key of a shop that was kept gets the scopes that have come since, and one that is revoked stays as it is', async () => {
  const { id } = await seedDemoShop(table)
  const { apiKey, token } = await issueApiKey(id, {
    name: 'Demo',
    scopes: ['products:write', 'api_keys:write'],
    expires_at: null,
  })
  await completeDemoKey(id, token)
  expect(await findToken(tokenDigest(token))).toMatchObject({ scopes: [...SCOPES] })
  await revokeApiKey(id, apiKey.id)
  await completeDemoKey(id, token)
  await completeDemoKey(id, `sfk_${'0'.repeat(49)}`)
})

test('a key that was revoked before new scopes came gets none of them', async () => {
  const { id } = await seedDemoShop(table)
  const { apiKey, token } = await issueApiKey(id, {
    name: 'Demo',
    scopes: ['api_keys:write'],
    expires_at: null,
  })
  const revoked = await revokeApiKey(id, apiKey.id)
  await completeDemoKey(id, token)
  const { items } = await listApiKeys(id, { limit: 200 })
  expect(items.find((one) => one.id === apiKey.id)).toEqual(revoked)
})

test('a demo shop that was just deleted is made again when its slug is free, and until then a line says when', async () => {
  const { id } = await seedDemoShop(table)
  await removeBusiness(id, { wait: async () => {} })
  await expect(seedDemoShop(table, id)).rejects.toThrow(
    /^the slug demo is reserved until .*: its business was deleted, .*; try again after that$/,
  )
})

test('products of other categories have places among the gifts', async () => {
  const { id } = lookAtShop()
  const selection = { category: 'gifts', sort: 'position', reverse: false } as const
  const { items } = await listProductCards(id, selection, { limit: 5 })
  expect(items.map((card) => JSON.parse(card).category_id)).toEqual([
    'gifts',
    'coffee',
    'gifts',
    'ceramics',
    'gifts',
  ])
})

test('the catalogue shows every kind of product', () => {
  const { products, categories } = catalogue
  expect(products.length).toBeGreaterThanOrEqual(48)
  expect(categories.length).toBeGreaterThanOrEqual(7)
  expect(new Set(products.map(({ status }) => status))).toEqual(new Set(['draft', 'active', 'archived']))
  expect(products.filter(({ is_available }) => !is_available).length).toBeGreaterThan(3)
  expect(products.filter((product) => 'compare_at_price' in product).length).toBeGreaterThan(3)
  const names = products.map(({ name }) => name).join('')
  for (const script of ['Greek', 'Han', 'Arabic', 'Hebrew', 'Devanagari', 'Katakana'])
    expect(names).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'))
  expect(names).toMatch(/ß/)
  expect(names).toMatch(/\p{Extended_Pictographic}/u)
})

test('the catalogue has no addresses, and each drawing is of one of its SKUs', async () => {
  expect(JSON.stringify(catalogue)).not.toContain('://')
  const files = await readdir(new URL('../../lib/operator/demo-pictures/', import.meta.url))
  const skus = skusInOrder().map((sku) => `${sku.toLowerCase()}.svg`)
  expect(files.filter((file) => !skus.includes(file))).toEqual(['logo.svg'])
  // A page of the shop's list.
  expect(skus.slice(0, 24).filter((file) => !files.includes(file))).toEqual([])
})

test('the demo shop has options, and stock that is low, sold out, and sold beyond what is there', async () => {
  const { id } = lookAtShop()
  const found = await Promise.all(whole.map(({ external_id }) => findWholeProduct(id, { external_id })))
  const sets = found.flatMap((one) => (one ? [one.set] : []))
  expect(sets.map(({ options }) => options.length)).toEqual([2, 2, 1, 0])
  const variants = sets.flatMap((set) => set.variants)
  const hidden = variants.filter((variant) => !variant.is_enabled)
  const soldOutByHand = variants.filter((variant) => !variant.track_inventory && !variant.is_available)
  expect([hidden.length, soldOutByHand.length]).toEqual([1, 2])
  const low = await listStock(id, { onlyLow: true }, { limit: 100 })
  expect(low.items.map(({ quantity }) => quantity).sort()).toEqual([0, 0, 2, 5])
  expect(low.items.filter(({ allow_backorder }) => allow_backorder)).toHaveLength(1)
})

const GTINS = [...catalogue.products, ...whole]
  .flatMap((product) => [product, ...('variants' in product ? (product.variants ?? []) : [])])
  .flatMap((one) => ('gtin' in one && one.gtin ? [one.gtin] : []))

test('its GTINs are EAN-13 of the prefix that GS1 keeps for examples, each of one thing', () => {
  expect(GTINS.length).toBeGreaterThan(50)
  expect(GTINS.filter((gtin) => !isGtin(gtin) || !/^952\d{10}$/.test(gtin))).toEqual([])
  expect(new Set(GTINS).size).toBe(GTINS.length)
})

/** The window of a shop with all that a running stack adds to it. */
const picturedWindow = ({ shop, products }: Awaited<ReturnType<typeof readShopWindow>>) => ({
  shop: { ...shop, business: { ...shop.business, product_url_template: 'https://shop.example/{slug}' } },
  products: products.map(({ product, ...more }) => ({
    product: { ...product, images: [{ url: 'https://shop.example/1', alt: '' }] },
    ...more,
  })),
})

test('every feed of the demo shop has most of its goods, and reports what the others do not have', async () => {
  const { id } = lookAtShop()
  const business = await findProfile(id)
  if (!business) throw new Error('no demo shop')
  const { shop, products } = picturedWindow(await readShopWindow(business))
  const whole = reportOf('sitemap.xml', shop, products)
  expect(whole).toMatchObject({ products: active.length, left_out: 0 })
  // A sample that costs nothing.
  expect(reportOf('google.xml', shop, products)).toMatchObject({ left_out: 1, missing: { price: 1 } })
  for (const name of ['meta.xml', 'openai.jsonl'] as const) {
    const { rows, left_out, data } = reportOf(name, shop, products)
    expect(rows).toBeGreaterThan(60)
    expect(left_out).toBeGreaterThanOrEqual(5)
    expect(new Set(data.flatMap(({ missing }) => missing)).size).toBe(2)
  }
})

test('a shop that was seeded stays as its owner left it, whatever became of it', async () => {
  const { id } = await seedDemoShop(table)
  const productId = await idOf(id, 'mer-1001')
  await updateProduct(id, productId, (product) => ({ ...product, price: 1 }))
  await deleteProduct(id, await idOf(id, 'mer-1002'))
  await deleteCategory(id, 'workshops')
  await renameBusiness(id, 'own')
  expect(await seedDemoShop(table, id)).toEqual({ id, slug: 'own', apiKey: null, refused: [] })
  expect(await getProduct(id, productId)).toMatchObject({ price: 1, version: 2 })
  expect(await findIdByExternalId(id, 'mer-1002')).toBeUndefined()
  expect(await getCategory(id, 'workshops')).toBeUndefined()
  expect((await listApiKeys(id, { limit: 10 })).items).toHaveLength(1)
})

test('a shop that is no longer there is made again', async () => {
  const { id, slug, apiKey } = await seedDemoShop(table, randomUUID())
  expect(await findBusiness(slug)).toMatchObject({ id })
  expect(apiKey).toMatch(/^sfk_/)
})

test('a product that cannot be made is named, and the others are made', async () => {
  useTable(table)
  const business = await createBusiness(v.parse(newBusiness, catalogue.business))
  const [taken] = catalogue.products
  expect(
    await importInto(business, [
      { name: 'Own', price: 1, category: 'tea', sku: taken?.sku, status: 'draft' },
    ]),
  ).toMatchObject({ created: 1 })
  const { apiKey, refused } = await seedDemoShop(table)
  expect(refused).toEqual([`the product ${taken?.external_id}: sku_taken`])
  expect(apiKey).toMatch(/^sfk_/)
  expect(await productsOf(business)).toHaveLength(active.length - 1)
})

test('a shop with as many keys as it can have gets none', async () => {
  useTable(table)
  const { id } = await createBusiness(v.parse(newBusiness, catalogue.business))
  const key = { name: 'Own', scopes: [...SCOPES], expires_at: null }
  for (let n = 0; n < RESOURCES.api_key.limit; n++) await issueApiKey(id, key)
  expect(await seedDemoShop(table)).toMatchObject({ apiKey: null, refused: ['its API key: limit_reached'] })
})

test('seeding completes what an earlier run left half-done', async () => {
  useTable(table)
  const business = await createBusiness(v.parse(newBusiness, catalogue.business))
  const rows = catalogue.products
    .slice(0, 20)
    .map((product) => ({ ...product, category: product.category_id }))
  expect(await importInto(business, rows)).toMatchObject({ created: 20 })
  const { id, apiKey } = await seedDemoShop(table)
  expect(id).toBe(business.id)
  expect(apiKey).toMatch(/^sfk_/)
  expect(await productsOf(business)).toHaveLength(active.length)
})
