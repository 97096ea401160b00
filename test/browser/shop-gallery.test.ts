import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'
import { makeShirtShop } from './shirts.ts'
import {
  hasBrowser,
  openTab,
  productAddress,
  settled,
  shopAddress,
  test,
  tooWide,
  violationsOn,
} from './tab.ts'

let shop: Business
let shirts: Business
beforeAll(async () => {
  if (!hasBrowser) return
  shop = await makeBusiness({ contact: { email: null, phone: null, website: null, address: null } })
  await makeCategory(shop, { id: 'cups', name: 'Cups' })
  await makeCategory(shop, { id: 'alone', name: 'Alone' })
  const images = VIEWS.map((alt, n) => ({ url: `${FOLDER}${n}.svg`, alt }))
  await makeProduct(shop, { category_id: 'cups', name: 'Cup', slug: 'cup', images, position: 1 })
  for (let n = 1; n <= 5; n++)
    await makeProduct(shop, {
      category_id: 'cups',
      name: n === 4 ? LONG : `Cup ${n}`,
      slug: `cup-${n}`,
      position: 1 + n,
    })
  await makeProduct(shop, { category_id: 'cups', name: 'Gone', is_available: false, position: 2 })
  await makeProduct(shop, { category_id: 'alone', name: 'Only one', slug: 'only-one', position: 9 })
  shirts = await makeShirtShop()
})

/** A name of several lines. */
const LONG = 'Cup with a glaze that no two pieces have alike, thrown by hand'
const VIEWS = ['From the front', 'From above', 'In a hand']
const FOLDER = 'https://views.test/'
/** Two frames: the page has been seen as it is now. */
const FRAMES = 'new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() => seen())))'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** A tab in which the pictures can be had, and the requests for them. */
async function pictureTab(options = {}): Promise<{ page: Page; asked: string[] }> {
  const page = await openTab({ mayReport: /ERR_FAILED|ERR_NAME/, ...options })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.route(`${FOLDER}*`, (route) => route.fulfill({ contentType: 'image/svg+xml', body: SVG }))
  return { page, asked }
}

const article = (page: Page) => page.getByRole('article')
const row = (page: Page) => article(page).getByRole('group', { name: 'Pictures' })
const thumb = (page: Page, place: number) =>
  article(page).getByRole('button', { name: `Picture ${place + 1} ${VIEWS[place]}`, exact: true })
const related = (page: Page) => page.getByRole('region', { name: 'More from this category' })

/** Waits until this picture is the one that is seen, and the small one that is marked. */
async function isShown(page: Page, place: number) {
  await article(page).locator('.thumbs [aria-current=true]').and(thumb(page, place)).waitFor()
  const left =
    'document.querySelector(".pictures").scrollLeft / document.querySelector(".pictures").clientWidth'
  await expect.poll(() => page.evaluate(`Math.abs(Math.round(${left}))`)).toBe(place)
}

test.for(['ltr', 'rtl'])(
  'pictures are chosen by small ones, or with the arrow keys: %s',
  async (direction) => {
    const { page } = await pictureTab()
    await page.goto(productAddress(shop, 'cup'))
    await page.evaluate(`document.documentElement.dir = '${direction}'`)
    await isShown(page, 0)
    await thumb(page, 2).click()
    await isShown(page, 2)
    const [onwards, backwards] =
      direction === 'ltr' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
    await row(page).focus()
    await page.keyboard.press(backwards)
    await isShown(page, 1)
    await page.keyboard.press(onwards)
    await isShown(page, 2)
    expect(await row(page).getByRole('img').count()).toBe(3)
    expect(await violationsOn(page)).toEqual([])
  },
)

test('the second picture of a product is loaded when a mouse comes to it, and seen', async () => {
  const { page, asked } = await pictureTab()
  await page.goto(shopAddress(shop))
  await settled(page)
  const tile = page.locator('.tile', { hasText: 'Cup' }).first()
  await page.waitForLoadState('networkidle')
  const isAsked = () => asked.includes(`${FOLDER}1.svg`)
  expect(isAsked()).toBe(false)
  await tile.hover()
  await tile.locator('.second').waitFor()
  await expect.poll(() => opacity(page)).toBe('1')
  expect(isAsked()).toBe(true)
  await page.mouse.move(0, 0)
  await expect.poll(() => opacity(page)).toBe('0')
})

/** That of the only second picture that there is. */
const opacity = (page: Page) => page.evaluate("getComputedStyle(document.querySelector('.second')).opacity")

test('a finger loads no second picture', async () => {
  const { page } = await pictureTab(PHONE)
  await page.goto(shopAddress(shop))
  await settled(page)
  await page.getByRole('link', { name: 'Cup', exact: true }).tap()
  await isShown(page, 0)
  await page.goBack()
  expect(await page.locator('.second').count()).toBe(0)
})

test('more of the category is read when it comes into view, with one address for all of its products', async () => {
  const { page } = await pictureTab({ viewport: { width: 1280, height: 500 } })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/products?')) asked.push(request.url())
  })
  await page.goto(productAddress(shop, 'cup-1'))
  await article(page).getByRole('heading', { name: 'Cup 1' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  await related(page).scrollIntoViewIfNeeded()
  const names = related(page).getByRole('link')
  await names.first().waitFor()
  expect(await names.allTextContents()).toEqual(['Cup', 'Cup 2', 'Cup 3', LONG])
  await names.nth(1).focus()
  await page.keyboard.press('Enter')
  await article(page).getByRole('heading', { name: 'Cup 2' }).and(page.locator(':focus')).waitFor()
  await related(page).scrollIntoViewIfNeeded()
  await names.first().waitFor()
  expect(await names.allTextContents()).toEqual(['Cup', 'Cup 1', 'Cup 3', LONG])
  expect(new Set(asked).size).toBe(1)
  await page.goto(shopAddress(shop))
  await settled(page)
  expect(await related(page).count()).toBe(0)
})

test('a product that is alone in its category has nothing below it, and nothing moves', async () => {
  const { page } = await pictureTab({ viewport: { width: 1280, height: 1600 } })
  await page.addInitScript(`globalThis.shift = 0
    const add = ({ value }) => { shift += value }
    new PerformanceObserver((all) => all.getEntries().forEach(add)).observe({ type: 'layout-shift', buffered: true })`)
  const [response] = await Promise.all([
    page.waitForResponse(/\/products\?/),
    page.goto(productAddress(shop, 'only-one')),
  ])
  await response.finished()
  await page.locator('#related.none').waitFor({ state: 'attached' })
  expect(await related(page).count()).toBe(0)
  await page.evaluate(FRAMES)
  expect(await page.evaluate('shift')).toBeLessThan(0.01)
  for (const slug of ['cup-1', 'cup']) {
    await page.goto(productAddress(shop, slug))
    await related(page).getByRole('link').first().waitFor()
    await page.evaluate(FRAMES)
    expect(await page.evaluate('shift')).toBeLessThan(0.01)
  }
})

test('on a phone price, choice and availability stay in view and lead to the options, next to the link to ask', async () => {
  const { page } = await pictureTab(PHONE)
  await page.goto(productAddress(shirts, 'shirt'))
  const bar = page.getByRole('region', { name: 'Your choice' })
  await bar.getByText('S, Blue · In stock').waitFor()
  await article(page).getByRole('radio', { name: 'L', exact: true }).check()
  await bar.getByText('€15.00').waitFor()
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  const box = await bar.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(844)
  const ask = await bar.getByRole('link', { name: 'Ask about it' }).getAttribute('href')
  expect(ask).toContain(encodeURIComponent('Shirt (L, Red)'))
  await bar.getByRole('button').tap()
  await article(page).getByRole('radio', { name: 'L', exact: true }).and(page.locator(':focus')).waitFor()
  expect(await tooWide(page)).toBeLessThanOrEqual(0)
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('link', { name: 'All products' }).click()
  await settled(page)
  expect(await bar.isVisible()).toBe(false)
})

test('without options or an address to write to there is no such bar', async () => {
  const { page } = await pictureTab(PHONE)
  await page.goto(productAddress(shop, 'cup'))
  await isShown(page, 0)
  expect(await page.getByRole('region', { name: 'Your choice' }).isVisible()).toBe(false)
})

test('a value that cannot be chosen has its reason with it', async () => {
  const { page } = await pictureTab()
  await page.goto(productAddress(shirts, 'shirt'))
  await article(page).getByRole('radio', { name: 'L', exact: true }).check()
  const blue = article(page).getByRole('radio', { name: 'Blue', exact: true })
  expect(await blue.isDisabled()).toBe(true)
  await article(page).getByText('not in L', { exact: true }).waitFor()
  await article(page).getByRole('radio', { name: 'M', exact: true }).check()
  await article(page).getByText('(sold out)', { exact: true }).first().waitFor()
  expect(await article(page).getByText('not in').count()).toBe(0)
})

test('a tile has the number of its variants', async () => {
  const { page } = await pictureTab()
  await page.goto(shopAddress(shirts))
  await settled(page)
  expect((await page.locator('.variants').allTextContents()).sort()).toEqual(['2 variants', '5 variants'])
})
