import { beforeAll, expect } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { makeBusiness, makeCategory, makeProduct, walk } from '../support/shop.ts'
import { ARABIC, CUPS as cups, HOSTILE, makeCatalogue } from './catalogue.ts'
import {
  countOn,
  hasBrowser,
  loadAll,
  namesOn,
  openShop,
  openTab,
  scrollDown,
  settled,
  shopAddress,
  test,
} from './tab.ts'

let shop: Business
beforeAll(async () => {
  if (hasBrowser) shop = await makeCatalogue(50)
})

const names = async (path: string) => (await walk(shop, path)).map(({ name }) => name)

test('loads page after page by cursor until the end, each product once, and nothing that is not public', async () => {
  const page = await openShop(shop)
  const all = await names('/products')
  expect(await namesOn(page)).toEqual(all.slice(0, 24))
  await countOn(page).getByText('56 products').waitFor()
  expect(await loadAll(page)).toBe(2)
  expect(all).toHaveLength(56)
  expect(await namesOn(page)).toEqual(all)
  await countOn(page).getByText('56 products').waitFor()
})

test('counts the facets once for a list; its other pages have the same words and filters', async () => {
  const page = await openTab()
  const asked: URLSearchParams[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/products/search')) asked.push(searchParams)
  })
  await page.goto(shopAddress(shop, 'q=tea&category=tea&available=yes'))
  expect(await loadAll(page)).toBe(2)
  await page.reload()
  await settled(page)
  expect(await namesOn(page)).toHaveLength(50)
  const shape = asked.map((one) => [one.has('facets'), one.has('cursor'), one.get('limit')])
  const pages = [true, false, false].map((isFirst) => [isFirst, !isFirst, '24'])
  expect(shape).toEqual([...pages, [true, false, '50']])
  for (const one of asked)
    expect([one.get('q'), one.get('category'), one.get('is_available')]).toEqual(['tea', 'tea', 'true'])
})

test('the focus goes to the first product that was loaded', async () => {
  const page = await openShop(shop)
  await page.getByRole('button', { name: 'Load more' }).click()
  await page.locator('.tile:nth-child(25) a:focus').waitFor()
})

test('a reload, and coming back from elsewhere, show all that was loaded, at its place', async () => {
  const page = await openShop(shop)
  await loadAll(page)
  const place = await scrollDown(page)
  await page.reload()
  await settled(page)
  expect(await namesOn(page)).toHaveLength(56)
  await countOn(page).getByText('56 products').waitFor()
  expect(await page.evaluate('scrollY')).toBe(place)
  // Without the scrolling to it that a click with the mouse needs.
  await page.getByRole('link', { name: 'Empty' }).dispatchEvent('click')
  await page.getByRole('heading', { name: 'No products yet' }).waitFor()
  await page.goBack()
  await page.locator('.tile:nth-child(56)').waitFor()
  expect(await page.evaluate('scrollY')).toBe(place)
})

test('shows one category, and all of them again with the back button', async () => {
  const page = await openShop(shop)
  const categories = page.getByRole('navigation', { name: 'Categories' })
  expect(await categories.getByRole('link').allTextContents()).toEqual(['All', 'Tea', cups, 'Empty'])
  await categories.getByRole('link', { name: cups }).click()
  await page.getByRole('heading', { name: cups }).waitFor()
  await settled(page)
  expect(await namesOn(page)).toEqual(await names('/products?category=cups'))
  expect(new URL(page.url()).search).toBe(`?shop=${shop.slug}&category=cups`)
  expect(await categories.locator('[aria-current]').allTextContents()).toEqual([cups])
  await page.goBack()
  await page.getByRole('heading', { name: 'All products' }).waitFor()
  await settled(page)
  expect(await namesOn(page)).toEqual((await names('/products')).slice(0, 24))
})

test('sorts by what the menu offers', async () => {
  const page = await openShop(shop, 'category=cups')
  const menu = page.getByLabel('Sort by')
  const labels = await menu.getByRole('option').allTextContents()
  for (const label of labels.toReversed()) {
    const [sort = ''] = await menu.selectOption({ label })
    await settled(page)
    expect(await menu.inputValue()).toBe(sort)
    const usual = sort === 'position'
    expect(new URL(page.url()).searchParams.get('sort')).toBe(usual ? null : sort)
    const expected = await names(`/products?category=cups&sort=${sort}`)
    expect(await namesOn(page), label).toEqual(expected)
  }
  expect(labels).toHaveLength(6)
})

test('a link brings back category and sort', async () => {
  const page = await openShop(shop, 'category=tea&sort=-price')
  expect(await page.getByLabel('Sort by').inputValue()).toBe('-price')
  expect(await namesOn(page)).toEqual((await names('/products?category=tea&sort=-price')).slice(0, 24))
})

test('a sort order that the menu does not have is ignored', async () => {
  const page = await openShop(shop, 'sort=colour')
  expect(await namesOn(page)).toEqual((await names('/products')).slice(0, 24))
})

test('says what is sold out and what was dearer before, and leaves out on demand what is sold out', async () => {
  const page = await openShop(shop, 'category=cups')
  const tile = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await tile('Gone cup').getByText('Sold out').waitFor()
  expect(await page.getByText('Sold out').count()).toBe(1)
  expect(await tile('Cheaper cup').locator('.price').textContent()).toBe(
    'Price now: €9.90 Price before: €12.50',
  )
  expect(await page.locator('.badge').allTextContents()).toEqual(expect.arrayContaining(['Sale', 'Sold out']))
  expect(await tile('Cheaper cup').locator('s').textContent()).toContain('€12.50')
  expect(await tile('Same cup').locator('.price').textContent()).toBe('Price: €9.90')
  await page.getByLabel('In stock only').check()
  await page.waitForURL(/available=yes/)
  await settled(page)
  expect(await namesOn(page)).toEqual(await names('/products?category=cups&is_available=true'))
})

test("texts are text: no name becomes markup, and none could by the page's own policy", async () => {
  const page = await openShop(shop, 'category=cups')
  expect(await namesOn(page)).toContain(HOSTILE)
  expect(await page.getByRole('banner').getByRole('link').textContent()).toBe(shop.name)
  await page.getByText(HOSTILE, { exact: true }).click()
  await page.getByRole('article').getByText('<script>alert(3)</script>').waitFor()
  await page.getByRole('article').getByText('<b>tag</b>').waitFor()
  expect(await page.locator('script:not([type="application/ld+json"])').count()).toBe(1)
  expect(await page.locator('img, b, i').count()).toBe(0)
  const href = await page
    .getByRole('contentinfo')
    .getByText(shop.contact.email ?? '')
    .getAttribute('href')
  expect(href).toBe("mailto:a%26b'c%40shop.example")
})

test('the browser refuses to make markup of a string in this page', async () => {
  const page = await openShop(shop, 'category=empty', { mayReport: /TrustedHTML/ })
  await expect(page.evaluate("document.body.innerHTML = '<b>x</b>'")).rejects.toThrow('TrustedHTML')
})

test.for([
  ["Object.assign(document.createElement('script'), { text: 'alert(1)' })", 'TrustedScript'],
  ["trustedTypes.createPolicy('any', { createScript: (text) => text })", 'disallowed'],
] as const)('nor a script: %s', async ([attempt, message]) => {
  const page = await openShop(shop, 'category=empty', { mayReport: /TrustedScript|TrustedTypePolicy/i })
  await expect(page.evaluate(attempt)).rejects.toThrow(message)
})

test('every text runs in its own direction and language', async () => {
  const page = await openShop(shop, 'category=cups')
  expect(await page.locator('.tile a:dir(rtl)').allTextContents()).toEqual([ARABIC])
  expect(await page.locator('.tile a:dir(ltr)').count()).toBe(5)
  expect(await page.getByRole('link', { name: ARABIC }).getAttribute('lang')).toBe(shop.locale)
})

test.for([
  ['JPY', 'ja', 1250, '¥1,250'],
  ['KWD', 'en', 1250, 'KWD 1.250'],
  // People do not use fillér, yet the unit of the API is the fillér.
  ['HUF', 'en', 129_900, 'HUF 1,299'],
  ['HUF', 'en', 129_950, 'HUF 1,299.50'],
  ['EUR', 'de', 1250, '12,50 €'],
] as const)('a price in %s, %s', async ([currency, locale, price, expected]) => {
  const other = await makeBusiness({ currency, locale })
  await makeCategory(other, { id: 'tea' })
  await makeProduct(other, { category_id: 'tea', price })
  const page = await openShop(other)
  const shown = await page.locator('.price bdi').textContent()
  // Yen has a wide sign in Japanese, and spaces that do not break.
  expect(shown?.normalize('NFKC')).toBe(expected)
})

test('a picture covers its placeholder, which stays when the picture does not load', async () => {
  const other = await makeBusiness()
  await makeCategory(other, { id: 'tea' })
  const images = (name: string) => [{ url: `https://pictures.test/${name}`, alt: `Picture ${name}` }]
  await makeProduct(other, { category_id: 'tea', name: 'Seen', images: images('seen.svg') })
  await makeProduct(other, { category_id: 'tea', name: 'Broken', images: images('broken.png') })
  const page = await openTab({ mayReport: /ERR_CONNECTION_REFUSED/ })
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  await page.route('**/seen.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
  await page.route('**/broken.png', (route) => route.abort('connectionrefused'))
  await page.goto(shopAddress(other))
  const seen = page.getByAltText('Picture seen.svg')
  await seen.waitFor()
  // Nobody knows another size of it.
  expect(await seen.getAttribute('srcset')).toBeNull()
  await page.locator('.tile', { hasText: 'Broken' }).locator('img').waitFor({ state: 'detached' })
  expect(await page.locator('.picture').allTextContents()).toEqual(['B', 'S'])
})

test('the picture at the top of the shop that does not load leaves the initials of the shop', async () => {
  const other = await makeBusiness({ name: 'Harbour Tea' })
  await makeCategory(other, { id: 'tea', image: { url: 'https://pictures.test/broken.png', alt: '' } })
  const page = await openTab({ mayReport: /ERR_CONNECTION_REFUSED/ })
  await page.route('**/broken.png', (route) => route.abort('connectionrefused'))
  await page.goto(shopAddress(other))
  await page.locator('.cover').getByText('HT').waitFor()
  expect(await page.locator('.cover img').count()).toBe(0)
})

test('the picture of the list stays while a larger one fails to load', async () => {
  const other = await makeBusiness()
  await makeCategory(other, { id: 'tea' })
  const folder = `https://pictures.test/media/${'a'.repeat(36)}/${'b'.repeat(64)}`
  await makeProduct(other, {
    category_id: 'tea',
    name: 'Cup',
    images: [{ url: `${folder}/2000.webp`, alt: 'A cup', width: 2000, height: 2000 }],
  })
  const page = await openTab({ viewport: { width: 1280, height: 800 }, mayReport: /ERR_CONNECTION_REFUSED/ })
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  await page.route('**/320.webp', (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
  await page.route('**/{640,1280,2000}.webp', (route) => route.abort('connectionrefused'))
  await page.goto(shopAddress(other))
  await page.getByAltText('A cup').waitFor()
  await page.getByRole('link', { name: 'Cup' }).click()
  const picture = page.getByRole('article').getByAltText('A cup')
  await expect.poll(() => picture.getAttribute('src')).toBe(`${folder}/320.webp`)
  expect(await page.evaluate("document.querySelector('article img').naturalWidth")).toBeGreaterThan(0)
  // Without a list nothing is there that could stay.
  await page.reload()
  await page.getByRole('article').locator('img').waitFor({ state: 'detached' })
  expect(await page.getByRole('article').locator('.picture').textContent()).toBe('C')
})

test('a placeholder has the initials of the name', async () => {
  const other = await makeBusiness()
  await makeCategory(other, { id: 'tea' })
  const initials = [
    ['Green tea, 100 g', 'GT'],
    ['“the” Tea Box 🎁', 'TT'],
    ["Fisherman's apron", 'FA'],
    ['Émile’s 2 cups', 'É2'],
    ['Sencha', 'S'],
    ['गरम मसाला', 'गम'],
    ['🎁', ''],
  ] as const
  for (const [position, [name]] of initials.entries())
    await makeProduct(other, { category_id: 'tea', name, slug: `a-${position}`, position })
  const page = await openShop(other)
  expect(await page.locator('.tile .picture').allTextContents()).toEqual(initials.map(([, text]) => text))
})
