import { beforeAll, expect, test } from 'vitest'
import { makePicturedShop, type PageShop } from '../docs/page-shop.ts'
import { call } from '../support/shop.ts'

let shop: PageShop
beforeAll(async () => {
  shop = await makePicturedShop()
})

const READS = [
  '/business',
  '/categories?limit=200',
  '/products?limit=50',
  '/products?limit=50&sort=-created_at',
  '/products/espresso-speicherstadt?expand=variants',
  '/products/pepper-mill-walnut/jsonld',
  '/feeds/sitemap.xml',
  '/feeds/google.xml',
  '/feeds/openai.jsonl',
]

/** Of a vocabulary or a format: a name that nobody requests. */
const NAMES = /^https?:\/\/(?:schema\.org|www\.sitemaps\.org|base\.google\.com)(?:\/|$)/

test('every address that the demo shop publishes leads to something', async () => {
  const answers = await Promise.all(
    READS.map(async (path) => {
      const response = await call(`${path}${path.includes('?') ? '&' : '?'}business=${shop.business.slug}`)
      expect(`${path} ${response.status}`).toBe(`${path} 200`)
      return response.text()
    }),
  )
  const found = answers.join('\n').match(/https?:\/\/[^\s"<\\]+/g) ?? []
  const addresses = [...new Set(found.map((address) => address.replaceAll('&amp;', '&')))]
  const wrong: string[] = []
  for (const address of addresses.filter((one) => !NAMES.test(one))) {
    const { status } = await fetch(address)
    if (status !== 200) wrong.push(`${status} ${address}`)
  }
  expect(wrong).toEqual([])
  // Of pictures and pages: a pattern that finds none would pass.
  expect(addresses.length).toBeGreaterThan(90)
})
