import type { Page, Route } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { makeCatalogue } from './catalogue.ts'
import { hasBrowser, loadAll, namesOn, openShop, openTab, shopAddress, test } from './tab.ts'

let shop: Business
beforeAll(async () => {
  if (hasBrowser) shop = await makeCatalogue()
})

const dialog = (page: Page) => page.getByRole('dialog')
const closed = (page: Page) => dialog(page).waitFor({ state: 'hidden' })
const productIn = (page: Page) => new URL(page.url()).searchParams.get('product')

test('is opened and closed by keyboard alone, and the focus comes back', async () => {
  const page = await openShop(shop, 'category=cups&sort=-name')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  // Past the search, the menu and the tick, the first product is next.
  for (const name of ['Search the products loaded so far', 'Sort by', 'In stock only']) {
    await page.keyboard.press('Tab')
    expect(await page.getByLabel(name).evaluate((element) => element.matches(':focus'))).toBe(true)
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const [name = ''] = await namesOn(page)
  await dialog(page).getByRole('heading', { name }).locator('visible=true').waitFor()
  await page.locator('h2:focus').waitFor()
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: 'Ask about it' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await closed(page)
  await page.locator('.tile:nth-child(1) a:focus').waitFor()
  await page.waitForURL(shopAddress(shop, 'category=cups&sort=-name'))
})

test('the back button closes it and keeps what is loaded, the next one leads on; a link opens it', async () => {
  const page = await openShop(shop)
  await loadAll(page)
  await page.getByRole('link', { name: 'Cheaper cup' }).click()
  await dialog(page).getByRole('heading', { name: 'Cheaper cup' }).waitFor()
  await dialog(page).getByText('Price before: €12.50').waitFor()
  expect(productIn(page)).toBe('cheaper-cup')
  expect(await page.title()).toBe(`Cheaper cup – ${shop.name}`)
  await page.goBack()
  await closed(page)
  expect(await namesOn(page)).toHaveLength(32)
  expect(await page.title()).toBe(shop.name)
  await page.goForward()
  await dialog(page).getByRole('heading', { name: 'Cheaper cup' }).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await closed(page)
  await page.waitForURL((url) => !url.searchParams.has('product'))
  // Closing went back too, and left no second entry of the list behind.
  await page.goForward()
  await dialog(page).getByRole('heading', { name: 'Cheaper cup' }).waitFor()
})

test('an answer for a product that was closed meanwhile changes nothing', async () => {
  const page = await openTab()
  const held = Promise.withResolvers<Route>()
  await page.route('**/products/gone-cup*', (route) => held.resolve(route))
  await page.goto(shopAddress(shop, 'product=gone-cup'))
  const route = await held.promise
  await page.keyboard.press('Escape')
  await closed(page)
  await page.waitForURL(shopAddress(shop))
  await route.continue()
  await page.waitForResponse('**/products/gone-cup*')
  await page.evaluate("fetch('/api/v1/health').then((response) => response.json())")
  expect(await page.title()).toBe(shop.name)
})

test('a link to a product far down the list opens it; closing shows the list', async () => {
  const page = await openShop(shop, 'category=tea&product=gone-cup')
  await dialog(page).getByRole('heading', { name: 'Gone cup' }).waitFor()
  await dialog(page).getByText('Sold out').waitFor()
  await page.mouse.click(5, 5)
  await closed(page)
  await page.waitForURL(shopAddress(shop, 'category=tea'))
  expect((await namesOn(page))[0]).toBe('Tea 01')
})

test('a product that is not there, a draft or a path is said not to be there', async () => {
  const page = await openTab({ mayReport: /status of 404/ })
  for (const slug of ['draft-cup', 'no-such-cup', '../business']) {
    await page.goto(shopAddress(shop, `product=${encodeURIComponent(slug)}`))
    await dialog(page).getByRole('heading', { name: 'No longer here' }).waitFor()
    await dialog(page).getByRole('link', { name: 'Back to the shop' }).click()
    await closed(page)
    await page.waitForURL(shopAddress(shop))
  }
})

test('a product whose call fails can be asked for again', async () => {
  const page = await openTab({ mayReport: /status of 503/ })
  await page.route('**/products/gone-cup*', (route) => route.fulfill({ status: 503, body: 'no' }))
  await page.goto(shopAddress(shop, 'product=gone-cup'))
  await dialog(page).getByRole('heading', { name: 'Something went wrong' }).waitFor()
  await page.unroute('**/products/gone-cup*')
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await dialog(page).getByRole('heading', { name: 'Gone cup' }).waitFor()
})

test('a link of the shop that is no web address is not made one', async () => {
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
