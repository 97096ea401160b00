import type { Page } from 'playwright-core'
import { beforeEach, expect } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { asked, makeTeas } from '../console/asked.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'
import { cellIn, enter, openConsole } from './console-tab.ts'
import { hasBrowser, test, tooWide, violationsOn } from './tab.ts'

const HOSTILE = '<img src=x onerror=alert(1)> שלום'
const PRICE = 2

let shop: Business
let token: string
let id: string
beforeEach(async () => {
  if (!hasBrowser) return
  shop = await makeBusiness({ name: 'Tea & more' })
  token = await makeToken(shop)
  await makeCategory(shop, { id: 'tea' })
  ;({ id } = await makeProduct(shop, { category_id: 'tea', name: HOSTILE, price: 1250 }))
  await makeProduct(shop, { category_id: 'tea', name: 'Gold', price: 1000, compare_at_price: 1050 })
  await asked(token, 'POST', '/admin/products', {
    name: 'Shirt',
    category_id: 'tea',
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [
      { option_values: { Size: 'S' }, price: 1000 },
      { option_values: { Size: 'M' }, price: 2000 },
    ],
  })
})

/** Selects all products, from the newest to the oldest, and chooses other prices. */
async function choosePrices(page: Page, percent: string): Promise<void> {
  await cellIn(page, 'Shirt', PRICE).click()
  await cellIn(page, 'onerror', PRICE).click({ modifiers: ['Shift'] })
  await page.getByText('3 rows:').waitFor()
  await page.getByLabel('Prices').fill(percent)
  await page.keyboard.press('Enter')
}

const item = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first()

test('prices are tried, changed after a look at them, and put back', async () => {
  const page = await openConsole()
  await enter(page, token)
  await choosePrices(page, '10.5')
  await page.getByText('3 prices of 2 products would change, 1 product refused').waitFor()
  await page.getByRole('heading', { name: 'Change prices by 10.5 %' }).and(page.locator(':focus')).waitFor()
  await page.getByText('Nothing is written yet.').waitFor()
  expect(await item(page, 'onerror').textContent()).toContain('12.50 → 13.81')
  expect(await item(page, 'Shirt').textContent()).toContain('S: 10.00 → 11.05M: 20.00 → 22.10')
  expect(await item(page, 'Gold').textContent()).toContain('must not be above the compare-at price 10.50')
  expect(await asked(token, 'GET', `/admin/products/${id}`)).toMatchObject({ price: 1250 })
  await asked(token, 'PATCH', `/admin/products/${id}`, { price: 1300 })
  await page.getByRole('button', { name: 'Change 3 prices' }).press('Enter')
  await page.getByText('It was changed in the meantime').waitFor()
  await page.getByRole('button', { name: 'Try again what was left' }).press('Enter')
  await page.getByText('13.00 → 14.37').waitFor()
  await page.getByRole('button', { name: 'Change 1 price' }).press('Enter')
  await page.getByRole('status').getByText('Changed 1 price of 1 product').first().waitFor()
  expect(await asked(token, 'GET', `/admin/products/${id}`)).toMatchObject({ price: 1437 })
  await page.getByRole('button', { name: 'Put the earlier prices back' }).press('Enter')
  await page.getByRole('button', { name: 'Change 1 price' }).press('Enter')
  await page.getByRole('button', { name: 'Put the earlier prices back' }).waitFor()
  await page.getByRole('link', { name: 'All products' }).click()
  expect(await cellIn(page, 'onerror', PRICE).textContent()).toBe('13.00')
  expect(await page.getByRole('button', { name: 'Nothing to save' }).count()).toBe(1)
})

test('a percentage that prices cannot have, or rows with edits, lead nowhere', async () => {
  const page = await openConsole()
  await enter(page, token)
  await choosePrices(page, '1001')
  expect(await page.getByLabel('Prices').and(page.locator(':invalid')).count()).toBe(1)
  await cellIn(page, 'Gold', PRICE).click()
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await choosePrices(page, '-10')
  await page.getByText('Save your changes in these rows first').waitFor()
  expect(page.url()).toMatch(/#\/products$/)
})

test('of a long selection a hundred products are drawn at first', async () => {
  await makeTeas(token, 105)
  const page = await openConsole()
  await enter(page, token)
  await page.getByLabel('Search').fill('S-')
  await page.getByText('105 in view').waitFor()
  await page.getByRole('gridcell').nth(PRICE).click()
  for (let n = 0; n < 7; n++) await page.keyboard.press('Shift+PageDown')
  await page.getByText('105 rows:').waitFor()
  await page.getByRole('button', { name: 'Change prices' }).click()
  await page.getByRole('button', { name: 'Change 105 prices' }).waitFor()
  expect(await page.getByText('10.00 → 9.00').count()).toBe(100)
  await page.getByRole('button', { name: 'Show more (5)' }).click()
  expect(await page.getByText('10.00 → 9.00').count()).toBe(105)
})

/** The screen without a change, with a dry run, and with a refusal, at two widths, in light and in dark. */
test.for([1280, 390])('%i px: axe finds nothing, and nothing is too wide', async (width) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await openConsole({ viewport: { width: 1280, height: 800 }, colorScheme })
    await page.goto(`${page.url()}#/prices`)
    await page.getByLabel('API key').fill(token)
    await page.keyboard.press('Enter')
    await page.getByText('Select products in the table').waitFor()
    expect(await violationsOn(page), `${colorScheme}, empty`).toEqual([])
    await page.getByRole('link', { name: 'All products' }).click()
    await choosePrices(page, '10')
    await page.getByRole('button', { name: 'Change 3 prices' }).waitFor()
    await page.setViewportSize({ width, height: 800 })
    expect(await violationsOn(page), `${colorScheme}, tried`).toEqual([])
    expect(await tooWide(page)).toBeLessThanOrEqual(0)
  }
})
