import type { Page, Route } from 'playwright-core'
import { beforeEach, expect } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { asked, makeTeas } from '../console/asked.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'
import { cellIn, openBusiness } from './console-tab.ts'
import { hasBrowser, test } from './tab.ts'

const PRICE = 2

let shop: Business
beforeEach(async () => {
  if (!hasBrowser) return
  shop = await makeBusiness()
  await makeCategory(shop, { id: 'tea' })
  await makeProduct(shop, { category_id: 'tea', name: 'Sencha' })
  await asked(await makeToken(shop), 'POST', '/admin/products', {
    name: 'Shirt',
    category_id: 'tea',
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [
      { option_values: { Size: 'S' }, price: 1000 },
      { option_values: { Size: 'M' }, price: 1000 },
    ],
  })
})

test('variants that arrive above a cell leave what is typed in it where it is', async () => {
  const page = await openBusiness(shop)
  const { arrive, asked } = await heldVariants(page)
  await page.getByRole('button', { name: 'Variants of Shirt' }).click()
  await asked
  await cellIn(page, 'Sencha', PRICE).click()
  await page.keyboard.type('19')
  await arrive()
  await page.getByRole('row').filter({ hasText: '10.00' }).nth(1).waitFor()
  await page.keyboard.type('.99')
  await page.keyboard.press('Enter')
  expect(await cellIn(page, 'Sencha', PRICE).textContent()).toBe('19.99')
  await page.getByRole('button', { name: 'Save 1 change' }).waitFor()
})

test('on a phone, variants that arrive above a field leave what is typed in it where it is', async () => {
  const page = await openBusiness(shop, { viewport: { width: 390, height: 800 }, hasTouch: true })
  const { arrive, asked } = await heldVariants(page)
  await page.getByRole('button', { name: 'Variants', exact: true }).tap()
  await asked
  await page.getByRole('button', { name: 'Price: 12.50' }).tap()
  await page.keyboard.type('0')
  await arrive()
  await page.getByRole('button', { name: 'Price: 10.00' }).nth(1).waitFor()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save 1 change (1 refused)' }).waitFor()
  await page.getByRole('button', { name: 'Price: 12.5001' }).waitFor()
})

/** Holds the next response with variants until `arrive` is called. */
async function heldVariants(page: Page) {
  const held = Promise.withResolvers<Route>()
  await page.route('**/variants', (route) => held.resolve(route), { times: 1 })
  return { asked: held.promise, arrive: async () => (await held.promise).continue() }
}

test('the next refused cell is found in variants that are folded', async () => {
  const page = await openBusiness(shop)
  const fold = page.getByRole('button', { name: 'Variants of Shirt' })
  await fold.click()
  await cellIn(page, '10.00', PRICE).last().click()
  await page.keyboard.type('x')
  await page.keyboard.press('Enter')
  await fold.click()
  await page.getByRole('button', { name: 'Next refused' }).click()
  await page.getByText('“x” is not an amount').waitFor()
  await page
    .getByRole('gridcell', { name: 'x', exact: true })
    .and(page.locator('[aria-selected=true]'))
    .waitFor()
})

test('a save leaves the table where somebody has scrolled to', async () => {
  await makeTeas(await makeToken(shop), 60)
  const page = await openBusiness(shop)
  await page.getByText('62 in view').waitFor()
  await page.getByRole('gridcell').nth(PRICE).click()
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await page.evaluate("document.querySelector('.scroll').scrollTo(0, 9_999)")
  await page.getByText('Sencha').waitFor()
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await page.getByText('Saved 1 cells').waitFor()
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  expect(await page.evaluate<number>("document.querySelector('.scroll').scrollTop")).toBeGreaterThan(1000)
})
