import { readFile } from 'node:fs/promises'
import { expect, expectTypeOf, inject, test } from 'vitest'
import {
  type AdminProduct,
  createStorefront,
  type Product,
  StorefrontError,
  unwrap,
} from '../../clients/typescript/src/index.ts'
import { querySerializer, REPEATED } from '../../clients/typescript/src/query.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'

const baseUrl = inject('baseUrl')
const business = await makeBusiness()
await makeCategory(business, { id: 'tea' })
const names = ['Assam', 'Bancha', 'Ceylon', 'Darjeeling', 'Earl Grey']
for (const [index, name] of names.entries())
  await makeProduct(business, { name, price: 500 - index, category_id: 'tea', tags: ['a b', 'ä,&'] })
await makeProduct(business, { name: 'Unseen', status: 'draft', category_id: 'tea' })
const shop = createStorefront({ baseUrl, business: business.slug })
const admin = createStorefront({ baseUrl, apiKey: await makeToken(business) })

test('each gives every item of a list once, over all its pages', async () => {
  const seen: Product[] = []
  for await (const product of shop.each('/products', { limit: 2, sort: 'price' })) {
    expectTypeOf(product).toEqualTypeOf<Product>()
    seen.push(product)
  }
  expect(seen.map(({ name }) => name)).toEqual([...names].reverse())
})

test('pages gives the pages', async () => {
  const counts: number[] = []
  for await (const { count } of shop.pages('/products', { limit: 2 })) counts.push(count)
  expect(counts).toEqual([2, 2, 1])
})

test('parameters are sent as the API reads them: lists with commas, any character', async () => {
  const tagged = await Array.fromAsync(shop.each('/products', { tag: 'ä,&', limit: 200 }))
  expect(tagged).toHaveLength(names.length)
  const [first, second] = tagged
  const ids = [first?.id ?? '', second?.id ?? ''].reverse()
  const named = await Array.fromAsync(shop.each('/products', { ids }))
  expect(named.map(({ id }) => id)).toEqual(ids)
})

test('a search sends each option and tag as a parameter of its own', async () => {
  const { data, total, facets } = await shop.products.search({
    q: 'assam',
    tag: ['ä,&', 'a b'],
    fields: ['name'],
    facets: ['tag', 'category'],
  })
  expect(data).toEqual([{ id: expect.any(String), name: 'Assam' }])
  expectTypeOf(data).toEqualTypeOf<Pick<Product, 'id' | 'name'>[]>()
  expect(total).toBe(1)
  expect(facets.map(({ name }) => name)).toEqual(['tag', 'category'])
  expect(facets[0]?.values.map(({ value }) => value)).toEqual(['a b', 'ä,&'])
  const both = await shop.products.search({ option: ['Size:S', 'Size:M, wide'] })
  expect(both.total).toBe(0)
})

test('a search continues with its cursor, and each walks through all hits', async () => {
  const first = await shop.products.search({ sort: '-name', limit: 3 })
  expect(first.next_cursor).toEqual(expect.any(String))
  const next = await shop.products.search({ sort: '-name', limit: 3, cursor: first.next_cursor ?? '' })
  expect([...first.data, ...next.data].map(({ name }) => name)).toEqual([...names].reverse())
  const found = await Array.fromAsync(shop.each('/products/search', { q: 'a b', sort: 'name', limit: 2 }))
  expect(found.map(({ name }) => name)).toEqual(names)
})

test('the parameters that repeat are those of the description, of every method', async () => {
  const description: {
    paths: Record<string, Record<string, { parameters?: { name: string; explode?: boolean }[] }>>
  } = JSON.parse(await readFile('openapi.json', 'utf8'))
  const parameters = Object.values(description.paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap((operation) => operation.parameters ?? [])
  const named = (explodes: boolean) => [
    ...new Set(parameters.filter(({ explode }) => explode === explodes).map(({ name }) => name)),
  ]
  expect(named(true).sort()).toEqual(REPEATED)
  expect(named(false).filter((name) => REPEATED.includes(name))).toEqual([])
  expect(
    querySerializer({ option: ['a,b', 'c'], tag: ['x'], fields: ['id', 'name'], q: 'ä &', sort: undefined }),
  ).toBe('option=a%2Cb&option=c&tag=x&fields=id,name&q=%C3%A4%20%26')
  expect(querySerializer({ map: ['Marke=brand'], set: ['brand=Acme', 'tags=new'] })).toBe(
    'map=Marke%3Dbrand&set=brand%3DAcme&set=tags%3Dnew',
  )
  // No condition, but no ids are not all of them.
  expect(querySerializer({ category: [], option: [], q: 'tea' })).toBe('q=tea')
  expect(querySerializer({ ids: [] })).toBe('ids=')
})

test('with fields the result has only the requested ones, in the types too', async () => {
  for await (const product of shop.each('/products', { fields: ['name', 'price'] })) {
    expectTypeOf(product).toEqualTypeOf<Pick<Product, 'id' | 'name' | 'price'>>()
    expect(Object.keys(product)).toEqual(['id', 'name', 'price'])
  }
})

test('a business is named by its UUID as well, and a key sees every status', async () => {
  const byId = createStorefront({ baseUrl, business: business.id })
  expect((await unwrap(byId.GET('/business'))).slug).toBe(business.slug)
  const all = await Array.fromAsync(admin.each('/admin/products', { limit: 4 }))
  expectTypeOf(all).toEqualTypeOf<AdminProduct[]>()
  expect(all.map(({ name }) => name)).toEqual([...names, 'Unseen'])
})

test('a write returns its object, and a refusal is thrown with its problem', async () => {
  const body = { name: 'Mug', price: 1200, category_id: 'tea' }
  const mug = await unwrap(admin.POST('/admin/products', { body }))
  const path = { id: mug.id }
  const sold = await unwrap(
    admin.PATCH('/admin/products/{id}', { params: { path }, body: { is_available: false } }),
  )
  expect(sold).toMatchObject({ name: 'Mug', is_available: false, version: 2 })
  expect(await unwrap(admin.DELETE('/admin/products/{id}', { params: { path } }))).toBeUndefined()
  const gone = await unwrap(admin.GET('/admin/products/{id}', { params: { path } })).catch(
    (error: unknown) => error,
  )
  expect(gone).toBeInstanceOf(StorefrontError)
  expect(gone).toMatchObject({ status: 404, problem: { code: 'product_not_found' } })
  expect((gone as StorefrontError).requestId).toMatch(/^[0-9a-f-]{36}$/)
  const { error } = await admin.POST('/admin/products', { body: { ...body, price: -1 } })
  expect(error).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '/price' }] })
})

test('an iteration ends with the problem of a page that was refused, and with its signal', async () => {
  const nobody = createStorefront({ baseUrl, business: 'nobody-at-all' })
  await expect(nobody.each('/products').next()).rejects.toMatchObject({
    problem: { code: 'business_not_found' },
  })
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(shop.each('/products', {}, { signal }).next()).rejects.toThrow('enough')
})
