import type { Page } from 'playwright-core'
import { beforeEach, expect } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'
import { cellIn, openBusiness } from './console-tab.ts'
import { hasBrowser, test } from './tab.ts'

const SCRIPTS = '**/docs/console-*.js'

let shop: Business
beforeEach(async () => {
  if (!hasBrowser) return
  shop = await makeBusiness()
  await makeCategory(shop, { id: 'tea' })
  await makeProduct(shop, { category_id: 'tea', name: 'Sencha' })
})

const openFiles = (page: Page) => page.getByRole('link', { name: 'Import and export' }).click()

/** Types a price that nobody saves. */
async function typePrice(page: Page): Promise<void> {
  await cellIn(page, 'Sencha', 2).click()
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
}

test('the code of a screen is loaded when it is opened first', async () => {
  const page = await openBusiness(shop)
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await openFiles(page)
  await page.getByText('No imports in the last 30 days.').waitFor()
  expect(scripts).toHaveLength(1)
  await page.getByRole('link', { name: 'Products' }).click()
  await openFiles(page)
  await page.getByText('No imports in the last 30 days.').waitFor()
  expect(scripts).toHaveLength(1)
})

test('a screen that cannot be loaded says so, and is loaded once the connection is back', async () => {
  const page = await openBusiness(shop, { mayReport: /ERR_(FAILED|INTERNET_DISCONNECTED)/ })
  await typePrice(page)
  await page.context().setOffline(true)
  await openFiles(page)
  await page.getByText('This screen is not loaded yet, and this device is offline.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No imports in the last 30 days.').waitFor()
  await page.getByRole('button', { name: 'Save 1 change' }).waitFor()
})

test('after an update the console is loaded again, and offers the edits', async () => {
  const page = await openBusiness(shop, { mayReport: /status of 404/ })
  await typePrice(page)
  await page.route(SCRIPTS, (route) => route.fulfill({ status: 404, contentType: 'text/html', body: '' }))
  await openFiles(page)
  await page.getByText('This screen could not be loaded.').waitFor()
  await page.unroute(SCRIPTS)
  await page.getByRole('button', { name: 'Load the console again' }).click()
  await page.getByLabel('API key').fill(await makeToken(shop))
  await page.keyboard.press('Enter')
  await page.getByText('This tab has 1 edits').waitFor()
  await page.getByText('No imports in the last 30 days.').waitFor()
})
