import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { memoryPages, validateXML } from 'xmllint-wasm'
import { FEEDS, renderFeed } from '../../../lib/domain/channels/feeds.ts'
import type { ShownProduct } from '../../../lib/domain/channels/goods.ts'
import { Run } from '../../prove/run.ts'
import { judgeLines, judgeReport, judgeRows, judgeRss, judgeSitemap } from './judge-feeds.ts'
import { randomShop } from './random-shop.ts'
import { catalogues, rendered } from './read-feeds.ts'

test.each([
  ['the RSS feeds', judgeRss, 2_000],
  ['each of their rows', judgeRows, 500],
  ["OpenAI's lines", judgeLines, 500],
  ['sitemaps', judgeSitemap, 200],
  ['reports', judgeReport, 500],
] as const)('%s are right', (_, judge, count) => {
  judge(count)
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
