import { readFileSync } from 'node:fs'
import { describe, expect, inject, test } from 'vitest'
import { memoryPages, validateXML } from 'xmllint-wasm'
import { FEEDS, type Feed, missingIn, renderFeed, rowsOf } from '../../../lib/domain/channels/feeds.ts'
import type { Shop, ShownProduct } from '../../../lib/domain/channels/goods.ts'
import { reportOf } from '../../../lib/domain/channels/report.ts'
import { isGtin } from '../../../lib/domain/products/trade.ts'
import { Run } from '../../prove/run.ts'
import { type Cell, googleRows, linkOf } from './naive-feed.ts'
import { randomShop } from './random-shop.ts'

/** The rows of an RSS feed, as a channel reads them. */
const rowsIn = (xml: string): Cell[][] =>
  [...xml.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = '']) =>
    [...item.matchAll(/<g:(\w+)>(.*?)<\/g:\1>/gs)].map(
      ([, column = '', text = '']): Cell => [
        column,
        text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
      ],
    ),
  )

const cellOf = (row: readonly Cell[], column: string) => row.find(([name]) => name === column)?.[1]

/** A feed that is not too long. */
function rendered(feed: Feed, shop: Shop, products: readonly ShownProduct[]) {
  const made = renderFeed(feed, shop, products)
  if (!made) throw new Error('the feed is too long')
  return made
}

const CATALOGUES = 2_000

const catalogues = (count: number) => {
  const run = new Run('feeds', inject('turn') ?? 36, { count })
  return Array.from({ length: count }, () => randomShop(run))
}

test(`the RSS feeds of ${CATALOGUES} shops are those of a naive renderer`, () => {
  for (const { shop, products } of catalogues(CATALOGUES)) {
    const all = products.flatMap((shown) => googleRows(shop, shown))
    expect(rowsIn(rendered(FEEDS['google.xml'], shop, products).text)).toEqual(all)
    const metas = products.flatMap((shown) => googleRows(shop, shown, ['in stock', 'out of stock']))
    const identified = metas.filter((row) => ['brand', 'gtin', 'mpn'].some((column) => cellOf(row, column)))
    expect(rowsIn(rendered(FEEDS['meta.xml'], shop, products).text)).toEqual(identified)
  }
})

test('each row has an id of its own that Google takes, a sale below the price, and a right GTIN', () => {
  for (const { shop, products } of catalogues(500)) {
    const rows = rowsIn(rendered(FEEDS['google.xml'], shop, products).text)
    const ids = rows.map((row) => cellOf(row, 'id') ?? '')
    expect([new Set(ids).size, Math.max(0, ...ids.map(({ length }) => length)) <= 50]).toEqual([
      ids.length,
      true,
    ])
    for (const row of rows) {
      const [price, sale, gtin] = ['price', 'sale_price', 'gtin'].map((column) => cellOf(row, column))
      if (sale) expect(Number.parseFloat(sale)).toBeLessThan(Number.parseFloat(price ?? ''))
      if (gtin) expect(isGtin(gtin)).toBe(true)
      expect(new Set(row.map((cell) => cell.join())).size).toBe(row.length)
    }
  }
})

test("OpenAI's rows are lines of JSON that say the same as Google's", () => {
  for (const { shop, products } of catalogues(500)) {
    const { text, rows } = rendered(FEEDS['openai.jsonl'], shop, products)
    const lines = text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
    const google = products
      .flatMap((shown) => googleRows(shop, shown))
      .filter((row) => shop.business.country !== null && cellOf(row, 'brand'))
    expect([rows, lines.length]).toEqual([google.length, google.length])
    for (const [n, line] of lines.entries()) {
      const row = google[n] ?? []
      const cleaned = (value: string) => value.replaceAll('\ufffe', '').replaceAll('\uffff', '')
      for (const [own, column] of [
        ['item_id', 'id'],
        ['title', 'title'],
        ['url', 'link'],
        ['image_url', 'image_link'],
        ['price', 'price'],
        ['sale_price', 'sale_price'],
        ['availability', 'availability'],
        ['condition', 'condition'],
        ['brand', 'brand'],
        ['gtin', 'gtin'],
        ['group_id', 'item_group_id'],
        ['product_category', 'product_type'],
      ] as const)
        expect([own, line[own] && cleaned(line[own])]).toEqual([own, cellOf(row, column)])
      expect([line.target_countries, line.store_country]).toEqual([['DE'], 'DE'])
    }
  }
})

/** Of the package `sitemap`: a copy of http://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd. */
const SITEMAP_SCHEMA = readFileSync('node_modules/sitemap/schema/sitemap.xsd', 'utf8')

const memory = { initialMemoryPages: 256, maxMemoryPages: 4 * memoryPages.GiB } as const

test('the XML is well formed, and the sitemap is valid by its schema', async () => {
  const shops = catalogues(60)
  const named = (name: 'google.xml' | 'sitemap.xml') =>
    shops.map(({ shop, products }, n) => ({
      fileName: `${n}.xml`,
      contents: rendered(FEEDS[name], shop, products).text,
    }))
  const rss = await validateXML({ xml: named('google.xml'), normalization: 'format', ...memory })
  expect(rss.errors).toEqual([])
  // The schema wants one page at least.
  const filled = named('sitemap.xml').filter((_, n) => (shops[n]?.products.length ?? 0) > 0)
  const sitemaps = await validateXML({ xml: filled, schema: SITEMAP_SCHEMA, ...memory })
  expect(sitemaps.errors).toEqual([])
  const broken = filled.map(({ contents }) => contents.replace('<loc>', '<lok>').replace('</loc>', '</lok>'))
  expect((await validateXML({ xml: broken.slice(0, 1), schema: SITEMAP_SCHEMA })).valid).toBe(false)
})

test('a sitemap has the page of every active product, once, also of one that has no enabled variant', () => {
  for (const { shop, products } of catalogues(200)) {
    const { text } = rendered(FEEDS['sitemap.xml'], shop, products)
    const pages = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))
    expect(pages).toEqual(products.map(({ product }) => linkOf(shop, product, undefined)))
  }
})

test('a feed that is too long is not made', () => {
  const run = new Run('feeds', 1, { count: 1 })
  const { shop, products } = randomShop(run)
  const [first] = products.filter(({ variants }) => !variants)
  if (!first) throw new Error('this seed has no product without options')
  const many = function* (): Generator<ShownProduct> {
    for (let n = 0; n < 9_000; n++)
      yield { product: { ...first.product, id: `${n}`, description: 'x'.repeat(5_000), price: 1 } }
  }
  const pictured = { ...FEEDS['google.xml'], required: [] }
  expect(renderFeed(pictured, shop, many())).toBeUndefined()
})

test('the report counts what the feed has and what it leaves out', () => {
  for (const { shop, products } of catalogues(500))
    for (const name of Object.keys(FEEDS) as (keyof typeof FEEDS)[]) {
      const feed = FEEDS[name]
      const rows = products.flatMap((shown) => rowsOf(feed, shop, shown))
      const report = reportOf(name, shop, products)
      expect(report.rows).toBe(rendered(feed, shop, products).rows)
      expect(report.rows + report.left_out).toBe(rows.length)
      expect(report.data.length).toBe(report.left_out)
      const counts: Record<string, number> = {}
      for (const need of rows.flatMap((goods) => missingIn(feed.required, goods, shop)))
        counts[need] = (counts[need] ?? 0) + 1
      expect(report.missing).toEqual(counts)
    }
})

/** A product of which one variant has this value of an option that is called so. */
function withValue(option: string, value: string) {
  const { shop, products } = randomShop(new Run('feeds', 1, { count: 1 }))
  const [shown] = products
  if (!shown) throw new Error('this seed has no product')
  const { product } = shown
  const image = { url: 'https://images.example/a.jpg', alt: '' }
  const variant = {
    id: `${product.id}-1`,
    option_values: { [option]: value },
    price: 1,
    compare_at_price: null,
    image,
    position: 0,
    is_available: true,
  }
  const variants = { id: product.id, options: [{ name: option, values: [value] }], variants: [variant] }
  return { shop, shown: { product: { ...product, name: 'Pepper mill' }, variants } }
}

describe.each([
  ['color', 'Farbe', 100],
  ['size', 'Size', 100],
  ['pattern', 'Pattern', 100],
  ['material', 'Material', 200],
] as const)('a %s of the option %s', (attribute, option, longest) => {
  test(`has ${longest} characters at most, or is left out and counted by the report`, () => {
    const [fitting, long] = ['🟥'.repeat(longest), '🟥'.repeat(longest + 1)]
    const { shop, shown } = withValue(option, fitting)
    expect(googleCell(shop, shown, attribute)).toBe(fitting)
    expect(reportOf('google.xml', shop, [shown]).too_long).toEqual({})
    const longer = withValue(option, long)
    expect(googleCell(longer.shop, longer.shown, attribute)).toBeUndefined()
    expect(reportOf('google.xml', longer.shop, [longer.shown])).toMatchObject({
      rows: 1,
      too_long: { [attribute]: 1 },
    })
  })
})

const googleCell = (shop: Shop, shown: ShownProduct, column: string) =>
  cellOf(rowsIn(rendered(FEEDS['google.xml'], shop, [shown]).text)[0] ?? [], column)

test('a title begins with the name of the product, however long the values of its options are', () => {
  const { shop, shown } = withValue('Ink', 'x'.repeat(255))
  expect(googleCell(shop, shown, 'title')).toBe(`Pepper mill, ${'x'.repeat(137)}`)
  const [variant] = shown.variants.variants
  if (!variant) throw new Error('there is no variant')
  const option_values = { Ink: 'x'.repeat(255), Cap: 'M', Nib: 'y'.repeat(255) }
  const many = { ...shown, variants: { ...shown.variants, variants: [{ ...variant, option_values }] } }
  expect(googleCell(shop, many, 'title')).toBe(`Pepper mill, ${'x'.repeat(44)}, M, ${'y'.repeat(44)}`)
})

test('without a template everything is missing the same, and a report names 100 rows by slug', () => {
  const run = new Run('feeds', 1, { count: 1 })
  const { shop, products } = randomShop(run)
  const { product_url_template: _, ...business } = shop.business
  const [first] = products.filter(({ variants }) => !variants)
  if (!first) throw new Error('this seed has no product without options')
  const many = Array.from(
    { length: 150 },
    (_, n): ShownProduct => ({
      product: { ...first.product, slug: `p-${String((n * 7) % 150).padStart(3, '0')}`, id: `${n}` },
    }),
  )
  const report = reportOf('sitemap.xml', { ...shop, business } as Shop, many)
  expect(report).toMatchObject({
    products: 150,
    rows: 0,
    left_out: 150,
    missing: { product_url_template: 150 },
  })
  expect(report.data.map(({ product_id }) => (Number(product_id) * 7) % 150)).toEqual(
    Array.from({ length: 100 }, (_, n) => n),
  )
})
