import type { Page, Route } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import {
  expectNoViolations,
  hasBrowser,
  openShop,
  openTab,
  productAddress,
  settled,
  shopAddress,
  test,
} from './tab.ts'
import { ENDING, makeTradedShop } from './traded-shop.ts'

let shop: Business
beforeAll(async () => {
  if (hasBrowser) shop = await makeTradedShop()
})

const article = (page: Page) => page.getByRole('article')
const productHeading = (page: Page, name: string) => article(page).getByRole('heading', { level: 1, name })
const data = (page: Page) => page.locator('head script[type="application/ld+json"]')

/** The structured data of a page, when there is some; of two it would not know which. */
async function dataOn(page: Page): Promise<Record<string, unknown>> {
  await data(page).waitFor({ state: 'attached' })
  return JSON.parse((await data(page).textContent()) ?? '')
}

/** The Open Graph properties of a page. */
const previewOn = (page: Page) =>
  page.evaluate<Record<string, string>>(
    "Object.fromEntries([...document.querySelectorAll('meta[property]')]" +
      ".map((meta) => [meta.getAttribute('property'), meta.content]))",
  )

/** Names and texts of the facts that can be seen on the page of a product. */
const factsOn = (page: Page) => article(page).locator('dl:visible > *').allTextContents()

async function open(product: string): Promise<Page> {
  const page = await openTab()
  await page.goto(productAddress(shop, product))
  await article(page).getByRole('heading', { level: 1 }).waitFor()
  return page
}

test('the page of a product has the structured data that the API has of it', async () => {
  const page = await open('kettle')
  expect(await dataOn(page)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Kettle',
    url: 'https://pots.example/p/kettle',
    brand: { name: 'Nordholz' },
    gtin: '9520025000010',
    offers: { price: '49.90', priceCurrency: 'EUR', itemCondition: 'https://schema.org/UsedCondition' },
  })
  await page.goto(productAddress(shop, 'lid'))
  const { '@type': type, hasVariant } = await dataOn(page)
  expect([type, hasVariant]).toEqual([
    'ProductGroup',
    [expect.objectContaining({ mpn: 'NH-L-S' }), expect.objectContaining({ mpn: 'NH-L-L' })],
  ])
})

test('a list has none; each product has its own, whichever way one comes to it', async () => {
  const page = await openShop(shop)
  const isOf = (name: string) => expect.poll(async () => (await dataOn(page)).name).toBe(name)
  expect([await data(page).count(), await previewOn(page)]).toEqual([0, {}])
  await page.getByRole('link', { name: 'Kettle' }).click()
  await isOf('Kettle')
  await page.goBack()
  await article(page).waitFor({ state: 'hidden' })
  expect([await data(page).count(), await previewOn(page)]).toEqual([0, {}])
  await page.getByRole('link', { name: 'Lid' }).click()
  await isOf('Lid')
  // From one product to another, without a list between them.
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(productAddress(shop, 'plain-pot'))}), dispatchEvent(new Event('popstate'))`,
  )
  await isOf('Plain pot')
  expect(await previewOn(page)).toMatchObject({ 'og:title': 'Plain pot' })
  await page.goBack()
  await isOf('Lid')
})

test('structured data that comes when its product has been left is not added', async () => {
  const page = await openTab()
  const held = Promise.withResolvers<Route>()
  await page.route('**/products/kettle/jsonld?*', (route) => held.resolve(route))
  await page.goto(productAddress(shop, 'kettle'))
  const route = await held.promise
  await article(page).getByRole('link', { name: 'All products' }).click()
  await settled(page)
  await route.fulfill({ response: await route.fetch() })
  await page.evaluate("fetch('/api/v1/health').then((response) => response.json())")
  expect(await data(page).count()).toBe(0)
})

test('a product whose texts would end the script does no harm, also when the page is saved and opened', async () => {
  const page = await open('ending')
  expect(await dataOn(page)).toMatchObject({ name: ENDING, description: ENDING, brand: { name: ENDING } })
  expect(await data(page).innerHTML()).not.toContain('<')
  expect(await previewOn(page)).toMatchObject({ 'og:title': ENDING, 'og:description': ENDING })
  expect(await factsOn(page)).toEqual(['Brand', ENDING, 'Part number', '<b>1</b>'])
  // Without the page's own script, which would only fail to find its shop there.
  const saved = (await page.content()).replace(/<script type="module">.*?<\/script>/s, '')
  const other = await openTab()
  await other.setContent(saved)
  expect(await dataOn(other)).toMatchObject({ name: ENDING })
})

test('a preview of the link has the product, its picture, its price and its address', async () => {
  const page = await open('kettle')
  expect(await previewOn(page)).toEqual({
    'og:type': 'product',
    'og:title': 'Kettle',
    'og:description': 'Boils water.',
    'og:image': 'https://images.example/kettle.jpg',
    'og:url': productAddress(shop, 'kettle'),
    'og:site_name': shop.name,
    'product:price:amount': '49.90',
    'product:price:currency': 'EUR',
    'product:availability': 'in stock',
  })
  await page.goto(productAddress(shop, 'plain-pot', 'utm_source=mail'))
  await productHeading(page, 'Plain pot').waitFor()
  expect(await previewOn(page)).toEqual({
    'og:type': 'product',
    'og:title': 'Plain pot',
    'og:description': 'Plain pot',
    'og:url': productAddress(shop, 'plain-pot'),
    'og:site_name': shop.name,
    'product:price:amount': '0.05',
    'product:price:currency': 'EUR',
    'product:availability': 'out of stock',
  })
})

test('a price has the decimals of its currency', async () => {
  const page = await openTab()
  await page.route('**/products/kettle?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), currency: 'JPY' } })
  })
  await page.goto(productAddress(shop, 'kettle'))
  await productHeading(page, 'Kettle').waitFor()
  expect(await previewOn(page)).toMatchObject({ 'product:price:amount': '4990' })
})

test('a product that is not there has neither', async () => {
  const page = await openTab({ mayReport: /status of 404/ })
  await page.goto(productAddress(shop, 'no-such-pot'))
  await productHeading(page, 'This product is no longer available').waitFor()
  expect([await data(page).count(), await previewOn(page)]).toEqual([0, {}])
})

test.for([
  ['no network', (route: Route) => route.abort('internetdisconnected')],
  ['a problem', (route: Route) => route.fulfill({ status: 503, json: { code: 'unavailable' } })],
  ['a login page of the network', (route: Route) => route.fulfill({ body: '<script>alert(1)</script>' })],
] as const)('%s in place of the structured data: the page is as it is with it', async ([, answer]) => {
  const page = await openTab({ mayReport: /status of 503|DISCONNECTED/ })
  await page.route('**/jsonld?*', answer)
  await page.goto(productAddress(shop, 'lid'), { waitUntil: 'networkidle' })
  await productHeading(page, 'Lid').waitFor()
  await article(page).getByRole('radio', { name: 'L', exact: true }).check()
  await article(page).getByText('€11.00').waitFor()
  expect(await data(page).count()).toBe(0)
  expect(await previewOn(page)).toMatchObject({ 'og:title': 'Lid' })
})

test('the page does not wait for it, and requests it once', async () => {
  const page = await openTab()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.route('**/jsonld?*', () => undefined)
  await page.goto(shopAddress(shop))
  await page.getByRole('link', { name: 'Kettle' }).click()
  await productHeading(page, 'Kettle').waitFor()
  await article(page).getByText('€49.90').waitFor()
  await expect.poll(() => asked.filter((path) => path.endsWith('/jsonld'))).toHaveLength(1)
  expect(await page.locator('[aria-busy]').count()).toBe(0)
})

test('brand, condition and numbers are shown where they are set, and follow the choice', async () => {
  const page = await open('kettle')
  const known = ['Brand', 'Nordholz', 'Condition', 'Used', 'Part number', 'NH-K1', 'GTIN', '9520025000010']
  expect(await factsOn(page)).toEqual(known)
  await expectNoViolations(page, 0)
  await page.goto(productAddress(shop, 'lid'))
  await productHeading(page, 'Lid').waitFor()
  // New is not worth a word.
  const brand = ['Brand', 'Nordholz', 'Part number']
  expect(await factsOn(page)).toEqual([...brand, 'NH-L-S', 'GTIN', '9520025000027'])
  await article(page).getByRole('radio', { name: 'L', exact: true }).check()
  expect(await factsOn(page)).toEqual([...brand, 'NH-L-L'])
  await page.goto(productAddress(shop, 'plain-pot'))
  await productHeading(page, 'Plain pot').waitFor()
  expect(await article(page).locator('dl').isVisible()).toBe(false)
})
