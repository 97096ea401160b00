import type { Page, Route } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { CUPS, makeCatalogue } from './catalogue.ts'
import {
  hasBrowser,
  loadAll,
  namesOn,
  openShop,
  openTab,
  productAddress,
  scrollDown,
  scrolled,
  settled,
  shopAddress,
  test,
} from './tab.ts'

let shop: Business
beforeAll(async () => {
  if (hasBrowser) shop = await makeCatalogue()
})

const article = (page: Page) => page.getByRole('article')
const productHeading = (page: Page, name: string) => article(page).getByRole('heading', { level: 1, name })
const focused = (page: Page) => page.locator(':focus')

/** The name of the page for search engines and previews: title, description and the one address of its content. */
const nameOf = (page: Page) =>
  page.evaluate<object>(`({
    title: document.title,
    description: document.querySelector('[name=description]').content,
    canonical: document.querySelector('[rel=canonical]')?.href,
    robots: document.querySelector('[name=robots]')?.content,
  })`)

test('is opened and left by keyboard alone, and the focus comes back', async () => {
  const page = await openShop(shop, 'category=cups&sort=-name')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  for (const control of [
    page.getByLabel('Search'),
    page.getByLabel('Sort by'),
    page.getByRole('button', { name: 'Remove the filter' }),
    page.getByRole('button', { name: 'Clear all' }),
    page.getByRole('link', { name: 'Skip the filters' }),
  ]) {
    await page.keyboard.press('Tab')
    await control.and(focused(page)).waitFor()
  }
  // Past the filters the first product is next.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const [name = ''] = await namesOn(page)
  await productHeading(page, name).and(focused(page)).waitFor()
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: 'Ask about it' }).and(focused(page)).waitFor()
  await page.goBack()
  await page.locator('.tile:nth-child(1) a:focus').waitFor()
  expect(page.url()).toBe(shopAddress(shop, 'category=cups&sort=-name'))
})

test('the back button leads to all that is loaded and to its place there, the next one to the product', async () => {
  const page = await openShop(shop)
  await loadAll(page)
  const link = page.getByRole('link', { name: 'Cheaper cup' })
  const place = await scrollDown(page)
  // Without the scrolling to it that a click with the mouse can need.
  await link.dispatchEvent('click')
  await productHeading(page, 'Cheaper cup').waitFor()
  await article(page).getByText('Price before: €12.50').waitFor()
  expect(page.url()).toBe(productAddress(shop, 'cheaper-cup'))
  expect(await page.evaluate('scrollY')).toBe(0)
  const [back] = await Promise.all([scrolled(page), page.goBack()])
  expect(back).toBe(place)
  await article(page).waitFor({ state: 'hidden' })
  expect(await namesOn(page)).toHaveLength(32)
  expect(await page.title()).toBe(shop.name)
  await page.goForward()
  await productHeading(page, 'Cheaper cup').waitFor()
})

test('a list that a link leads back to, or that was loading when it was left, keeps all of it in a reload', async () => {
  const page = await openShop(shop)
  const held = Promise.withResolvers<Route>()
  await page.route('**/products/search?*cursor=*', (route) => held.resolve(route))
  await page.getByRole('button', { name: 'Load more' }).click()
  const route = await held.promise
  await page.getByRole('link', { name: 'Tea 01' }).click()
  await productHeading(page, 'Tea 01').waitFor()
  await route.fulfill({ response: await route.fetch() })
  await page.locator('.tile').nth(31).waitFor({ state: 'attached' })
  await article(page).getByRole('link', { name: 'All products' }).click()
  expect(await namesOn(page)).toHaveLength(32)
  await page.unrouteAll()
  await page.reload()
  await settled(page)
  expect(await namesOn(page)).toHaveLength(32)
})

test('a product of the list is read again: its price changes, and what is gone is said to be gone', async () => {
  const page = await openShop(shop, 'category=cups', { mayReport: /status of 404|DISCONNECTED/ })
  const link = page.getByRole('link', { name: 'Same cup' })
  await page.route('**/products/same-cup*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), price: 8_800 } })
  })
  await link.click()
  await article(page).getByText('€88.00').waitFor()
  await productHeading(page, 'Same cup').and(focused(page)).waitFor()
  await page.goBack()
  await page.unrouteAll()
  await page.route('**/products/same-cup*', (route) =>
    route.fulfill({ status: 404, json: { code: 'product_not_found' } }),
  )
  await link.click()
  await productHeading(page, 'This product is no longer available').waitFor()
  await page.goBack()
  await page.unrouteAll()
  await page.route('**/products/same-cup*', (route) => route.abort('internetdisconnected'))
  await Promise.all([page.waitForEvent('requestfailed'), link.click()])
  await productHeading(page, 'Same cup').waitFor()
})

test('has a name for search engines and previews of its link, and so have the lists', async () => {
  const page = await openTab()
  await page.goto(productAddress(shop, 'cheaper-cup', 'sort=name&variant=2&utm_source=mail'))
  await productHeading(page, 'Cheaper cup').waitFor()
  const canonical = productAddress(shop, 'cheaper-cup')
  const title = `Cheaper cup – ${shop.name}`
  expect(await nameOf(page)).toEqual({ title, description: 'Good and cheap.', canonical })
  await article(page).getByRole('link', { name: CUPS }).click()
  await settled(page)
  const name = { title: `${CUPS} – ${shop.name}`, description: shop.description }
  expect(await nameOf(page)).toEqual({ ...name, canonical: shopAddress(shop, 'category=cups') })
  await page.getByLabel('Sort by').selectOption('name')
  await settled(page)
  expect(await nameOf(page)).toEqual({ ...name, canonical: shopAddress(shop, 'category=cups') })
})

test('a response for a product that was left in the meantime changes nothing', async () => {
  const page = await openTab()
  const held = Promise.withResolvers<Route>()
  await page.route('**/products/gone-cup*', (route) => held.resolve(route))
  await page.goto(productAddress(shop, 'gone-cup'))
  const route = await held.promise
  await page.evaluate(
    "history.pushState(null, '', '/' + location.search), dispatchEvent(new Event('popstate'))",
  )
  await settled(page)
  await route.continue()
  await page.waitForResponse('**/products/gone-cup*')
  await page.evaluate("fetch('/api/v1/health').then((response) => response.json())")
  expect(await page.title()).toBe(shop.name)
})

test('a link to a product opens it without any list; its path leads to the lists', async () => {
  const page = await openTab()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(productAddress(shop, 'gone-cup'))
  await productHeading(page, 'Gone cup').waitFor()
  await article(page).getByText('Sold out').waitFor()
  expect(asked.filter((path) => path.endsWith('/products/search'))).toEqual([])
  await article(page).getByRole('link', { name: CUPS }).click()
  await page.waitForURL(shopAddress(shop, 'category=cups'))
  await page.goBack()
  await article(page).getByRole('link', { name: 'All products' }).click()
  await page.waitForURL(shopAddress(shop))
  await settled(page)
  expect((await namesOn(page))[0]).toBe('Tea 01')
})

test('a product that is not there, or a draft, is said not to be there, also to search engines', async () => {
  const page = await openTab({ mayReport: /status of 404/ })
  for (const slug of ['draft-cup', 'no-such-cup', '%2e%2e%2fbusiness', '%zz']) {
    await page.goto(productAddress(shop, slug))
    await productHeading(page, 'This product is no longer available').waitFor()
    expect(await nameOf(page)).toMatchObject({ title: shop.name, robots: 'noindex' })
    await article(page).getByRole('link', { name: 'Back to the shop' }).click()
    await settled(page)
    expect(page.url()).toBe(shopAddress(shop))
    expect(await nameOf(page)).toMatchObject({ canonical: shopAddress(shop) })
  }
})

test('a product whose request fails can be requested again', async () => {
  const page = await openTab({ mayReport: /status of 503/ })
  await page.route('**/products/gone-cup*', (route) => route.fulfill({ status: 503, body: 'no' }))
  await page.goto(productAddress(shop, 'gone-cup'))
  await article(page).getByRole('heading', { name: 'Something went wrong' }).waitFor()
  await page.unroute('**/products/gone-cup*')
  await article(page).getByRole('button', { name: 'Try again' }).click()
  await article(page).getByRole('heading', { name: 'Gone cup' }).waitFor()
})

test('a link of the shop that is not a web address does not become a link', async () => {
  const page = await openTab()
  await page.route('**/business?*', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    json.contact.website = 'javascript:alert(4)'
    json.social_links = ['data:text/html,5', 'https://social.example/@shop']
    await route.fulfill({ response, json })
  })
  await page.goto(shopAddress(shop))
  const links = page.getByRole('contentinfo').getByRole('link')
  await links.first().waitFor()
  const texts = [shop.contact.email, shop.contact.phone, 'social.example/@shop']
  expect(await links.allTextContents()).toEqual(texts)
})
