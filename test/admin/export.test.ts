import { beforeAll, describe, expect, test } from 'vitest'
import { getBusiness } from '../../lib/data/businesses.ts'
import { CSV_HEADER } from '../../lib/import/catalogue-files/product-cells.ts'
import { SHOPIFY_HEADER } from '../../lib/import/catalogue-files/shopify-rows.ts'
import { makeRichShop } from '../operator/export/rich-shop.ts'
import { exported, makeFile, operate } from '../operator/operate.ts'
import { seedShop } from '../support/seeded-shop.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'
import { exportFile, exportPage, exportPages, linesIn, rowsIn, sortedLines } from './export-pages.ts'
import { create, type Merchant, makeMerchant } from './merchant.ts'

let shop: Merchant & { products: number }
beforeAll(async () => {
  shop = await makeRichShop()
})

function has<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it is not there')
  return value
}

const codeOf = ({ status, text }: { status: number; text: string }) => `${status} ${JSON.parse(text).code}`

describe('a shop with one of everything', () => {
  test('has the lines of the operator’s export, in the order of the ids', async () => {
    const page = await exportPage(shop.token)
    expect([page.status, page.next]).toEqual([200, null])
    expect(page.headers.get('content-type')).toBe('application/x-ndjson')
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(sortedLines(page.text)).toEqual(sortedLines((await exported(shop.business)).text))
    const { body } = await shop.ask('GET', '/admin/products?limit=200')
    expect(linesIn(page.text).map(({ slug }) => slug)).toEqual(body.data.map(({ slug }) => slug))
  })

  test('moves into an empty business: an export of that has equal lines', async () => {
    const text = await exportFile(shop.token, '?limit=3')
    const other = await makeBusiness({ currency: shop.business.currency })
    const { stdout } = await operate('import', await makeFile('api.jsonl', text), '--business', other.id)
    expect(stdout).toContain(`${shop.products} rows: ${shop.products} created, 0 updated`)
    expect(sortedLines(await exportFile(await makeToken(other)))).toEqual(sortedLines(text))
  })

  test('moves as CSV, too: nothing is left out, and where it comes from it changes nothing', async () => {
    const text = await exportFile(shop.token, '?format=csv&limit=3')
    const file = await makeFile('api.csv', text)
    const other = await makeBusiness({ currency: shop.business.currency })
    const { stdout, notes } = await operate('import', file, '--business', other.id)
    expect(stdout).toContain(`${shop.products} rows: ${shop.products} created, 0 updated`)
    expect(notes).toEqual([])
    const token = await makeToken(other)
    expect(sortedLines(await exportFile(token))).toEqual(sortedLines(await exportFile(shop.token)))
    expect(sortedLines(await exportFile(token, '?format=csv'))).toEqual(sortedLines(text))
    const again = await operate('import', file, '--business', shop.business.id, '--stock', 'set')
    expect(again.stdout).toContain(`0 created, 0 updated, ${shop.products} unchanged, 0 refused`)
  })

  test('as CSV has a row for each product, prices as decimals, and JSON in cells', async () => {
    const page = await exportPage(shop.token, '?format=csv')
    expect(page.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const rows = rowsIn(page.text)
    expect(rows).toHaveLength(shop.products)
    expect(rows.find(({ sku }) => sku === '007')).toMatchObject({
      price: '19.90',
      compare_at_price: '24.90',
      cost: '0.00',
      tags: '["a","b,c","d|e"]',
      metadata: '{"9":"nine","10":"ten","alpha":"1","zeta":"last"}',
      external_id: 'erp:1~2',
      quantity: '',
      is_available: 'false',
      variants: '',
    })
    const [first] = JSON.parse(`${rows.find(({ slug }) => slug === 'a-shirt')?.variants}`)
    expect(first).toMatchObject({ option_values: { Size: 'M' }, price: '12.00', cost: '4.00' })
  })

  test('as CSV has a column for each member of a line', async () => {
    const members = linesIn(await exportFile(shop.token)).flatMap((line) => Object.keys(line))
    expect([...new Set(members)].sort()).toEqual(CSV_HEADER.split(',').sort())
  })

  test('as a file for Shopify has the rows of the operator’s', async () => {
    const page = await exportPage(shop.token, '?format=shopify')
    expect(page.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const { text } = await exported(shop.business, '--format', 'shopify_csv')
    const byHandle = (file: string) =>
      rowsIn(file).sort(({ Handle: a = '' }, { Handle: b = '' }) => (a < b ? -1 : Number(a > b)))
    expect(byHandle(page.text)).toEqual(byHandle(text))
    expect(byHandle(await exportFile(shop.token, '?format=shopify&limit=1'))).toEqual(byHandle(text))
  })

  test.each(['csv', 'shopify'])('has the header of %s on the first page alone', async (format) => {
    const header = format === 'csv' ? CSV_HEADER : SHOPIFY_HEADER
    const pages = await exportPages(shop.token, `?format=${format}&limit=4`)
    expect(pages.map(({ text }) => text.startsWith(`${header}\n`))).toEqual([true, false, false])
    expect(pages.map(({ text }) => text).join('')).toBe(await exportFile(shop.token, `?format=${format}`))
  })

  test('is filtered by status and category as the operator’s export', async () => {
    for (const [query, options] of [
      ['?status=active', ['--status', 'active']],
      ['?category=below', ['--category', 'below']],
      ['?status=draft&category=first', ['--status', 'draft', '--category', 'first']],
    ] as const) {
      const file = await exportFile(shop.token, query)
      expect(sortedLines(file), query).toEqual(sortedLines((await exported(shop.business, ...options)).text))
      expect(linesIn(file).length, query).toBeGreaterThan(0)
      expect(await exportFile(shop.token, `${query}&limit=1`), query).toBe(file)
    }
    for (const category of ['none', 'No%20slug', 'x'.repeat(3_000)])
      expect(await exportPage(shop.token, `?category=${category}`)).toMatchObject({ status: 200, text: '' })
  })

  test('is not told by HEAD, which has the same headers', async () => {
    const [head, get] = [await exportPage(shop.token, '', 'HEAD'), await exportPage(shop.token)]
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([
      200,
      '',
      get.headers.get('content-type'),
    ])
    expect([head.headers.get('etag'), get.headers.get('etag')]).toEqual([null, null])
    const limited = await exportPage(shop.token, '?limit=2', 'HEAD')
    expect(limited.next).toBe((await exportPage(shop.token, '?limit=2')).next)
  })
})

describe('a shop without products', () => {
  test.each([
    ['jsonl', ''],
    ['csv', `${CSV_HEADER}\n`],
    ['shopify', `${SHOPIFY_HEADER}\n`],
  ])('is as %s the header alone', async (format, text) => {
    const token = await makeToken(await makeBusiness())
    expect(await exportPage(token, `?format=${format}`)).toMatchObject({ status: 200, text, next: null })
  })
})

describe('a key', () => {
  test.each([
    [['products:read'], 'inventory:read'],
    [['products:write', 'categories:write'], 'inventory:read'],
    [['inventory:write'], 'products:read'],
    [['business:read'], 'products:read'],
  ])('with %j alone is refused for want of %s', async (scopes, required) => {
    const token = await makeToken(shop.business, { scopes })
    // Before a fault of the query is named.
    for (const query of ['', '?limit=0']) {
      const refused = await exportPage(token, query)
      expect(codeOf(refused)).toBe('403 insufficient_scope')
      expect(JSON.parse(refused.text).required_scope).toBe(required)
      expect(refused.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"')
    }
  })

  test.each([
    ['products:read', 'inventory:read'],
    ['products:write', 'inventory:write'],
  ])('with %s and %s is enough', async (...scopes) => {
    const token = await makeToken(shop.business, { scopes })
    expect((await exportPage(token)).status).toBe(200)
  })
})

describe('what is refused', () => {
  test('a value that a parameter cannot have, and a parameter that it does not have', async () => {
    for (const query of ['?format=shopify_csv', '?status=public', '?limit=201'])
      expect(codeOf(await exportPage(shop.token, query)), query).toBe('400 invalid_parameter')
    expect(codeOf(await exportPage(shop.token, '?sort=slug'))).toBe('400 unknown_parameter')
  })

  test('the cursor of another format, filter, list or business', async () => {
    const { next } = await exportPage(shop.token, '?format=csv&status=draft&limit=2')
    const cursor = new URLSearchParams(next ?? '').get('cursor')
    const withCursor = (query: string, token = shop.token) => exportPage(token, `${query}&cursor=${cursor}`)
    expect((await withCursor('?format=csv&status=draft')).status).toBe(200)
    // The default is the same export, sent or not.
    const plain = new URLSearchParams((await exportPage(shop.token, '?limit=2')).next ?? '')
    plain.set('format', 'jsonl')
    expect((await exportPage(shop.token, `?${plain}`)).status).toBe(200)
    for (const query of [
      '?format=jsonl&status=draft',
      '?status=draft',
      '?format=csv',
      '?format=csv&status=active',
    ])
      expect(codeOf(await withCursor(query)), query).toBe('400 invalid_cursor')
    const other = await makeMerchant()
    expect(codeOf(await withCursor('?format=csv&status=draft', other.token))).toBe('400 invalid_cursor')
    const { body } = await shop.ask('GET', '/admin/products?limit=2')
    expect(codeOf(await exportPage(shop.token, `?cursor=${body.next_cursor}`))).toBe('400 invalid_cursor')
    expect(codeOf(await exportPage(shop.token, '?cursor=x'))).toBe('400 invalid_cursor')
  })
})

test('blanks around a text come back from CSV', async () => {
  const [business, other] = [await makeBusiness(), await makeBusiness()]
  await makeCategory(business, { id: 'tea' })
  const description = '  indented and more '
  await makeProduct(business, { category_id: 'tea', description })
  const file = await makeFile('api.csv', await exportFile(await makeToken(business), '?format=csv'))
  await operate('import', file, '--business', other.id)
  expect(linesIn(await exportFile(await makeToken(other)))).toMatchObject([{ description }])
})

test('products of another business are in no page', async () => {
  const [one, other] = [await makeMerchant(), await makeMerchant()]
  for (const { business } of [one, other]) {
    await makeCategory(business, { id: 'tea' })
    for (let n = 0; n < 3; n++)
      await makeProduct(business, { category_id: 'tea', name: `Of ${business.slug}` })
  }
  for (const { token, business } of [one, other]) {
    const names = linesIn(await exportFile(token, '?limit=1')).map(({ name }) => name)
    expect(names).toEqual(Array(3).fill(`Of ${business.slug}`))
  }
})

test('401 products are three pages of at most 200, which together are the operator’s export', async () => {
  const seeded = await seedShop(401, (n) => ({ name: `Tea ${n}` }))
  const business = has(await getBusiness(seeded.id))
  const pages = await exportPages(await makeToken(business))
  expect(pages.map(({ text }) => linesIn(text).length)).toEqual([200, 200, 1])
  const text = pages.map((page) => page.text).join('')
  expect(sortedLines(text)).toEqual(sortedLines((await exported(business)).text))
})

test('a category has the names above it, as the operator writes them', async () => {
  const merchant = await makeMerchant()
  await create(merchant, '/admin/categories', { id: 'clothes', name: 'Clothes' })
  for (const [id, parent_id] of [
    ['clothes-shirts', 'clothes'],
    ['else', 'clothes-shirts'],
  ] as const)
    await create(merchant, '/admin/categories', { id, name: 'Shirts', parent_id })
  for (const category_id of ['clothes-shirts', 'else'])
    await makeProduct(merchant.business, { category_id, additional_categories: [{ id: 'clothes' }] })
  const text = await exportFile(merchant.token)
  expect(linesIn(text).map(({ category }) => category)).toEqual(['Clothes > Shirts', 'Shirts'])
  expect(sortedLines(text)).toEqual(sortedLines((await exported(merchant.business)).text))
})
