import { beforeAll, expect, test } from 'vitest'
import { updateCategory } from '../../lib/data/categories.ts'
import { changeProduct, deleteProduct, updateProduct } from '../../lib/data/products/products.ts'
import type { Business } from '../../lib/domain/business.ts'
import type { Product } from '../../lib/domain/products/product.ts'
import { replaceVariants } from '../../lib/domain/products/replace-variants.ts'
import { seedShop } from '../support/seeded-shop.ts'
import {
  call,
  callAs,
  type List,
  listOf,
  makeBusiness,
  makeCategory,
  makeProduct,
  walk,
} from '../support/shop.ts'

interface SearchPage extends List {
  total: number
  facets: { name: string; label: string; values: { value: string; label: string; count: number }[] }[]
  corrected_q: string | null
  relaxed: boolean
}

let business: Business
let shirt: Product

const searchIn = async (shop: Business, query: string) =>
  (await listOf(shop, `/products/search?${query}`)) as SearchPage
const namesIn = async (query: string, shop = business) =>
  (await searchIn(shop, query)).data.map(({ name }) => name)
const problemOf = async (query: string) => {
  const response = await callAs(business, `/products/search?${query}`)
  return {
    status: response.status,
    ...(JSON.parse(await response.text()) as { code: string; detail: string }),
  }
}

beforeAll(async () => {
  business = await makeBusiness()
  await makeCategory(business, { id: 'clothes', name: 'Clothing' })
  await makeCategory(business, { id: 'tea', name: 'Teas' })
  shirt = await makeProduct(business, {
    name: 'Linen shirt',
    category_id: 'clothes',
    price: 1,
    position: 3,
    tags: ['summer, light'],
  })
  await changeProduct(business.id, shirt.id, (whole) =>
    replaceVariants(whole, {
      options: [
        { name: 'Size', values: ['S', 'M'] },
        { name: 'Colour: outside', values: ['Red', 'Navy'] },
      ],
      variants: [
        { option_values: { Size: 'S', 'Colour: outside': 'Red' }, price: 3000 },
        { option_values: { Size: 'M', 'Colour: outside': 'Navy' }, price: 5000, compare_at_price: 6000 },
        { option_values: { Size: 'M', 'Colour: outside': 'Red' }, price: 9900, is_enabled: false },
      ],
    }),
  )
  await makeProduct(business, {
    name: 'Green tea',
    category_id: 'tea',
    price: 900,
    position: 1,
    tags: ['green'],
  })
  await makeProduct(business, {
    name: 'Black tea',
    category_id: 'tea',
    price: 1100,
    position: 2,
    description: 'For the shirt-sleeved afternoon.',
    is_available: false,
  })
  await makeProduct(business, { name: 'Secret tea', category_id: 'tea', status: 'draft' })
})

test('words find products, the best first, also where one is misspelt or some are missing', async () => {
  expect(await namesIn('q=tea')).toEqual(['Green tea', 'Black tea'])
  expect(await namesIn('q=shirt')).toEqual(['Linen shirt', 'Black tea'])
  expect(await searchIn(business, 'q=linnen')).toMatchObject({
    total: 1,
    corrected_q: 'linen',
    relaxed: false,
  })
  expect(await searchIn(business, 'q=linen+purple')).toMatchObject({ total: 1, relaxed: true })
  expect(await searchIn(business, 'q=secret')).toMatchObject({ data: [], total: 0, has_more: false })
})

test('options and prices are those of one and the same enabled variant', async () => {
  expect(await namesIn('option=size:m&option=Colour%5C:+outside:navy')).toEqual(['Linen shirt'])
  expect(await namesIn('option=Size:M&option=Colour%5C:+outside:Red')).toEqual([])
  expect(await namesIn('option=Size:M&price_max=4000')).toEqual([])
  expect(await namesIn('option=Size:M&option=Size:S&price_max=4000')).toEqual(['Linen shirt'])
  expect(await namesIn('on_sale=true')).toEqual(['Linen shirt'])
  expect(await namesIn('tag=summer,+light&tag=green')).toEqual(['Green tea', 'Linen shirt'])
  expect(await namesIn('category=tea,nowhere&is_available=true')).toEqual(['Green tea'])
})

test('facets are counted without their own filter', async () => {
  const { facets, total } = await searchIn(
    business,
    'category=tea&facets=category,is_available,option,price,tag,on_sale',
  )
  expect(total).toBe(2)
  expect(facets.map(({ name, label }) => [name, label])).toEqual([
    ['category', 'category'],
    ['is_available', 'is_available'],
    ['price', 'price'],
    ['tag', 'tag'],
    ['on_sale', 'on_sale'],
  ])
  expect(facets[0]?.values).toEqual([
    { value: 'tea', label: 'Teas', count: 2 },
    { value: 'clothes', label: 'Clothing', count: 1 },
  ])
  const all = await searchIn(business, 'facets=option')
  for (const { values } of all.facets)
    for (const { value, count } of values)
      expect((await searchIn(business, `option=${encodeURIComponent(value)}`)).total, value).toBe(count)
  expect(all.facets.map(({ label }) => label)).toEqual(['Colour: outside', 'Size'])
})

test('without words it is the list of a category, page after page in every order', async () => {
  for (const sort of ['position', 'name', 'price', 'created_at'].flatMap((word) => [word, `-${word}`]))
    for (const filter of ['', '&category=tea'])
      expect(await walk(business, `/products/search?sort=${sort}&limit=1${filter}`)).toEqual(
        (await listOf(business, `/products?sort=${sort}${filter}`)).data,
      )
})

test('the next page is in the link, with each repetition of a parameter', async () => {
  const response = await callAs(
    business,
    '/products/search?limit=1&option=Size:S&option=Size:M&tag=green&tag=x',
  )
  expect(response.headers.get('link')).toBe(null)
  const some = await callAs(business, '/products/search?limit=1&tag=green&tag=summer,+light&utm_source=x')
  expect(some.headers.get('link')).toMatch(
    /^<\?limit=1&tag=green&tag=summer%2C%20light&cursor=[\w-]+>; rel="next"$/,
  )
})

test('a cursor is for the same words and filters; facets and fields may be others', async () => {
  const { next_cursor } = await searchIn(business, 'q=tea&limit=1&facets=tag')
  expect(await namesIn(`q=tea&limit=1&cursor=${next_cursor}&fields=name`)).toEqual(['Black tea'])
  for (const other of ['q=teas', 'q=tea&tag=green', 'q=tea&sort=position', ''])
    expect(await problemOf(`${other}&limit=1&cursor=${next_cursor}`)).toMatchObject({
      code: 'invalid_cursor',
    })
})

test('a response is cached and coded as a list is', async () => {
  const [list, search] = await Promise.all(
    ['/products', '/products/search?facets=category'].map((path) => callAs(business, path)),
  )
  for (const name of ['cache-control', 'vary', 'access-control-allow-origin', 'content-type'])
    expect(search?.headers.get(name)).toBe(list?.headers.get(name))
  const etag = search?.headers.get('etag') ?? ''
  const again = await callAs(business, '/products/search?facets=category', { 'if-none-match': etag })
  expect(again.status).toBe(304)
})

test('a search that cannot be read is refused', async () => {
  const problem = await problemOf('option=Size&price_min=2')
  expect(problem).toMatchObject({ status: 400, code: 'invalid_parameter' })
  expect(problem).toHaveProperty('errors.0.parameter', 'option')
})

test.each(['" OR 1=1 *', '\0', '-', '茶'.repeat(500)])(
  'odd words are words like others: %s',
  async (words) => {
    const page = await searchIn(business, `q=${encodeURIComponent(words)}&facets=category`)
    expect(page).toMatchObject({ has_more: false, total: expect.any(Number) })
  },
)

test('an empty shop, and one of drafts, have no hits and no facets of values', async () => {
  const empty = await makeBusiness()
  const expected = { data: [], count: 0, total: 0, has_more: false, next_cursor: null, corrected_q: null }
  expect(await searchIn(empty, 'q=tea')).toMatchObject({ ...expected, facets: [] })
  await makeCategory(empty, { id: 'tea' })
  await makeProduct(empty, { name: 'Tea', category_id: 'tea', status: 'draft' })
  const { facets, ...rest } = await searchIn(empty, 'q=tea&facets=category,option,price')
  expect(rest).toMatchObject(expected)
  expect(facets.flatMap(({ values }) => values)).toEqual([])
})

test('a change is found at once: of a name, a price, a variant, a status, a category', async () => {
  const shop = await makeBusiness()
  await makeCategory(shop, { id: 'tea', name: 'Leaves' })
  const tea = await makeProduct(shop, { name: 'Sencha', category_id: 'tea', price: 500 })
  const found = (query: string) => namesIn(query, shop)
  expect(await found('q=sencha')).toEqual(['Sencha'])
  const change = (changes: Partial<Product>) =>
    updateProduct(shop.id, tea.id, (before) => ({ ...before, ...changes }))
  await change({ name: 'Bancha', price: 900 })
  expect(await found('q=bancha&price_min=900')).toEqual(['Bancha'])
  expect(await found('q=sencha')).toEqual([])
  await changeProduct(shop.id, tea.id, (whole) =>
    replaceVariants(whole, {
      options: [{ name: 'Weight', values: ['1 kg'] }],
      variants: [{ option_values: { Weight: '1 kg' }, price: 2000 }],
    }),
  )
  expect(await found('option=weight:1+KG&price_min=2000')).toEqual(['Bancha'])
  await change({ status: 'archived' })
  expect(await searchIn(shop, 'q=bancha')).toMatchObject({ data: [], total: 0 })
  await change({ status: 'active' })
  expect(await found('q=bancha')).toEqual(['Bancha'])
  await updateCategory(shop.id, 'tea', (category) => ({ ...category, name: 'Herbs' }))
  await expect.poll(() => found('q=herbs')).toEqual(['Bancha'])
  await deleteProduct(shop.id, tea.id)
  expect(await searchIn(shop, 'q=bancha')).toMatchObject({ data: [], total: 0 })
})

test('searches of two businesses at once never meet, whatever is called alike', async () => {
  const shops = await Promise.all(
    ['Oolong', 'Assam'].map(async (name) => {
      const shop = await makeBusiness()
      await makeCategory(shop, { id: 'tea', name })
      for (let n = 0; n < 3; n++)
        await makeProduct(shop, { name: `${name} ${n}`, category_id: 'tea', tags: [name], price: n })
      return { shop, name }
    }),
  )
  const pages = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const { shop, name } = shops[n % 2] ?? { shop: business, name: '' }
      const query = n % 4 < 2 ? 'q=oolong+assam' : 'category=tea'
      return { name, text: JSON.stringify(await searchIn(shop, `${query}&facets=category,tag,price`)) }
    }),
  )
  for (const { name, text } of pages) {
    expect(text).toContain(`${name} 1`)
    expect(text.replace(/"corrected_q":"[^"]*"/, '')).not.toMatch(name === 'Oolong' ? /assam/i : /oolong/i)
  }
})

test('a category includes those below it, also when it is moved; an unlisted one is not in the facet', async () => {
  const shop = await makeBusiness()
  const put = (id: string, parent_id: string | null, is_listed = true) =>
    makeCategory(shop, { id, name: id, parent_id, is_listed })
  await put('drinks', null)
  await put('tea', 'drinks')
  await put('green', 'tea')
  await put('front', null, false)
  for (const [n, category_id] of ['green', 'green', 'tea', 'front'].entries())
    await makeProduct(shop, { name: `${category_id} ${n}`, category_id, position: n })
  const found = async (category: string) => (await searchIn(shop, `category=${category}&limit=50`)).total
  const counts = async () => {
    const { facets } = await searchIn(shop, 'facets=category&limit=1')
    return Object.fromEntries(facets[0]?.values.map(({ value, count }) => [value, count]) ?? [])
  }
  expect(await Promise.all(['drinks', 'tea', 'green', 'front', 'green,drinks'].map(found))).toEqual([
    3, 3, 2, 1, 3,
  ])
  expect(await counts()).toEqual({ drinks: 3, tea: 3, green: 2 })
  await updateCategory(shop.id, 'green', (category) => ({ ...category, parent_id: null }))
  await updateCategory(shop.id, 'front', (category) => ({ ...category, is_listed: true }))
  await expect.poll(counts, { timeout: 20_000 }).toEqual({ drinks: 1, tea: 1, green: 2, front: 1 })
})

test('a large shop is found at once, although its index is still to be stored', async () => {
  const { id } = await seedShop(120, (n) => ({
    name: `Tea ${n}`,
    description: '\u{1D11E}'.repeat(5_000),
  }))
  const response = await call(`/products/search?business=${id}&q=tea&limit=1`)
  expect(await response.json()).toMatchObject({ total: 120, count: 1, has_more: true })
})
