import type { Page } from 'playwright-core'
import { beforeEach, expect } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { asked } from '../console/asked.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'
import { cellIn, enter, openConsole } from './console-tab.ts'
import { hasBrowser, test, tooWide, violationsOn } from './tab.ts'

const HOSTILE = '<img src=x onerror=alert(1)> שלום'

let shop: Business
let token: string
let id: string
beforeEach(async () => {
  if (!hasBrowser) return
  shop = await makeBusiness({ name: 'Tea & more' })
  token = await makeToken(shop)
  await makeCategory(shop, { id: 'tea' })
  ;({ id } = await makeProduct(shop, {
    category_id: 'tea',
    name: HOSTILE,
    sku: 'S-1',
    track_inventory: true,
    quantity: 5,
  }))
})

const hold = (reference: string, quantity: number) =>
  asked(token, 'PUT', `/admin/inventory/holds/${reference}`, { items: [{ sku: 'S-1', quantity }] })

/** The screen of held stock, for a key. */
async function openHeld(options: Parameters<typeof openConsole>[0] = {}, key = token): Promise<Page> {
  const page = await openConsole(options)
  await enter(page, key)
  await page.getByRole('link', { name: 'Held' }).click()
  await page.getByRole('heading', { name: 'Held stock' }).waitFor()
  return page
}

test('a hold is found from its product, and released after a question', async () => {
  await hold('cart-1', 2)
  await hold('cart-2', 1)
  const page = await openConsole()
  await enter(page, token)
  await cellIn(page, 'onerror', 0).click()
  await page.getByRole('link', { name: 'Open', exact: false }).click()
  await page.getByRole('link', { name: '3 held' }).click()
  await page.getByText('3 pieces in 2 holds').waitFor()
  const first = page.getByRole('listitem').filter({ hasText: 'cart-1' })
  expect(await first.textContent()).toContain(HOSTILE)
  expect(await first.getByText('S-1').count()).toBe(1)
  expect(await first.locator('time').textContent()).toMatch(/^until .*: 3[45] min left$/)
  await page.getByRole('button', { name: 'Release cart-1' }).press('Enter')
  await page.getByText('Release cart-1? Its 2 pieces').waitFor()
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('button', { name: 'Release cart-1' }).press('Enter')
  await page.getByRole('button', { name: 'Release it' }).and(page.locator(':focus')).press('Enter')
  await page.getByText('Released cart-1: 2 pieces back in the stock').waitFor()
  await page.getByText('1 piece in 1 hold').waitFor()
  await page.getByRole('heading', { name: 'Held stock' }).and(page.locator(':focus')).waitFor()
  expect((await asked(token, 'GET', `/admin/inventory?product=${id}`)).data).toMatchObject([{ quantity: 4 }])
  await page.getByRole('link', { name: 'All holds' }).click()
  await page.getByRole('link', { name: 'Products' }).click()
  await expect.poll(() => cellIn(page, 'onerror', 4).textContent()).toBe('4')
})

test('a key that can only read shows holds without a way to release them, and another one nothing', async () => {
  await hold('cart-1', 2)
  const page = await openHeld({}, await makeToken(shop, { scopes: ['products:read', 'inventory:read'] }))
  await page.getByText('cart-1').waitFor()
  expect(await page.getByRole('button', { name: /^Release/ }).count()).toBe(0)
  await page.reload()
  await page.getByLabel('API key').fill(await makeToken(shop, { scopes: ['products:read'] }))
  await page.keyboard.press('Enter')
  await page.getByText('it needs inventory:read').waitFor()
  expect(await page.getByRole('link', { name: 'Held' }).count()).toBe(0)
})

/** The screen with nothing on it, with holds, and with a question, at two widths, in light and in dark. */
test.for([1280, 390])('%i px: axe finds nothing, and nothing is too wide', async (width) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await asked(token, 'DELETE', `/admin/inventory/holds/${'cart'.repeat(32)}`)
    const page = await openHeld({ viewport: { width, height: 800 }, colorScheme })
    await page.getByText('Nothing is held.').waitFor()
    expect(await violationsOn(page), `${colorScheme}, empty`).toEqual([])
    await hold('cart'.repeat(32), 2)
    await page.getByRole('button', { name: 'Read again' }).click()
    await page.getByRole('button', { name: /^Release/ }).click()
    await page.getByRole('button', { name: 'Not now' }).waitFor()
    expect(await violationsOn(page), `${colorScheme}, asked`).toEqual([])
    expect(await tooWide(page)).toBeLessThanOrEqual(0)
  }
})
