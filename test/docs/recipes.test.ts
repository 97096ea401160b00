import { expect, inject, test } from 'vitest'
import { BASE_PATH } from '../../lib/api/route.ts'
import { decimalsOf } from '../../lib/domain/currency-decimals.ts'
import { plantEvent } from '../support/feed.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'
import { blocksOf, readPage } from './blocks.ts'
import { recipeWith as recipe, runRecipe } from './run-recipe.ts'

const BASE = inject('baseUrl')
const business = await makeBusiness()
for (const id of ['tea', 'ceramics']) await makeCategory(business, { id })
for (const name of ['Assam', 'Bancha'])
  await makeProduct(business, { name, category_id: 'tea', tags: ['wood'] })
await makeProduct(business, { name: 'Pepper mill, walnut', category_id: 'tea' })
const KEY = await makeToken(business)

const run = (recipe: string, own: Record<string, unknown> = {}) =>
  runRecipe(recipe, { slug: business.slug, KEY }, own)

/** Ends a loop that has no end of its own. */
class Stop extends Error {}

test('a list is read to its end, or page by page', async () => {
  expect((await run(recipe("each('/products', { category"))).sort()).toEqual([
    'Assam',
    'Bancha',
    'Pepper mill, walnut',
  ])
  const pages = recipe('next_cursor').replaceAll('limit: 20', 'limit: 2')
  expect((await run(pages)).join()).not.toBe('')
})

test('filters, an order and fields', async () => {
  expect((await run(recipe('price_max'))).sort()).toEqual(['Assam 1250', 'Bancha 1250'])
})

test('prices are shown with the decimals of their currency, and with the earlier price in a sale', async () => {
  const own = await makeBusiness({ currency: 'HUF' })
  await makeCategory(own, { id: 'tea' })
  await makeProduct(own, { name: 'Assam', category_id: 'tea', price: 129_050, compare_at_price: 150_000 })
  await makeProduct(own, { name: 'Bancha', category_id: 'tea', price: 99_000, compare_at_price: null })
  const prices = recipe('const DECIMALS')
  expect((await runRecipe(prices, { slug: own.slug, KEY })).sort()).toEqual([
    'Assam: HUF\u00a01,290.50, before HUF\u00a01,500.00',
    'Bancha: HUF\u00a0990.00',
  ])
  const shown: string[] = []
  const all = [...Intl.supportedValuesOf('currency')]
  const amounts = `${prices}\nshow(all.map((currency) => money(12_345, currency)))`
  await runRecipe(amounts, { slug: own.slug, KEY }, { all, show: (texts: string[]) => shown.push(...texts) })
  const decimals = shown.map((text) => /\.(\d+)$/.exec(text)?.[1]?.length ?? 0)
  expect(decimals).toEqual(all.map(decimalsOf))
})

test('a cached response is confirmed with its ETag', async () => {
  const statuses: number[] = []
  const watched = async (url: string, init?: RequestInit) => {
    const response = await fetch(url, init)
    statuses.push(response.status)
    return response
  }
  expect(await run(recipe('if-none-match'), { fetch: watched })).toEqual(['3'])
  expect(statuses).toEqual([200, 304])
})

test('a repeated POST has its effect only once, and an error is a problem', async () => {
  const create = recipe('Idempotency-Key')
  const [first] = await run(create)
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(await run(create)).toEqual([first])
  expect(await run(create.replace('Mug, blue', 'Mug, green'))).toEqual([
    expect.stringMatching(/^idempotency_key_reused /),
  ])
})

test('many products come in at once, and what is wrong with one is printed', async () => {
  const own = await makeBusiness()
  await makeCategory(own, { id: 'ceramics' })
  const reader = { slug: own.slug, KEY: await makeToken(own) }
  const [counts, ...refused] = await runRecipe(
    recipe('products.sync').replace("name: 'Mug, blue', ", ''),
    reader,
  )
  expect(counts).toBe('1 0')
  expect(refused).toEqual(['mug-blue name: is required'])
})

test('products come in by the id of another system, and the second time nothing changes', async () => {
  const put = recipe('by-external-id')
  await run(put)
  const path = '/admin/products/by-external-id/mug-red'
  const read = async () =>
    (await fetch(`${BASE}${path}`, { headers: { authorization: `Bearer ${KEY}` } })).json()
  const made = await read()
  expect(made).toMatchObject({ name: 'Mug, red', price: 1200, status: 'active', version: 1 })
  await run(put)
  expect(await read()).toEqual(made)
})

test('changes are followed, and the position is stored behind each', async () => {
  const other = await makeBusiness()
  const ids = [await plantEvent(other.id, { at: new Date(Date.now() - 60_000) })]
  const stored: unknown[] = []
  const own = {
    KEY: await makeToken(other),
    storePosition: async (after: unknown) => {
      stored.push(after)
      throw new Stop()
    },
  }
  await expect(run(recipe('events.follow'), own)).rejects.toThrow(Stop)
  expect(stored).toEqual(ids)
})

test('a rendered page passes the ETag on', async () => {
  const block = `${recipe('const answer')}\nreturned(answer)`
  const answers: Response[] = []
  const render = (request: Request) =>
    run(block, { request, returned: (answer: Response) => answers.push(answer) })
  await render(new Request('http://shop.example/'))
  const [page] = answers
  expect({ status: page?.status, type: typeof page?.headers.get('etag') }).toEqual({
    status: 200,
    type: 'string',
  })
  await render(
    new Request('http://shop.example/', { headers: { 'if-none-match': page?.headers.get('etag') ?? '' } }),
  )
  expect(answers[1]?.status).toBe(304)
})

test('a sitemap is passed on, and structured data comes from one request', async () => {
  const product_url_template = 'https://shop.example/p/{slug}'
  const own = await makeBusiness({ product_url_template })
  await makeCategory(own, { id: 'tools' })
  await makeProduct(own, {
    name: 'Pepper mill, walnut </script>',
    slug: 'pepper-mill-walnut',
    category_id: 'tools',
  })
  const returned: unknown[] = []
  const runFor = (block: string) =>
    runRecipe(block, { slug: own.slug, KEY }, { returned: (value: unknown) => returned.push(value) })
  await runFor(`${recipe('feeds/sitemap.xml')}\nreturned(await (await GET()).text())`)
  expect(returned[0]).toContain('<loc>https://shop.example/p/pepper-mill-walnut</loc>')
  await runFor(`${recipe('jsonld')}\nreturned(script)`)
  const [, json = ''] =
    /^<script type="application\/ld\+json">([^<]*)<\/script>$/.exec(String(returned[1])) ?? []
  expect(JSON.parse(json)).toMatchObject({ name: 'Pepper mill, walnut </script>' })
})

test('robots.txt names the sitemap of the API', () => {
  const [robots] = blocksOf(readPage('docs/recipes.md')).filter(({ info }) => info === 'robots')
  const [, path] = /^Sitemap: https:\/\/[^/]+(\S+)$/m.exec(robots?.text ?? '') ?? []
  const url = new URL(`https://api.example${path}`)
  expect([url.pathname, url.search]).toEqual([`${BASE_PATH}/feeds/sitemap.xml`, '?business=demo'])
})
