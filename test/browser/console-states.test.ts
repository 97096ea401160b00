import { beforeEach, expect } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { asked } from '../console/asked.ts'
import { suspend } from '../support/identity-items.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'
import { cellIn, enter, openBusiness, openConsole } from './console-tab.ts'
import { hasBrowser, test } from './tab.ts'

/** The largest sum of movements: words of the status line that follow a number. */
const MOST = 0.01

const [STATUS, PRICE, STOCK] = [1, 2, 4]

let shop: Business
let token: string
beforeEach(async () => {
  if (!hasBrowser) return
  shop = await makeBusiness({ name: 'Tea & more' })
  token = await makeToken(shop)
  await makeCategory(shop, { id: 'tea' })
})

const tea = (name: string, input = {}) => makeProduct(shop, { category_id: 'tea', name, ...input })

/** A tab in which nothing waits before it is sent again: waits are chosen at random, from 0 on. */
async function openImpatient(mayReport: RegExp) {
  const page = await openConsole({ mayReport })
  await page.evaluate('Math.random = () => 0')
  await enter(page, token)
  return page
}

test('the status of selected rows is changed', async () => {
  const { id } = await tea('Sencha')
  await tea('Oolong')
  const { id: other } = await tea('Genmaicha')
  const page = await openBusiness(shop)
  await cellIn(page, 'Oolong', PRICE).click()
  await cellIn(page, 'Sencha', PRICE).click({ modifiers: ['Shift'] })
  await page.getByText('2 rows:').waitFor()
  await page.getByLabel('Status of the selected rows').selectOption('archived')
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await page.getByText('Saved 2 cells').waitFor()
  expect(await cellIn(page, 'Oolong', STATUS).textContent()).toBe('archived')
  expect(await asked(token, 'GET', `/admin/products/${id}`)).toMatchObject({ status: 'archived' })
  expect(await asked(token, 'GET', `/admin/products/${other}`)).toMatchObject({ status: 'active' })
})

test('it asks once before stock begins to be counted', async () => {
  await tea('Sencha')
  const page = await openBusiness(shop)
  await cellIn(page, 'Sencha', STOCK).click()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await page.getByText('The stock of 1 rows is not counted yet').waitFor()
  await page.getByRole('button', { name: 'Not now' }).click()
  expect((await asked(token, 'GET', '/admin/inventory')).data).toEqual([])
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await page.getByRole('button', { name: 'Count it, and save' }).click()
  await page.getByText('Saved 1 cells').waitFor()
  expect((await asked(token, 'GET', '/admin/inventory')).data).toMatchObject([{ quantity: 5 }])
})

test('offline it says so, and saves what was typed later', async () => {
  const { id } = await tea('Sencha')
  const page = await openImpatient(/ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await page.getByText('This device is offline').waitFor()
  await cellIn(page, 'Sencha', PRICE).click()
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await page.getByRole('alert').getByText('No connection').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await page.getByText('Saved 1 cells').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await asked(token, 'GET', `/admin/products/${id}`)).toMatchObject({ price: 900 })
})

test('a business that is suspended cannot be opened, and it says why', async () => {
  await suspend(shop)
  const page = await openConsole({ mayReport: /status of 403/ })
  await page.getByLabel('API key').fill(token)
  await page.keyboard.press('Enter')
  await page
    .getByRole('alert')
    .getByText(/suspended.*Request id/)
    .waitFor()
  expect(await page.getByLabel('API key').inputValue()).toBe('')
})

test('a key whose rate limit is used up waits, and says so', async () => {
  await tea('Sencha')
  const slow = await makeToken(shop, { rate_limit: { per_second: 1, burst: 1 } })
  const page = await openConsole({ mayReport: /status of 429/ })
  await page.getByLabel('API key').fill(slow)
  await page.keyboard.press('Enter')
  await page.getByText('the key’s rate limit is used up').waitFor()
  await page.getByText('Sencha').first().waitFor()
  await page.getByText('in view').and(page.locator(':not(:text("reading"))')).waitFor()
})

test.for([1280, 390])('%i px: nothing moves while the shop is read', async (width) => {
  for (let n = 0; n < 30; n++) await tea(`Tea ${n}`, { track_inventory: true, quantity: n })
  const page = await openConsole({ viewport: { width, height: 800 } })
  await page.evaluate(`
    globalThis.shifts = []
    // Also what moves right after a key was pressed, which the metric leaves out.
    const note = ({ value, sources }) =>
      shifts.push([value, ...sources.map(({ node }) => node?.className || node?.nodeName)])
    new PerformanceObserver((all) => all.getEntries().forEach(note)).observe({ type: 'layout-shift', buffered: true })`)
  const release = Promise.withResolvers<void>()
  await page.route('**/admin/inventory?*', async (route) => {
    await release.promise
    await route.continue()
  })
  await page.getByLabel('API key').fill(token)
  await page.keyboard.press('Enter')
  await page.getByText('reading the shop').waitFor()
  await page.getByText('Tea 29').waitFor()
  release.resolve()
  await page.getByText('in view').and(page.locator(':not(:text("reading"))')).waitFor()
  const shifts = await page.evaluate<[number, ...string[]][]>('shifts')
  expect(
    shifts.reduce((sum, [value]) => sum + value, 0),
    JSON.stringify(shifts),
  ).toBeLessThan(MOST)
})
