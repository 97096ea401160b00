import type { Page, Route } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { walk } from '../support/shop.ts'
import { makeCatalogue } from './catalogue.ts'
import {
  countOn,
  hasBrowser,
  loadAll,
  namesOn,
  openShop,
  openTab,
  settled,
  shopAddress,
  test,
} from './tab.ts'
import { heading, lists, mayReport, openPaused, openWhile, tryAgain } from './trouble.ts'

let shop: Business
beforeAll(async () => {
  if (hasBrowser) shop = await makeCatalogue(50)
})

test('an unknown shop', async () => {
  const page = await openShop({ ...shop, slug: 'no-such-shop' }, '', { mayReport })
  await heading(page, 'There is no shop here')
  await page.getByRole('alert').getByText('“no-such-shop”').waitFor()
  expect(await page.getByRole('alert').locator('code').textContent()).toMatch(/^[0-9a-f-]{36}$/)
  expect(await page.getByRole('navigation').isVisible()).toBe(false)
})

test('no shop at all', async () => {
  const page = await openShop({ ...shop, slug: '' }, '', { mayReport })
  await heading(page, 'This shop cannot be opened')
})

test.for([
  ['no network', (route: Route) => route.abort('internetdisconnected'), 'The shop cannot be reached'],
  [
    'the gateway is busy',
    (route: Route) => route.fulfill({ status: 429, json: { message: 'Too Many Requests' } }),
    'One moment, please',
  ],
  [
    'a function crashed',
    (route: Route) => route.fulfill({ status: 500, json: { message: 'Internal Server Error' } }),
    'Something went wrong',
  ],
  ['unavailable', (route: Route) => route.fulfill({ status: 503, body: '<h1>Bad' }), 'Something went wrong'],
  [
    'a login page of the network',
    (route: Route) => route.fulfill({ status: 200, body: '<p>Welcome' }),
    'That did not work',
  ],
] as const)('%s: says so, and a button tries again', async ([, answer, name]) => {
  const page = await openWhile(shop, answer)
  await heading(page, name)
  expect(await namesOn(page)).toEqual([])
  await page.unroute(lists)
  await tryAgain(page).click()
  await page.getByRole('link', { name: 'Tea 01' }).waitFor()
  expect(await page.getByRole('alert').textContent()).toBe('')
})

test.each([[[]], [{ data: null }], [{ data: 'x', has_more: true }]])(
  'a list that is %j is not understood',
  async (json) => {
    const page = await openWhile(shop, (route) => route.fulfill({ json }))
    await heading(page, 'That did not work')
  },
)

test('a shop that could not be read is read again', async () => {
  const page = await openPaused()
  await page.route('**/business?*', (route) => route.abort('connectionreset'))
  await page.goto(shopAddress(shop))
  await heading(page, 'The shop cannot be reached')
  await page.unroute('**/business?*')
  await tryAgain(page).click()
  await page.getByRole('banner').getByRole('link', { name: shop.name }).waitFor()
  await page.getByRole('link', { name: 'Tea 01' }).waitFor()
})

test('a list that fails before the shop is known is said with it, and its categories can be chosen', async () => {
  const page = await openTab({ mayReport })
  const held = Promise.withResolvers<Route>()
  await page.route('**/business?*', (route) => held.resolve(route))
  await page.route(lists, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(shopAddress(shop))
  await page.waitForResponse(lists)
  await (await held.promise).continue()
  await heading(page, 'Something went wrong')
  await page.getByRole('link', { name: 'Tea', exact: true }).waitFor()
})

test('a response that does not come is given up', async () => {
  const page = await openTab()
  // The time is up at once.
  await page.addInitScript(
    "AbortSignal.timeout = () => AbortSignal.abort(new DOMException('', 'TimeoutError'))",
  )
  await page.goto(shopAddress(shop))
  await heading(page, 'The shop cannot be reached')
})

test('a page of the list that fails leaves the others, and can be requested again', async () => {
  const page = await openPaused()
  await page.goto(shopAddress(shop))
  await settled(page)
  await page.route(lists, (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: 'Load more' }).click()
  await heading(page, 'The shop cannot be reached')
  expect(await namesOn(page)).toHaveLength(24)
  await page.unroute(lists)
  await tryAgain(page).click()
  await page.locator('.tile:nth-child(48)').waitFor()
  await loadAll(page)
  expect(await namesOn(page)).toEqual((await walk(shop, '/products')).map(({ name }) => name))
})

test('an invalid cursor starts the list again', async () => {
  const page = await openShop(shop, '', { mayReport })
  const refused = { status: 400, json: { code: 'invalid_cursor', detail: 'The cursor is old.' } }
  await page.route(lists, (route) =>
    route.request().url().includes('cursor=') ? route.fulfill(refused) : route.continue(),
  )
  await page.getByRole('button', { name: 'Load more' }).click()
  await page.getByRole('alert').getByText('The cursor is old.').waitFor()
  await tryAgain(page).click()
  await countOn(page).getByText('56 products').waitFor()
  expect(await namesOn(page)).toHaveLength(24)
})

/** Changes what the API answers for a list. */
async function change(page: Page, how: (list: { data: unknown[]; next_cursor: string }, n: number) => void) {
  let calls = 0
  await page.route(lists, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    how(json, ++calls)
    await route.fulfill({ response, json })
  })
}

test('a cursor that leads round in circles is not followed', async () => {
  const page = await openTab()
  let first = ''
  await change(page, (list, n) => {
    if (n === 1) first = list.next_cursor
    else list.next_cursor = first
    if (n > 1) list.data = []
  })
  await page.goto(shopAddress(shop))
  await settled(page)
  await page.getByRole('button', { name: 'Load more' }).click()
  await heading(page, 'Something went wrong')
  expect(await namesOn(page)).toHaveLength(24)
})

test('an empty page is not the end while more follows; a product that comes twice is shown once', async () => {
  const page = await openTab()
  const seen: unknown[] = []
  await change(page, (list, n) => {
    if (n === 1) list.data = []
    list.data.push(...seen)
    seen.push(...list.data.slice(0, 2))
  })
  await page.goto(shopAddress(shop))
  await page.locator('.tile:nth-child(24)').waitFor()
  expect((await namesOn(page))[0]).toBe((await walk(shop, '/products'))[24]?.name)
  await loadAll(page)
  expect(await namesOn(page)).toHaveLength(32)
})

test('a late response for a category that was left is not shown in another one', async () => {
  const page = await openShop(shop)
  const held = Promise.withResolvers<Route>()
  await page.route('**/products/search?*category=tea*', (route) => held.resolve(route))
  await page.getByRole('link', { name: 'Tea', exact: true }).click()
  const route = await held.promise
  await countOn(page).getByText('Loading products…').waitFor()
  expect(await page.locator('#grid').getAttribute('aria-busy')).toBe('true')
  await page.getByRole('link', { name: 'Empty' }).click()
  await page.getByRole('heading', { name: 'No products yet' }).waitFor()
  await route.fulfill({ response: await route.fetch() })
  // When this has come back, so has what was sent before it.
  await page.evaluate("fetch('/api/v1/health').then((response) => response.json())")
  expect(await page.locator('.tile').count()).toBe(0)
})
