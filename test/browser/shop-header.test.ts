import type { Page } from 'playwright-core'
import { beforeAll, expect, inject } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { uploadDemoPictures } from '../../lib/operator/upload-demo-pictures.ts'
import { makePageShop } from '../docs/page-shop.ts'
import { makeMenuShop } from './menu-shop.ts'
import {
  countOn,
  hasBrowser,
  namesOn,
  openShop,
  openTab,
  productAddress,
  scrollDown,
  settled,
  shopAddress,
  test,
} from './tab.ts'

let branches: Business
let tea: Business
beforeAll(async () => {
  if (!hasBrowser) return
  branches = await makeMenuShop()
  const { business, token } = await makePageShop(['tea'])
  await uploadDemoPictures({ base_url: inject('baseUrl'), api_key: token })
  tea = business
})

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const menu = (page: Page) => page.getByRole('navigation', { name: 'Categories' })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })

/** True if the beginning of an element is in the window, and nothing else is over it. */
const isInView = (page: Page, part: string) =>
  page.evaluate<boolean>(`(() => {
    const one = document.querySelector('${part}')
    const { left, top, width, height } = one.getBoundingClientRect()
    return one.contains(document.elementFromPoint(left + Math.min(width, 20) / 2, top + height / 2))
  })()`)

/** The distance of an element from the top of the window. */
const topOf = async (page: Page, part: string) => (await page.locator(part).boundingBox())?.y

test.for([
  ['a desktop', {}],
  ['a phone', PHONE],
] as const)(
  'on %s name, search and menu stay in view, and what is unfolded there is seen',
  async ([, screen]) => {
    const page = await openShop(branches, '', screen)
    await scrollDown(page)
    for (const part of ['#home', '#search', '.menu a']) expect(await isInView(page, part), part).toBe(true)
    await menu(page).getByRole('button', { name: 'Show what is in Drinks' }).click()
    expect(await isInView(page, '.menu [data-id=coffee]')).toBe(true)
  },
)

test('in a window that is too low for it, the header leaves the room to the products', async () => {
  const page = await openShop(branches, '', { viewport: { width: 640, height: 360 } })
  await scrollDown(page)
  expect(await topOf(page, '#search')).toBeLessThan(0)
})

test('what has the focus is not below the header', async () => {
  const page = await openShop(branches)
  await scrollDown(page)
  await page.locator('.tile a').nth(20).focus()
  for (let n = 0; n < 20; n++) await page.keyboard.press('Shift+Tab')
  const { y = 0 } = (await page.locator('.tile:has(:focus)').boundingBox()) ?? {}
  expect(y).toBeGreaterThan(100)
})

test('a search on the page of a product leads to the list, while one types', async () => {
  const page = await openTab()
  await page.goto(productAddress(branches, 'of-tea'))
  await page.getByRole('heading', { name: 'Of Tea' }).waitFor()
  await search(page).pressSequentially('lantern')
  await countOn(page).getByText('One product').waitFor()
  expect(await namesOn(page)).toEqual(['Lantern'])
  expect(page.url()).toBe(shopAddress(branches, 'q=lantern'))
  await search(page).and(page.locator(':focus')).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Of Tea' }).waitFor()
})

test('the front page says what the shop is and shows a picture that its list needs anyway', async () => {
  const page = await openTab(PHONE)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(shopAddress(tea))
  await settled(page)
  await page.locator('#lead').getByText(tea.description).waitFor()
  await page.locator('.tile img').last().scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  const files = (part: string) =>
    page.evaluate<string[]>(`[...document.querySelectorAll('${part}')].map((img) => img.currentSrc)`)
  const [cover = ''] = await files('#lead img')
  const tiles = await files('.tile img')
  expect(tiles).toContain(cover)
  expect(asked.filter((url) => url === cover)).toHaveLength(1)
})

test.for([
  ['the list of all products', ''],
  ['a category', 'category=tea'],
] as const)('on a phone the first product of %s begins in the upper half', async ([, query]) => {
  const page = await openShop(tea, query, PHONE)
  expect(await topOf(page, '.tile:first-child')).toBeLessThan(400)
})

test('the footer has the name, the contact and the currency of the shop', async () => {
  const page = await openShop(tea, 'q=gyokuro')
  const footer = await page.getByRole('contentinfo').textContent()
  for (const text of [tea.name, tea.description, tea.contact.phone ?? '', 'All prices are in Euro (EUR).'])
    expect(footer).toContain(text)
  expect(await page.locator('#lead').isVisible()).toBe(false)
})

test('a category with a picture begins with it and its description, unless it is filtered', async () => {
  const page = await openTab()
  await page.route('**/categories?*', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    const image = { url: tea.logo_url ?? 'https://pictures.test/tea.webp', alt: 'Tea' }
    for (const category of json.data) Object.assign(category, { image })
    await route.fulfill({ response, json })
  })
  await page.route('https://pictures.test/*', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: SVG }),
  )
  await page.goto(shopAddress(tea, 'category=tea'))
  await settled(page)
  const lead = page.locator('#lead')
  await lead.getByText('Loose leaf').waitFor()
  expect(await lead.locator('img').count()).toBe(1)
  expect(await page.locator('#intro').isVisible()).toBe(false)
  for (const query of ['category=tea&sort=name', 'category=tea&available=yes', 'category=tea&q=gyokuro']) {
    await page.goto(shopAddress(tea, query))
    await settled(page)
    expect(await lead.isVisible(), query).toBe(false)
  }
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
