import type { Page, Route } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { listOf } from '../support/shop.ts'
import { HOSTILE } from './catalogue.ts'
import { makeSearchedShop, OPTION } from './searched-shop.ts'
import { countOn, hasBrowser, namesOn, openShop, settled, shopAddress, test, violationsOn } from './tab.ts'
import { heading, lists, mayReport, openPaused, tryAgain } from './trouble.ts'

let shop: Business
beforeAll(async () => {
  if (hasBrowser) shop = await makeSearchedShop()
})

const MUGS = ['Blue mug', 'Red mug', 'Tall mug']

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
const facet = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const box = (page: Page, of: string, name: string) => facet(page, of).getByRole('checkbox', { name })
const chips = (page: Page) => page.getByRole('list', { name: 'Filters that are set' }).getByRole('button')
const setOn = async (page: Page) =>
  (await chips(page).allTextContents()).map((text) => text.replace(/^Remove the filter | ×$/g, ''))
const countIs = (page: Page, text: string) => countOn(page).getByText(text, { exact: true }).waitFor()
const queryOf = (page: Page) => new URL(page.url()).searchParams

/** The values of a facet with their counts, without the space that only eyes see. */
const valuesOf = async (page: Page, name: string) =>
  (await facet(page, name).locator('label').allTextContents()).map((text) => text.replace(/\(\d+\)$/, ' $&'))

/** The requests for lists, as what they ask for. */
function searchesOf(page: Page): URLSearchParams[] {
  const asked: URLSearchParams[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/products/search')) asked.push(searchParams)
  })
  return asked
}

/** Waits until what was sent before has come back. */
const healthy = (page: Page) => page.evaluate("fetch('/api/v1/health').then((response) => response.json())")

test('finds while one types, and all of the shop when the words are removed', async () => {
  const page = await openShop(shop)
  await countIs(page, '9 products')
  await searchBox(page).pressSequentially('mug')
  await countIs(page, '3 products')
  expect((await namesOn(page)).sort()).toEqual(MUGS)
  expect(await page.title()).toBe('mug – Found')
  await searchBox(page).fill('mug ')
  await searchBox(page).fill('')
  await countIs(page, '9 products')
  expect(page.url()).toBe(shopAddress(shop))
})

test('searches when nothing has been typed for a fifth of a second, and at once after Enter', async () => {
  const page = await openPaused()
  await page.goto(shopAddress(shop))
  await settled(page)
  const searches = searchesOf(page)
  for (const letter of 'mug') {
    await searchBox(page).press(letter)
    await page.clock.runFor(150)
  }
  await page.clock.runFor(50)
  await countIs(page, '3 products')
  await searchBox(page).fill('tea')
  await searchBox(page).press('Enter')
  await page.getByRole('link', { name: 'Green tea' }).waitFor()
  await page.clock.runFor(1_000)
  await healthy(page)
  expect(searches.map((asked) => asked.get('q'))).toEqual(['mug', 'tea'])
})

test('a response that comes after a later one is dropped, and its request stopped', async () => {
  const page = await openShop(shop)
  const held = Promise.withResolvers<Route>()
  await page.route('**/products/search?*q=tea*', (route) => held.resolve(route))
  await searchBox(page).fill('tea')
  const route = await held.promise
  const stopped = page.waitForEvent('requestfailed')
  await searchBox(page).fill('mug')
  await countIs(page, '3 products')
  expect((await stopped).url()).toContain('q=tea')
  await route.fulfill({ response: await route.fetch() })
  await healthy(page)
  expect((await namesOn(page)).sort()).toEqual(MUGS)
  expect(await page.getByRole('alert').textContent()).toBe('')
})

test('what was found before stays until there is something else', async () => {
  const page = await openShop(shop, 'q=mug')
  const held = Promise.withResolvers<Route>()
  await page.route('**/products/search?*q=tea*', (route) => held.resolve(route))
  await searchBox(page).fill('tea')
  const route = await held.promise
  expect(await namesOn(page)).toHaveLength(3)
  expect(await page.locator('.waiting').count()).toBe(0)
  await route.continue()
  await page.getByRole('link', { name: 'Green tea' }).waitFor()
  expect(await namesOn(page)).toHaveLength(3)
})

test('a search that fails says so, and a button tries again', async () => {
  const page = await openShop(shop, '', { mayReport })
  await page.route(lists, (route) => route.fulfill({ status: 503, json: {} }))
  await searchBox(page).fill('mug')
  await heading(page, 'Something went wrong')
  expect(await namesOn(page)).toEqual([])
  await page.unroute(lists)
  await tryAgain(page).click()
  await countIs(page, '3 products')
})

test('filters choose, and their counts follow: those of a facet leave out its own choice', async () => {
  const page = await openShop(shop)
  expect(await valuesOf(page, 'Category')).toEqual(['Mugs (3)', 'Prints (3)', 'Tea (3)'])
  expect(await valuesOf(page, 'Availability')).toEqual(['In stock only (8)'])
  expect(await valuesOf(page, 'Offers')).toEqual(['On sale (1)'])
  await box(page, 'Tag', 'handmade (2)').check()
  await countIs(page, '2 products')
  expect(await valuesOf(page, 'Category')).toEqual(['Mugs (2)', 'Prints (0)', 'Tea (0)'])
  await box(page, 'Tag', 'organic (2)').check()
  await countIs(page, '4 products')
  expect(await valuesOf(page, 'Category')).toEqual(['Mugs (2)', 'Prints (0)', 'Tea (2)'])
  await box(page, 'Category', 'Tea (2)').check()
  await countIs(page, '2 products')
  expect(await namesOn(page)).toEqual(['Green tea', 'Peppermint tea'])
  await box(page, 'Offers', 'On sale').check()
  await countIs(page, 'One product')
  const query = `shop=${shop.slug}&category=tea&tag=handmade&tag=organic&sale=yes`
  expect(queryOf(page).toString()).toBe(query)
})

test('the rarer values of a facet can be unfolded, and stay so', async () => {
  const page = await openShop(shop)
  const rare = box(page, 'Tag', 'rare 7')
  expect(await rare.isVisible()).toBe(false)
  await page.getByText('3 more').click()
  await rare.check()
  await countIs(page, 'One product')
  await rare.and(page.locator(':focus')).waitFor()
  await rare.uncheck()
  await countIs(page, '9 products')
  await rare.and(page.locator(':focus')).waitFor()
  await page.goBack()
  await countIs(page, 'One product')
  await page.reload()
  await settled(page)
  expect(await rare.isVisible()).toBe(true)
})

test('a price is a range of money, and the only one', async () => {
  const page = await openShop(shop)
  const { facets = [] } = (await listOf(shop, '/products/search?facets=price')) as {
    facets?: { values: { value: string; count: number }[] }[]
  }
  const ranges = facets[0]?.values ?? []
  const [first, last] = [ranges[0], ranges.at(-1)]
  expect([first?.value, last?.value]).toEqual([
    expect.stringMatching(/^\d+-\d+$/),
    expect.stringMatching(/^\d+-$/),
  ])
  const labels = await valuesOf(page, 'Price')
  expect(labels).toHaveLength(ranges.length)
  expect(labels[0]).toMatch(/^€\d+\.\d\d – €?\d+\.\d\d \(\d\)$/)
  expect(labels.at(-1)).toMatch(/^€\d+\.\d\d and more \(\d\)$/)
  await facet(page, 'Price').getByRole('checkbox').nth(0).check()
  await page.waitForURL(/price=/)
  await settled(page)
  expect(queryOf(page).getAll('price')).toEqual([first?.value])
  expect(await namesOn(page)).toHaveLength(first?.count ?? 0)
  await facet(page, 'Price').getByRole('checkbox').last().check()
  await settled(page)
  expect(queryOf(page).getAll('price')).toEqual([last?.value])
  expect(await namesOn(page)).toHaveLength(last?.count ?? 0)
  expect(await facet(page, 'Price').getByRole('checkbox', { checked: true }).count()).toBe(1)
})

test('what is set has a chip each, which removes it; the focus goes to the next one', async () => {
  const page = await openShop(shop, 'category=mugs&category=tea&price=0-2000&available=yes&tag=handmade')
  expect(await setOn(page)).toEqual(['Mugs', 'Tea', 'Up to €20.00', 'In stock only', 'handmade', 'Clear all'])
  expect(await namesOn(page)).toEqual(['Blue mug'])
  await chips(page).filter({ hasText: 'Up to €20.00' }).click()
  await countIs(page, '2 products')
  expect(queryOf(page).has('price')).toBe(false)
  await page.locator(':focus', { hasText: 'In stock only' }).waitFor()
  await searchBox(page).fill('red')
  await countIs(page, 'One product')
  await page.getByRole('button', { name: 'Clear all' }).click()
  expect(await chips(page).count()).toBe(0)
  await settled(page)
  expect(queryOf(page).toString()).toBe(`shop=${shop.slug}&q=red`)
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  await page.locator('main:focus').waitFor()
})

test('a link and a reload bring back words, filters and order', async () => {
  const query = 'q=tea&category=tea&tag=organic&price=500-1500&sort=-price'
  const page = await openShop(shop, query)
  for (const open of [() => page.reload(), () => page.goto(shopAddress(shop, query))]) {
    expect(await namesOn(page)).toEqual(['Peppermint tea', 'Green tea'])
    expect(await searchBox(page).inputValue()).toBe('tea')
    expect(await setOn(page)).toEqual(['Tea', '€5.00 – €15.00', 'organic', 'Clear all'])
    expect(await page.getByLabel('Sort by').inputValue()).toBe('-price')
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(3)
    await open()
    await settled(page)
  }
})

test('Back and Forward lead from choice to choice; a word is one of them, however it was typed', async () => {
  const page = await openShop(shop)
  const length = await page.evaluate<number>('history.length')
  for (const typed of ['m', 'mu', 'mug']) {
    await searchBox(page).fill(typed)
    await page.waitForURL((url) => url.searchParams.get('q') === typed)
  }
  expect(await page.evaluate('history.length')).toBe(length + 1)
  await box(page, 'Tag', 'blue').check()
  await countIs(page, 'One product')
  expect(await page.evaluate('history.length')).toBe(length + 2)
  await page.goBack()
  await countIs(page, '3 products')
  expect(await setOn(page)).toEqual([])
  expect(await searchBox(page).inputValue()).toBe('mug')
  await page.goBack()
  await countIs(page, '9 products')
  expect(await searchBox(page).inputValue()).toBe('')
  await page.goForward()
  await page.goForward()
  await countIs(page, 'One product')
  expect(await setOn(page)).toEqual(['blue', 'Clear all'])
})

test('what is typed after Enter is another choice', async () => {
  const page = await openShop(shop)
  for (const [word, count] of [
    ['mug', '3 products'],
    ['red', 'One product'],
  ] as const) {
    await searchBox(page).fill(word)
    await searchBox(page).press('Enter')
    await countIs(page, count)
  }
  await page.goBack()
  await countIs(page, '3 products')
})

test('sorts by relevance while there are words, and takes the order along', async () => {
  const page = await openShop(shop)
  const menu = page.getByLabel('Sort by')
  expect(await menu.inputValue()).toBe('position')
  await searchBox(page).fill('mug')
  await countIs(page, '3 products')
  expect(await menu.inputValue()).toBe('relevance')
  await menu.selectOption('-name')
  await settled(page)
  expect(await namesOn(page)).toEqual(MUGS.toReversed())
  await menu.selectOption('relevance')
  await settled(page)
  expect(queryOf(page).toString()).toBe(`shop=${shop.slug}&q=mug`)
  await searchBox(page).fill('')
  await countIs(page, '9 products')
  expect(await menu.inputValue()).toBe('position')
})

test('says how words were understood, and if not all of them were found', async () => {
  const page = await openShop(shop, 'q=blakc tea')
  await countOn(page).getByText('Showing results for “black tea” instead of “blakc tea”.').waitFor()
  expect(await namesOn(page)).toEqual(['Black tea'])
  await searchBox(page).fill('green tea teapot')
  await countOn(page)
    .getByText('No product has all of these words. These products have most of them.')
    .waitFor()
  expect(await namesOn(page)).toEqual(['Green tea'])
  await searchBox(page).fill('green tea')
  await countOn(page).getByText('No product has').waitFor({ state: 'detached' })
})

test('an empty result offers ways out of the filters and of the words', async () => {
  const page = await openShop(shop, 'q=mug&tag=organic')
  await page.getByRole('heading', { name: 'No match' }).waitFor()
  await countIs(page, 'No products')
  await page.getByRole('link', { name: 'Clear the filters' }).click()
  await countIs(page, '3 products')
  await page.goBack()
  await page.getByRole('link', { name: 'See all products' }).click()
  await countIs(page, '9 products')
  expect(page.url()).toBe(shopAddress(shop))
  expect(await searchBox(page).inputValue()).toBe('')
})

test('the menu leads to a whole category', async () => {
  const page = await openShop(shop, 'q=mug&tag=handmade&sort=name')
  await page.getByRole('navigation').getByRole('link', { name: 'Tea' }).click()
  await countIs(page, '3 products')
  expect(page.url()).toBe(shopAddress(shop, 'category=tea&sort=name'))
})

test('on a phone the filters are in a sheet', async () => {
  const page = await openShop(shop, '', { viewport: { width: 360, height: 740 } })
  expect(await facet(page, 'Tag').isVisible()).toBe(false)
  const button = page.getByRole('button', { name: 'Filters' })
  await button.click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await box(page, 'Tag', 'handmade').check()
  await sheet.getByText('2 products').waitFor()
  await box(page, 'Availability', 'In stock only').check()
  expect(await violationsOn(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Done' }).click()
  await sheet.waitFor({ state: 'hidden' })
  expect((await namesOn(page)).sort()).toEqual(['Blue mug', 'Red mug'])
  expect(await button.textContent()).toBe('Filters (2)')
  await page.locator('#filters:focus').waitFor()
  await page.keyboard.press('Enter')
  await sheet.waitFor()
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(2)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await page.locator('#filters:focus').waitFor()
})

test('Back to a product closes the sheet', async () => {
  const page = await openShop(shop, '', { viewport: { width: 360, height: 740 } })
  await page.getByRole('link', { name: 'Red mug' }).click()
  await page.getByRole('article').getByRole('link', { name: 'All products' }).click()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.goBack()
  await page.getByRole('article').getByRole('link', { name: 'All products' }).click()
  expect(await namesOn(page)).toHaveLength(9)
})

test('is searched and filtered by keyboard alone; a box that is pressed keeps the focus', async () => {
  const page = await openShop(shop)
  await searchBox(page).focus()
  await page.keyboard.type('mug')
  await page.keyboard.press('Enter')
  await countIs(page, '3 products')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: 'Skip the filters' }).and(page.locator(':focus')).waitFor()
  const tag = box(page, 'Tag', 'handmade')
  for (let n = 0; n < 20 && !(await tag.evaluate((one) => one.matches(':focus'))); n++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await countIs(page, '2 products')
  await tag.and(page.locator(':focus')).waitFor()
  expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid')
  await page.keyboard.press('Space')
  await countIs(page, '3 products')
  await tag.and(page.locator(':focus')).waitFor()
})

test('a hostile name, tag or word is text, wherever it is shown', async () => {
  const page = await openShop(shop, `tag=${encodeURIComponent(HOSTILE)}`)
  expect(await namesOn(page)).toEqual([HOSTILE])
  expect(await setOn(page)).toEqual([HOSTILE, 'Clear all'])
  expect(await valuesOf(page, 'Tag')).toContain(`${HOSTILE} (1)`)
  await searchBox(page).fill(HOSTILE)
  await page.waitForURL(/q=/)
  await settled(page)
  expect(await page.title()).toBe(`${HOSTILE} – Found`)
  expect(await page.locator('main img').count()).toBe(0)
})

test('values of options with a comma or colon are filters like others, also in a link', async () => {
  const page = await openShop(shop)
  const [comma = '', colon = ''] = OPTION.values
  expect(await valuesOf(page, OPTION.name)).toEqual([`${comma} (2)`, `${colon} (1)`])
  await box(page, OPTION.name, colon).check()
  await countIs(page, 'One product')
  expect(await namesOn(page)).toEqual(['Wide print'])
  await box(page, OPTION.name, comma).check()
  await countIs(page, '2 products')
  await page.reload()
  await settled(page)
  expect(await namesOn(page)).toHaveLength(2)
  expect(await setOn(page)).toEqual([`${OPTION.name}: ${colon}`, `${OPTION.name}: ${comma}`, 'Clear all'])
  await chips(page).filter({ hasText: comma }).click()
  await countIs(page, 'One product')
})

test('a value of an address that no product has can be seen and removed', async () => {
  const page = await openShop(shop, 'option=Form%3ARound&tag=no&category=none&price=x&available=maybe', {
    mayReport,
  })
  await page.getByRole('heading', { name: 'No match' }).waitFor()
  expect(await setOn(page)).toEqual(['none', 'Form: Round', 'no', 'Clear all'])
  expect(await valuesOf(page, 'Form')).toEqual(['Round (0)'])
  // Without a product it goes as soon as it is not set.
  await box(page, 'Form', 'Round').click()
  await page.waitForURL((url) => !url.searchParams.has('option'))
})
