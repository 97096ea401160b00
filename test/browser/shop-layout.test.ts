import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'
import { makeMenuShop } from './menu-shop.ts'
import { makeShirtShop, PICTURES } from './shirts.ts'
import { hasBrowser, openTab, ownPage, productAddress, settled, shopAddress, test } from './tab.ts'

let shop: Business
let branches: Business
beforeAll(async () => {
  if (!hasBrowser) return
  shop = await makeShirtShop()
  branches = await makeMenuShop()
})

/** The largest sum of movements of a page; https://web.dev/articles/cls calls twice as much good. */
const MOST = 0.05

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'

const OBSERVE = `
  globalThis.shifts = []
  const note = ({ value, hadRecentInput, sources }) =>
    hadRecentInput || shifts.push([value, ...sources.map(({ node }) => node?.id || node?.className || node?.nodeName)])
  new PerformanceObserver((all) => all.getEntries().forEach(note)).observe({ type: 'layout-shift', buffered: true })`

const showPictures = (page: Page) =>
  page.route(`${PICTURES}*`, (route) => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }))

/** Opens an address while the three answers that it needs come in this order, with a frame between them. */
async function openInOrder(address: string, order: string[], options: BrowserContextOptions): Promise<Page> {
  const page = await openTab({ ...options, mayReport: /status of 404/ })
  await page.addInitScript(OBSERVE)
  await showPictures(page)
  const turns = order.map(() => Promise.withResolvers<void>())
  turns[0]?.resolve()
  // Not the page itself, which is below the API too.
  await page.route(/\/api\/v1\/(?!shop\/)/, async (route) => {
    const place = order.findIndex((path) => route.request().url().includes(path))
    const response = await route.fetch()
    await turns[place]?.promise
    await route.fulfill({ response })
    await page.evaluate(FRAMES)
    turns[place + 1]?.resolve()
  })
  await page.goto(address)
  await page.locator('body:not(.closed)').waitFor()
  await settled(page)
  return page
}

/** Two frames: the page has been seen as it is now. */
const FRAMES = 'new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() => seen())))'

const DESKTOP = { viewport: { width: 1280, height: 800 } }
const PHONE = { viewport: { width: 360, height: 740 } }

/** The answers for the shop, for its categories and for the list or product, which comes last once and first once. */
const ORDERS = [
  ['/business', '/categories', '/products'],
  ['/products', '/categories', '/business'],
]

/** Everything that moves, also what the browser excuses because of a key that was pressed just before. */
const ALL = OBSERVE.replace('hadRecentInput ||', '')

const pages: [string, () => string][] = [
  ['a list', () => shopAddress(shop)],
  ['an empty list', () => shopAddress(shop, 'category=none')],
  ['a category below others', () => shopAddress(branches, 'category=shizuoka')],
  ['a category in the places of the merchant', () => shopAddress(branches, 'category=coffee')],
  ['a category that is not listed', () => shopAddress(branches, 'category=front')],
  ['a product', () => productAddress(shop, 'shirt')],
  ['no such product', () => productAddress(shop, 'no-such-product')],
  ["the shop's own page", () => ownPage(shop)],
  ['a product on it', () => ownPage(shop, 'shirt')],
]
const cases = pages.flatMap(([name, address]) =>
  [DESKTOP, PHONE].map((screen) => [name, screen.viewport.width, address, screen] as const),
)

test.for(cases)(
  '%s at %i px: nothing moves, in any order of the responses',
  async ([, , address, screen]) => {
    for (const order of ORDERS) {
      const page = await openInOrder(address(), order, screen)
      const shifts = await page.evaluate<[number, ...string[]][]>('shifts')
      const sum = shifts.reduce((total, [value]) => total + value, 0)
      expect(sum, JSON.stringify({ order, shifts })).toBeLessThan(MOST)
    }
  },
)

/** Choices of a visitor in a list. */
const steps: [string, (page: Page) => Promise<void>][] = [
  ['a word that finds one', (page) => page.getByRole('searchbox').fill('socks')],
  ['a word that finds nothing', (page) => page.getByRole('searchbox').fill('zebra')],
  ['a word that is corrected', (page) => page.getByRole('searchbox').fill('sokcs')],
  ['a filter', (page) => page.locator('[value=yes][name=available]').dispatchEvent('click')],
  ['a filter taken away', (page) => page.getByRole('button', { name: 'Remove the filter' }).first().click()],
]
// So high that all of the page can be seen, its end too.
const arrivals = steps.flatMap(([name, act]) =>
  [DESKTOP, PHONE].map(({ viewport: { width } }) => [name, width, act, { width, height: 1600 }] as const),
)

test.for(arrivals)('%s at %i px: nothing moves when its response comes', async ([, , act, viewport]) => {
  const page = await openTab({ viewport })
  await page.addInitScript(ALL)
  await showPictures(page)
  await page.goto(shopAddress(shop, 'category=clothes'))
  await settled(page)
  const held = Promise.withResolvers<Route>()
  await page.route('**/products/search?*', (route) => held.resolve(route))
  await act(page)
  const route = await held.promise
  await page.evaluate(FRAMES)
  await page.evaluate('shifts.length = 0')
  await route.continue()
  await settled(page)
  await page.evaluate(FRAMES)
  const shifts = await page.evaluate<[number, ...string[]][]>('shifts')
  expect(
    shifts.reduce((total, [value]) => total + value, 0),
    JSON.stringify(shifts),
  ).toBeLessThan(MOST)
})

test('the count of a long filter stays in one line', async () => {
  const long = await makeBusiness()
  await makeCategory(long, { id: 'tea' })
  for (const letter of ['M', 'W']) await makeProduct(long, { category_id: 'tea', tags: [letter.repeat(40)] })
  const page = await openTab(DESKTOP)
  await page.goto(shopAddress(long))
  await settled(page)
  const lines = await page.evaluate(`[...document.querySelectorAll('[data-key^=tag] small')].map((count) => {
    const text = document.createRange()
    text.selectNodeContents(count)
    return new Set([...text.getClientRects()].map(({ top }) => top)).size
  })`)
  expect(lines).toEqual([1, 1])
})
