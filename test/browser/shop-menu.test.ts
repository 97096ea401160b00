import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { walk } from '../support/shop.ts'
import { LEVELS, makeMenuShop } from './menu-shop.ts'
import {
  countOn,
  hasBrowser,
  loadAll,
  namesOn,
  openShop,
  openTab,
  productAddress,
  settled,
  shopAddress,
  test,
  tooWide,
  violationsOn,
} from './tab.ts'
import { mayReport } from './trouble.ts'

let shop: Business
beforeAll(async () => {
  if (hasBrowser) shop = await makeMenuShop()
})

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const menu = (page: Page) => page.getByRole('navigation', { name: 'Categories' })
const link = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true })
const fold = (page: Page, name: string) =>
  menu(page).getByRole('button', { name: `Show what is in ${name}`, exact: true })
const focused = (page: Page) => page.locator(':focus')
const breadcrumb = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' })
const facet = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const countIs = (page: Page, text: string) => countOn(page).getByText(text, { exact: true }).waitFor()

/** The links of the rows that can be seen. */
const rowsOn = async (page: Page) => {
  const rows = await menu(page).getByRole('list').all()
  return Promise.all(rows.map((row) => row.getByRole('link').allTextContents()))
}

const TOP = ['All', 'Drinks', 'Gifts and boxes', 'Season']

/** The requests for lists: the path of each, its limit, and if it is for a further page. */
function listsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const [, path] = /\/api\/v1\/(products.*)/.exec(pathname) ?? []
    if (path) asked.push(`${path} ${searchParams.get('limit')}${searchParams.has('cursor') ? ' more' : ''}`)
  })
  return asked
}

const places = async (path: string) => (await walk(shop, path)).map(({ name }) => name)

test('is made of one request; what is below a category that is not listed is at the top', async () => {
  const page = await openTab()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(shopAddress(shop))
  await settled(page)
  expect(await rowsOn(page)).toEqual([TOP])
  expect(asked.filter((url) => url.includes('/categories'))).toHaveLength(1)
})

test('unfolds and folds by keyboard, and Escape leads back to the button', async () => {
  const page = await openShop(shop)
  await link(page, 'All').focus()
  await page.keyboard.press('Tab')
  await link(page, 'Drinks').and(focused(page)).waitFor()
  await page.keyboard.press('Tab')
  const button = fold(page, 'Drinks')
  await button.and(focused(page)).waitFor()
  expect(await button.getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('Enter')
  expect(await button.getAttribute('aria-expanded')).toBe('true')
  expect(await rowsOn(page)).toEqual([TOP, ['Tea', 'Coffee']])
  const row = `#${await button.getAttribute('aria-controls')}`
  expect(await page.locator(row).getByRole('link').allTextContents()).toEqual(['Tea', 'Coffee'])
  await page.keyboard.press('Space')
  expect(await rowsOn(page)).toEqual([TOP])
  await page.keyboard.press('Space')
  // Past the other categories of its row.
  for (const next of [
    link(page, 'Gifts and boxes'),
    link(page, 'Season'),
    fold(page, 'Season'),
    link(page, 'Tea'),
  ]) {
    await page.keyboard.press('Tab')
    await next.and(focused(page)).waitFor()
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await rowsOn(page)).toEqual([TOP, ['Tea', 'Coffee'], ['Green tea']])
  await page.keyboard.press('Escape')
  await fold(page, 'Tea').and(focused(page)).waitFor()
  expect(await rowsOn(page)).toEqual([TOP, ['Tea', 'Coffee']])
  await page.keyboard.press('Escape')
  await button.and(focused(page)).waitFor()
  expect(await rowsOn(page)).toEqual([TOP])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Drinks' }).waitFor()
})

test('the path to the category of the page is unfolded, and marked where it ends', async () => {
  const page = await openShop(shop, 'category=shizuoka')
  expect(await rowsOn(page)).toEqual([TOP, ['Tea', 'Coffee'], ['Green tea'], ['Japan'], ['Shizuoka']])
  expect(await menu(page).locator('[aria-current]').allTextContents()).toEqual(['Shizuoka'])
  await fold(page, 'Drinks').click()
  expect(await rowsOn(page)).toEqual([TOP])
  await link(page, 'Gifts and boxes').click()
  await countIs(page, '2 products')
  await page.goBack()
  await countIs(page, 'One product')
  expect((await rowsOn(page)).at(-1)).toEqual(['Shizuoka'])
})

test('what is folded stays so while more of the list is loaded', async () => {
  const page = await openShop(shop, 'category=coffee')
  await fold(page, 'Drinks').click()
  expect(await loadAll(page)).toBe(1)
  expect(await rowsOn(page)).toEqual([TOP])
})

test('on a phone every target is large enough, and no row makes the page wider', async () => {
  const page = await openShop(shop, '', PHONE)
  for (const name of LEVELS.slice(0, -1)) await fold(page, name).tap()
  expect(await rowsOn(page)).toHaveLength(5)
  expect(await tooWide(page)).toBeLessThanOrEqual(0)
  const targets = await menu(page).locator('a:visible, button:visible').all()
  expect(targets).toHaveLength(TOP.length + 5 + 5)
  for (const target of targets) {
    const { width = 0, height = 0 } = (await target.boundingBox()) ?? {}
    expect(Math.min(width, height), await target.innerHTML()).toBeGreaterThanOrEqual(44)
  }
  await page.setViewportSize({ width: 320, height: 600 })
  expect(await tooWide(page)).toBeLessThanOrEqual(0)
  await link(page, 'Shizuoka').tap()
  await countIs(page, 'One product')
  expect(await menu(page).locator('[aria-current]').allTextContents()).toEqual(['Shizuoka'])
})

test.for(['light', 'dark'] as const)('axe finds nothing while it is unfolded: %s', async (colorScheme) => {
  const page = await openShop(shop, 'category=shizuoka', { colorScheme })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await violationsOn(page)).toEqual([])
  }
})

test('parents in a circle are left out, and do not keep the page from being shown', async () => {
  const page = await openTab()
  await page.route('**/categories?*', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    for (const category of json.data) if (category.id === 'drinks') category.parent_id = 'shizuoka'
    await route.fulfill({ response, json })
  })
  await page.goto(shopAddress(shop, 'category=japan'))
  await countIs(page, '2 products')
  expect(await rowsOn(page)).toEqual([['All', 'Gifts and boxes', 'Season']])
  expect(await breadcrumb(page).getByRole('link').count()).toBe(1 + LEVELS.length)
})

test('the path to a category is above its heading, unless it is at the top', async () => {
  const page = await openShop(shop, 'category=green-tea')
  const links = breadcrumb(page).getByRole('link')
  expect(await links.allTextContents()).toEqual(['All products', 'Drinks', 'Tea', 'Green tea'])
  expect(await breadcrumb(page).locator('[aria-current=page]').allTextContents()).toEqual(['Green tea'])
  await links.filter({ hasText: 'Drinks' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(shopAddress(shop, 'category=drinks'))
  await settled(page)
  expect(await breadcrumb(page).count()).toBe(0)
  await page.locator('main:focus').waitFor()
})

test('a product shows the path of its own category, however it was found', async () => {
  const page = await openShop(shop, 'category=coffee')
  await page.getByRole('link', { name: 'Cup' }).click()
  const links = breadcrumb(page).getByRole('link')
  await links.last().waitFor()
  expect(await links.allTextContents()).toEqual(['All products', 'Gifts and boxes'])
  await page.goto(productAddress(shop, 'of-japan'))
  await page.getByRole('heading', { name: 'Of Japan' }).waitFor()
  expect(await links.allTextContents()).toEqual(['All products', 'Drinks', 'Tea', 'Green tea', 'Japan'])
  await links.last().click()
  await page.waitForURL(shopAddress(shop, 'category=japan'))
})

test('the page of a parent has the products of all categories below it, page after page', async () => {
  const page = await openTab()
  const asked = listsOf(page)
  await page.goto(shopAddress(shop, 'category=drinks'))
  await countIs(page, '37 products')
  expect(await loadAll(page)).toBe(1)
  expect(await namesOn(page)).toEqual(await places('/products/search?category=drinks&limit=50'))
  expect(await namesOn(page)).toHaveLength(37)
  expect(asked.at(-1)).toBe('products/search 24 more')
  await link(page, 'Tea').click()
  await countIs(page, '4 products')
  expect((await namesOn(page)).sort()).toEqual(
    LEVELS.slice(1)
      .map((name) => `Of ${name}`)
      .sort(),
  )
  expect(asked.at(-1)).toBe('products/search 24')
})

test('a category without others below it has the places that the merchant chose, page after page', async () => {
  const page = await openTab()
  const asked = listsOf(page)
  await page.goto(shopAddress(shop, 'category=coffee'))
  await countIs(page, '32 products')
  expect((await namesOn(page)).slice(0, 2)).toEqual(['Cup', 'Coffee 01'])
  expect(await facet(page, 'Category').getByRole('checkbox').count()).toBeGreaterThan(1)
  expect(await loadAll(page)).toBe(1)
  const names = await namesOn(page)
  expect(names).toEqual(await places('/products?category=coffee'))
  expect(names.slice(27, 30)).toEqual(['Coffee 27', 'Spoon', 'Coffee 28'])
  await countIs(page, '32 products')
  expect(asked.sort()).toEqual(['products 24', 'products 24 more', 'products/search 24'])
})

test('the menu leads to such a list with a request for its products, and a short one for the facets', async () => {
  const page = await openShop(shop)
  const asked = listsOf(page)
  await link(page, 'Gifts and boxes').click()
  await countIs(page, '2 products')
  expect(asked.sort()).toEqual(['products 24', 'products/search 1'])
})

test('its filters, words and other orders are those of a search', async () => {
  const page = await openShop(shop, 'category=coffee')
  const asked = listsOf(page)
  await page.getByLabel('Sort by').selectOption('-name')
  await settled(page)
  expect((await namesOn(page)).slice(0, 2)).toEqual(['Spoon', 'Cup'])
  await page.getByRole('searchbox').fill('cup')
  await countIs(page, 'One product')
  await facet(page, 'Category').getByRole('checkbox', { name: 'Gifts and boxes' }).check()
  await page.waitForURL(/category=gifts/)
  await settled(page)
  expect(new Set(asked)).toEqual(new Set(['products/search 24']))
})

test('the filter of categories opens below what is chosen, which takes the place of what is above it', async () => {
  const page = await openShop(shop)
  const valuesOn = async () =>
    (await facet(page, 'Category').locator('label').allTextContents()).map((text) => text.replace(/\(.*/, ''))
  const choose = async (name: string, query: string) => {
    await facet(page, 'Category')
      .getByRole('checkbox', { name: new RegExp(`^${name} `) })
      .check()
    await page.waitForURL(shopAddress(shop, query))
    await settled(page)
  }
  expect(await valuesOn()).toEqual(['Drinks', 'Gifts and boxes', 'Season'])
  await choose('Drinks', 'category=drinks')
  expect(await valuesOn()).toEqual(['Drinks', 'Coffee', 'Tea', 'Gifts and boxes', 'Season'])
  await choose('Tea', 'category=tea')
  expect(await valuesOn()).toEqual(['Drinks', 'Coffee', 'Tea', 'Green tea', 'Gifts and boxes', 'Season'])
  await choose('Gifts and boxes', 'category=tea&category=gifts')
  await countIs(page, '6 products')
  await choose('Drinks', 'category=gifts&category=drinks')
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(2)
})

test('the number of products is that of the list, also where a search does not know of one yet', async () => {
  const page = await openTab()
  await page.route('**/products/search?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), total: 1 } })
  })
  await page.goto(shopAddress(shop, 'category=gifts'))
  await countIs(page, '2 products')
})

test('a category that is not listed is found by its address, with its name', async () => {
  const page = await openShop(shop, 'category=front')
  await page.getByRole('heading', { level: 1, name: 'Front page' }).waitFor()
  await page.getByText('New here.').waitFor()
  expect(await page.title()).toBe('Front page – Branches')
  expect(await page.locator('[name=robots]').count()).toBe(0)
  expect(await menu(page).locator('[aria-current]').count()).toBe(0)
  // With what is in the category below it.
  expect((await namesOn(page)).sort()).toEqual(['Cup', 'Lantern'])
  await page.getByRole('button', { name: 'Remove the filter Front page' }).waitFor()
})

test('an unknown category has a message, and only a valid id is requested', async () => {
  const page = await openTab({ mayReport })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const id of ['no-such', '..', 'No%20such']) {
    await page.goto(shopAddress(shop, `category=${id}`))
    await page.getByRole('heading', { name: 'Unknown category' }).waitFor()
    await page.getByRole('heading', { name: 'No products yet' }).waitFor()
    expect(await page.locator('[name=robots]').getAttribute('content')).toBe('noindex')
  }
  expect(asked.filter((path) => path.includes('/categories/'))).toEqual(['/api/v1/categories/no-such'])
})
