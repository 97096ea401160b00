import { beforeEach, expect } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { asked, makeTeas } from '../console/asked.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'
import { cellIn, consoleAddress, enter, openBusiness, openConsole, pasteInto } from './console-tab.ts'
import { hasBrowser, openTab, root, test, tooWide, violationsOn } from './tab.ts'

const PRICE = 2

let shop: Business
let token: string
beforeEach(async () => {
  if (!hasBrowser) return
  shop = await makeBusiness({ name: 'Tea & more' })
  token = await makeToken(shop)
  await makeCategory(shop, { id: 'tea' })
})

const tea = (name: string, input = {}) => makeProduct(shop, { category_id: 'tea', name, ...input })

test('from the key to a saved price by keyboard alone', async () => {
  const { id } = await tea('Sencha')
  await tea('Oolong')
  const page = await openConsole()
  await page.getByLabel('API key').and(page.locator(':focus')).waitFor()
  await enter(page, token)
  expect(await page.getByLabel('API key').count()).toBe(0)
  await cellIn(page, 'Oolong', 0).focus()
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  await page.keyboard.type('19,9')
  await page.keyboard.press('Enter')
  expect(await cellIn(page, 'Sencha', PRICE).textContent()).toBe('19.90')
  await page.getByRole('button', { name: 'Save 1 change' }).press('Enter')
  await page.getByText('Saved 1 cells').waitFor()
  expect(await asked(token, 'GET', `/admin/products/${id}`)).toMatchObject({ price: 1990 })
})

test('Escape leaves a cell as it was, and Ctrl-Z takes a step back', async () => {
  await tea('Sencha')
  const page = await openBusiness(shop)
  const cell = cellIn(page, 'Sencha', PRICE)
  await cell.click()
  await page.keyboard.type('9')
  await page.keyboard.press('Escape')
  expect(await cell.textContent()).toBe('12.50')
  await page.keyboard.press('F2')
  expect(await page.getByLabel('Price', { exact: true }).inputValue()).toBe('12.50')
  await page.keyboard.press('Enter')
  await cell.click()
  await page.keyboard.press('Delete')
  await page.getByText('is not an amount such as 12.50').first().waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(() => cell.textContent()).toBe('12.50')
  await page.getByRole('button', { name: 'Nothing to save' }).waitFor()
})

test('a click into another cell keeps what was typed', async () => {
  await tea('Sencha')
  await tea('Oolong')
  const page = await openBusiness(shop)
  await cellIn(page, 'Sencha', PRICE).click()
  await page.keyboard.type('7')
  await cellIn(page, 'Oolong', PRICE).click()
  expect(await cellIn(page, 'Sencha', PRICE).textContent()).toBe('7.00')
  expect(await cellIn(page, 'Oolong', PRICE).textContent()).toBe('12.50')
})

test('of a large shop the newest 5,000 are read, and only rows in view are drawn', async () => {
  const product = await tea('Sencha')
  const whole = await asked(token, 'GET', `/admin/products/${product.id}`)
  const page = await openConsole()
  let pages = 0
  await page.route('**/admin/products?*', (route) => {
    pages++
    const data = Array.from({ length: 200 }, (_, n) => ({
      ...whole,
      id: `${pages}-${n}`,
      name: `Tea ${pages}-${n}`,
    }))
    return route.fulfill({ json: { data, count: 200, has_more: true, next_cursor: String(pages) } })
  })
  await enter(page, token)
  await page.getByText('only the newest 5,000 products are here').waitFor()
  expect(pages).toBe(25)
  await page.evaluate("document.querySelector('.scroll').scrollTo(0, 100_000)")
  await page.getByText('Tea 13-110').waitFor()
  expect(await page.getByRole('row').count()).toBeLessThan(60)
  await page.getByLabel(/^Search/).fill('tea 25-199')
  await page.getByText('1 in view').waitFor()
})

test('200 prices pasted in another order find their rows; the wrong ones wait', {
  timeout: 240_000,
}, async () => {
  await makeTeas(token, 200)
  const page = await openBusiness(shop)
  await page.getByText('200 in view').waitFor()
  const lines = Array.from({ length: 200 }, (_, n) => (n * 77) % 200).map(
    (n) => `S-${n}\t${n % 40 === 0 ? '1,234' : '8.50'}`,
  )
  await page.getByRole('gridcell').nth(PRICE).click()
  await pasteInto(page, ['sku\tprice', ...lines, 'S-unknown\t1'].join('\n'))
  await page.getByText('No row has these SKUs: S-unknown.').waitFor()
  await page.getByRole('button', { name: 'Save 200 changes (5 refused)' }).click()
  await page.getByText('Saved 195 cells').waitFor()
  await page.getByRole('button', { name: 'Next refused' }).click()
  await page.getByText('“1,234” is not an amount').first().waitFor()
  const { data } = await asked(token, 'GET', '/admin/products?limit=200')
  expect(data.filter(({ price }) => price === 850)).toHaveLength(195)
})

test('two browsers on one product: another cell is merged, the same cell is said', async () => {
  const { id } = await tea('Sencha')
  const [one, two] = [await openBusiness(shop), await openBusiness(shop)]
  for (const [page, text] of [
    [one, '19'],
    [two, '21'],
  ] as const) {
    await cellIn(page, 'Sencha', PRICE).click()
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await one.getByRole('button', { name: 'Save 1 change' }).click()
  await one.getByText('Saved 1 cells').waitFor()
  await two.getByRole('button', { name: 'Save 1 change' }).click()
  await two.getByRole('button', { name: 'Next refused' }).click()
  await two.getByText('Now 19.00. Save again to keep yours.').first().waitFor()
  await two.getByRole('button', { name: 'Save 1 change (1 refused)' }).click()
  await two.getByText('Saved 1 cells').waitFor()
  expect(await asked(token, 'GET', `/admin/products/${id}`)).toMatchObject({ price: 2100 })
})

test('after a reload the edits are offered, and the key is nowhere', async () => {
  await tea('Sencha')
  const page = await openBusiness(shop)
  await enterPrice()
  const texts = await page.evaluate<string>(
    'JSON.stringify([location.href, document.documentElement.outerHTML, { ...sessionStorage }, { ...localStorage }, document.cookie])',
  )
  expect(texts).toContain('9.00')
  expect(texts).not.toMatch(/sfk_/)
  await page.reload()
  await enter(page, token)
  await page.getByText('This tab has 1 edits').waitFor()
  await page.getByRole('button', { name: 'Go on with them' }).click()
  await expect.poll(() => cellIn(page, 'Sencha', PRICE).textContent()).toBe('9.00')

  async function enterPrice() {
    await cellIn(page, 'Sencha', PRICE).click()
    await page.keyboard.type('9')
    await page.keyboard.press('Enter')
  }
})

test('a page of the origin that opens the console reaches nothing of it', async () => {
  const page = await openTab()
  await page.goto(`${root}docs/not-found`)
  const opened = page.context().waitForEvent('page')
  await page.evaluate(`globalThis.other = open(${JSON.stringify(consoleAddress)}), undefined`)
  const other = await opened
  await other.getByLabel('API key').waitFor()
  // It has no window to hold on to: it looks closed, and has no document.
  expect(await page.evaluate('other.closed')).toBe(true)
  expect(await other.evaluate('opener')).toBe(null)
})

test('a wrong key is said, and a narrow one shows what it can read', async () => {
  await tea('Sencha')
  const page = await openConsole({ mayReport: /status of 401/ })
  await page.getByLabel('API key').fill(`sfk_${'a'.repeat(49)}`)
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Request id').waitFor()
  await enter(page, await makeToken(shop, { scopes: ['products:read'] }))
  expect(await page.getByRole('columnheader').allTextContents()).not.toContain('Stock')
  expect(await page.getByRole('button', { name: 'New product' }).count()).toBe(0)
})

test('a key that is accepted no more leads back to its field, and no edit is lost', async () => {
  const { id } = await tea('Sencha')
  const page = await openBusiness(shop, { mayReport: /status of 401/ })
  await cellIn(page, 'Sencha', PRICE).click()
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await page.route('**/bulk', (route) => route.fulfill({ status: 401, json: {} }))
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await page.getByText('Your edits are kept').waitFor()
  await page.unroute('**/bulk')
  await enter(page, token)
  expect(await cellIn(page, 'Sencha', PRICE).textContent()).toBe('9.00')
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await page.getByText('Saved 1 cells').waitFor()
  expect(await asked(token, 'GET', `/admin/products/${id}`)).toMatchObject({ price: 900 })
})

test('hostile texts stay texts', async () => {
  const name = `<img src=x onerror=alert(1)> שלום ${'W'.repeat(150)}`
  await tea(name, { sku: '"><script>alert(1)</script>', status: 'draft' })
  const page = await openBusiness(shop)
  expect(await cellIn(page, 'onerror', 0).locator('bdi').textContent()).toBe(name)
  expect(await tooWide(page)).toBeLessThanOrEqual(0)
})

/** Screens of every kind at two widths, in light and in dark. */
test.for([1280, 390])('%i px: axe finds nothing, and nothing is wider than the screen', async (width) => {
  for (const name of ['Sencha', 'Oolong', 'Genmaicha'])
    await tea(name, { sku: `S-${name}`, track_inventory: true, quantity: 4 })
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await openConsole({ viewport: { width, height: 800 }, colorScheme })
    await page.getByLabel('API key').waitFor()
    expect(await violationsOn(page), `${colorScheme}, key`).toEqual([])
    await enter(page, token)
    await page.getByText('Sencha').first().waitFor()
    expect(await violationsOn(page), `${colorScheme}, products`).toEqual([])
    expect(await tooWide(page)).toBeLessThanOrEqual(0)
    await page.getByLabel(/^Search/).fill('nothing like it')
    await page.getByRole('button', { name: /^Look for/ }).waitFor()
    expect(await violationsOn(page), `${colorScheme}, nothing found`).toEqual([])
  }
})

test('stock is counted on a phone by taps', async () => {
  const { id } = await tea('Sencha', { track_inventory: true, quantity: 4 })
  const page = await openBusiness(shop, { viewport: { width: 390, height: 800 }, hasTouch: true })
  await page.getByRole('button', { name: 'One fewer of Sencha' }).tap()
  await page.getByRole('button', { name: 'One fewer of Sencha' }).tap()
  await page.getByRole('button', { name: /^Price/ }).tap()
  await page.getByLabel('Price', { exact: true }).fill('9')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save 2 changes' }).tap()
  await page.getByText('Saved 2 cells').waitFor()
  expect(await asked(token, 'GET', `/admin/products/${id}`)).toMatchObject({ price: 900 })
  expect((await asked(token, 'GET', '/admin/inventory')).data).toMatchObject([{ quantity: 2 }])
})
