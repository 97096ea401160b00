import type { Page } from 'playwright-core'
import { beforeEach, expect } from 'vitest'
import { runSchedule } from '../../lib/data/schedules/run-schedule.ts'
import { scheduleKey } from '../../lib/data/table/keys.ts'
import type { Business } from '../../lib/domain/business.ts'
import { asked } from '../console/asked.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'
import { cellIn, enter, openConsole } from './console-tab.ts'
import { hasBrowser, test, tooWide, violationsOn } from './tab.ts'

const HOSTILE = '<img src=x onerror=alert(1)> שלום'
const YEAR = new Date().getFullYear() + 1

let shop: Business
let token: string
let id: string
beforeEach(async () => {
  if (!hasBrowser) return
  shop = await makeBusiness({ name: 'Tea & more', timezone: 'Asia/Tokyo' })
  token = await makeToken(shop)
  await makeCategory(shop, { id: 'tea' })
  ;({ id } = await makeProduct(shop, { category_id: 'tea', name: HOSTILE, price: 1350 }))
})

const sale = {
  at: `${YEAR}-01-15T00:00:00+09:00`,
  until: `${YEAR}-01-18T00:00:00+09:00`,
  patch: { price: 1080 },
}
const planned = () => asked(token, 'PUT', `/admin/products/${id}/schedule`, sale)

/** The screen of scheduled changes, for a key. */
async function openScheduled(options: Parameters<typeof openConsole>[0] = {}, key = token): Promise<Page> {
  const page = await openConsole(options)
  await enter(page, key)
  await page.getByRole('link', { name: 'Scheduled' }).click()
  await page.getByRole('heading', { name: 'Scheduled changes' }).waitFor()
  return page
}

test('a sale is planned from its product, is in force, and is taken back after a question', async () => {
  const page = await openConsole({ timezoneId: 'Europe/Berlin' })
  await enter(page, token)
  await cellIn(page, 'onerror', 0).click()
  await page.getByRole('link', { name: 'Open', exact: false }).click()
  await page.getByRole('link', { name: 'Plan a sale' }).click()
  await page.getByText('Nothing is planned or in force.').waitFor()
  await page.getByLabel('Begin').fill(`${YEAR}-01-15T00:00`)
  await page.getByText(/UTC\+09:00, which is .* in Europe\/Berlin/).waitFor()
  await page.getByLabel('Price (EUR)').fill('1,234')
  await page.getByRole('button', { name: 'Plan it' }).press('Enter')
  await page.getByText('“1,234” is not an amount').waitFor()
  await page.getByLabel('Price (EUR)').fill('10.80')
  await page.getByLabel('End, empty for good').fill(`${YEAR}-01-18T00:00`)
  await page.getByRole('button', { name: 'Plan it' }).press('Enter')
  const item = page.getByRole('listitem').filter({ hasText: 'Planned from' })
  await item.getByText('(Asia/Tokyo)').waitFor()
  await item.getByText('(Europe/Berlin)').waitFor()
  expect(await item.textContent()).toContain('price 10.80 EUR')
  await runSchedule(shop.id, scheduleKey(shop.id, id).sk, Date.parse(sale.at))
  await page.getByRole('link', { name: 'All scheduled changes' }).click()
  await page.getByText('In force from').waitFor()
  await page.getByRole('button', { name: /^End the change of/ }).press('Enter')
  await page.getByText('is taken back at once').waitFor()
  await page.getByRole('button', { name: 'End it now' }).and(page.locator(':focus')).press('Enter')
  await page.getByText('Nothing is planned or in force.').waitFor()
  await page.getByRole('heading', { name: 'Scheduled changes' }).and(page.locator(':focus')).waitFor()
  await page.getByRole('link', { name: 'Products' }).click()
  await expect.poll(() => cellIn(page, 'onerror', 2).textContent()).toBe('13.50')
})

test('a key that can only read shows changes without a way to end or to plan them', async () => {
  await planned()
  const page = await openScheduled({}, await makeToken(shop, { scopes: ['products:read'] }))
  await page.getByText('Planned from').waitFor()
  await page.goto(`${page.url()}?product=${id}`)
  await page.getByText('Only of').waitFor()
  await page.getByText('Planned from').waitFor()
  expect(await page.getByRole('button', { name: /^(End|Plan)/ }).count()).toBe(0)
})

/** The screen with nothing on it, with a question, and with the form, at two widths, in light and in dark. */
test.for([1280, 390])('%i px: axe finds nothing, and nothing is too wide', async (width) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await asked(token, 'DELETE', `/admin/products/${id}/schedule`)
    const page = await openScheduled({ viewport: { width, height: 800 }, colorScheme })
    await page.getByText('Nothing is planned or in force.').waitFor()
    expect(await violationsOn(page), `${colorScheme}, empty`).toEqual([])
    await planned()
    await page.goto(`${page.url()}?product=${id}`)
    await page.getByRole('button', { name: 'Plan it' }).press('Enter')
    await page.getByText('Type a date and a time.').waitFor()
    await page.getByRole('button', { name: 'Read again' }).click()
    await page.getByRole('button', { name: /^End the change/ }).click()
    await page.getByRole('button', { name: 'Not now' }).waitFor()
    expect(await violationsOn(page), `${colorScheme}, asked`).toEqual([])
    expect(await tooWide(page)).toBeLessThanOrEqual(0)
  }
})
