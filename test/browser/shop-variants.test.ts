import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { listOf } from '../support/shop.ts'
import { makeShirtShop, PICTURES } from './shirts.ts'
import {
  expectNoViolations,
  hasBrowser,
  openTab,
  productAddress,
  settled,
  shopAddress,
  test,
  tooWide,
} from './tab.ts'

let shop: Business
beforeAll(async () => {
  if (hasBrowser) shop = await makeShirtShop()
})

const article = (page: Page) => page.getByRole('article')
const radio = (page: Page, name: string) => article(page).getByRole('radio', { name, exact: true })
const chosenIn = async (page: Page) => {
  const names = await article(page).locator('label:has(:checked) > :nth-child(2)').allTextContents()
  return names.join(' ')
}
const variantIn = (page: Page) => new URL(page.url()).searchParams.get('variant')
/** The text that screen readers say when the choice has changed. */
const said = (page: Page) => article(page).locator('[aria-live=polite]')

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A tab in which the pictures of the shop can be had. */
async function pictureTab(): Promise<Page> {
  const page = await openTab()
  await page.route(`${PICTURES}*`, (route) => route.fulfill({ contentType: 'image/png', body: PNG }))
  return page
}

/** Opens the list, or a product with what follows in its address. */
async function open(product?: string, query = ''): Promise<Page> {
  const page = await pictureTab()
  await page.goto(product ? productAddress(shop, product, query) : shopAddress(shop))
  await settled(page)
  return page
}

/** The values that are crossed out. */
const crossedOut = (page: Page) =>
  page.evaluate<string[]>(
    "[...document.querySelectorAll('.chip > :nth-child(2)')]" +
      ".filter((value) => getComputedStyle(value).textDecorationLine === 'line-through')" +
      '.map((value) => value.textContent)',
  )

test('a card shows the lowest price, with “from” only if there are several', async () => {
  const page = await open()
  const prices = page.locator('.tile .price')
  expect((await prices.allTextContents()).sort()).toEqual(['Price: from €12.00', 'Price: €5.00'])
})

test('opens with the first available variant, which the address does not name', async () => {
  const page = await open()
  await page.getByRole('link', { name: 'Shirt', exact: true }).click()
  await article(page).getByRole('group', { name: 'Colour' }).waitFor()
  const groups = article(page).getByRole('group')
  expect(await groups.locator('legend').allTextContents()).toEqual(['Size', 'Colour'])
  expect(await groups.first().locator('span:nth-child(2)').allTextContents()).toEqual(['S', 'M', 'L'])
  expect(await chosenIn(page)).toBe('S Blue')
  expect(await said(page).textContent()).toBe('S, BluePrice: €12.00In stock')
  expect(variantIn(page)).toBeNull()
})

test('price, earlier price, availability, picture, address and question follow the choice', async () => {
  const page = await open('shirt')
  const picture = article(page).locator('.pictures img').first()
  expect(await picture.getAttribute('alt')).toBe('Both shirts')
  await radio(page, 'M (sold out)').check()
  expect(await said(page).textContent()).toBe('M, BluePrice: €14.00Sold out')
  await radio(page, 'Red').check()
  expect(await said(page).textContent()).toBe('M, RedPrice now: €14.00 Price before: €18.00In stock')
  expect(await picture.getAttribute('alt')).toBe('A red shirt')
  expect(await article(page).locator('.pictures img').count()).toBe(2)
  expect(variantIn(page)).toBe('3')
  const ask = await article(page).getByRole('link', { name: 'Ask about it' }).getAttribute('href')
  expect(ask).toBe(`mailto:hi%40shop.example?subject=${encodeURIComponent('Shirt (M, Red)')}`)
})

test('what is sold out is crossed out and can be chosen, what does not exist cannot', async () => {
  const page = await open('shirt')
  await radio(page, 'Red (sold out)').waitFor()
  expect(await crossedOut(page)).toEqual(['M', 'Red'])
  await radio(page, 'Red (sold out)').check()
  await said(page).getByText('Sold out').waitFor()
  expect(variantIn(page)).toBe('1')
  await radio(page, 'L').check()
  expect(await radio(page, 'Blue').isDisabled()).toBe(true)
  expect(await radio(page, 'Red').isDisabled()).toBe(false)
})

test('a size that is not made in the chosen colour brings its own', async () => {
  const page = await open('shirt')
  await radio(page, 'L').check()
  expect(await chosenIn(page)).toBe('L Red')
  expect(await said(page).textContent()).toBe('L, RedPrice: €15.00In stock')
  expect(variantIn(page)).toBe('5')
})

test.for([
  ['4', 'M Blue'],
  ['5', 'L Red'],
  ['6', 'S Blue'],
  ['99', 'S Blue'],
  ['', 'S Blue'],
  ['abc', 'S Blue'],
  ['-1', 'S Blue'],
  ['1e0', 'S Blue'],
  ['4%00', 'S Blue'],
])('an address with variant %s shows %s', async ([variant, choice]) => {
  const page = await open('shirt', `variant=${variant}`)
  await article(page).getByRole('group', { name: 'Colour' }).waitFor()
  expect(await chosenIn(page)).toBe(choice)
})

test('an address with the id of a variant, as feeds have it, shows that variant', async () => {
  const [product] = (await listOf(shop, '/products?fields=id&sort=-price&limit=1')).data
  const page = await open('shirt', `variant=${product?.id}-5`)
  await article(page).getByRole('group', { name: 'Colour' }).waitFor()
  expect(await chosenIn(page)).toBe('L Red')
})

test('Back leaves the product, Forward shows the choice again', async () => {
  const page = await open()
  const link = page.getByRole('link', { name: 'Shirt', exact: true })
  await link.click()
  await radio(page, 'M (sold out)').check()
  await radio(page, 'Red').check()
  await page.goBack()
  await article(page).waitFor({ state: 'hidden' })
  expect(page.url()).toBe(shopAddress(shop))
  await page.goForward()
  await said(page).getByText('€18.00').waitFor()
  expect(await chosenIn(page)).toBe('M Red')
  await article(page).getByRole('link', { name: 'All products' }).click()
  await page.waitForURL(shopAddress(shop))
})

test('is chosen by keyboard alone', async () => {
  const page = await open()
  await page.getByRole('link', { name: 'Shirt', exact: true }).press('Enter')
  await page.locator('h1#name:focus').waitFor()
  await page.keyboard.press('Tab')
  expect(await radio(page, 'S').evaluate((input) => input.matches(':focus-visible'))).toBe(true)
  const outline = 'getComputedStyle(document.activeElement.parentElement).outlineStyle'
  expect(await page.evaluate(outline)).toBe('solid')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  expect(await chosenIn(page)).toBe('L Red')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  expect(await chosenIn(page)).toBe('M Blue')
  await said(page).getByText('Sold out').waitFor()
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: 'Ask about it' }).and(page.locator(':focus')).waitFor()
})

const VARIED: [product: string, query: string][] = [
  ['shirt', 'variant=5'],
  ['socks', ''],
]
test.for(VARIED)('%s: axe finds nothing, nothing is too wide', async (varied) => {
  const page = await open(...varied)
  await article(page).getByRole('group').first().waitFor()
  await expectNoViolations(page, VARIED.indexOf(varied))
  expect(await tooWide(page)).toBeLessThanOrEqual(0)
})

test('a picture next to a text that is higher than its column is wide stays in its column', async () => {
  const page = await open('socks')
  await page.setViewportSize({ width: 800, height: 800 })
  const picture = await article(page).locator('.picture').boundingBox()
  const text = await article(page).locator('.text').boundingBox()
  if (!picture || !text) throw new Error('not both are shown')
  expect(text.height).toBeGreaterThan(picture.width)
  expect(picture.x + picture.width).toBeLessThanOrEqual(text.x)
})

test('a product whose every variant was hidden shows no choice', async () => {
  const page = await pictureTab()
  await page.route('**/products/socks*', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    const options = json.options.map((option: object) => ({ ...option, values: [] }))
    await route.fulfill({ response, json: { ...json, options, variants: [] } })
  })
  await page.goto(productAddress(shop, 'socks'))
  await article(page).getByText('Sold out').waitFor()
  expect(await article(page).getByRole('group').count()).toBe(0)
})
