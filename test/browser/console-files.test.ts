import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeEach, expect } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { makeTeas } from '../console/asked.ts'
import { carryOutNewest } from '../support/imports.ts'
import { call, makeBusiness, makeCategory, makeToken } from '../support/shop.ts'
import { cellIn, enter, openConsole } from './console-tab.ts'
import { hasBrowser, test, tooWide, violationsOn } from './tab.ts'

const HOSTILE = '<img src=x onerror=alert(1)> שלום'
const CSV = `external_id,name,price,category\nmug-1,"${HOSTILE}",12.00,Cups\nmug-2,=1+1,no price,Cups\n`

let shop: Business
let token: string
beforeEach(async () => {
  if (!hasBrowser) return
  shop = await makeBusiness({ name: 'Tea & more' })
  token = await makeToken(shop)
})

/** The screen of imports and exports, for a key. */
async function openFiles(options: Parameters<typeof openConsole>[0] = {}, key = token): Promise<Page> {
  const page = await openConsole(options)
  await enter(page, key)
  await page.getByRole('link', { name: 'Import and export' }).click()
  await page.getByRole('heading', { name: 'Last imports' }).waitFor()
  return page
}

const products = (text: string) => ({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Chooses a file, and waits until it is checked. */
async function chooseAndCheck(page: Page, text: string): Promise<void> {
  await page.getByLabel('Choose a file').setInputFiles(products(text))
  await page.getByText('Waiting for its turn').waitFor()
  await carryOutNewest(shop)
  await page.getByText('Checked: nothing is written yet').first().waitFor()
}

/** The text of the file that a click on this button saves, with its name. */
async function savedBy(page: Page, name: string): Promise<[name: string, text: string]> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name }).first().click()
  const saved = await download
  return [saved.suggestedFilename(), await readFile(await saved.path(), 'utf8')]
}

test('a file is checked, its refused rows are saved, and it is imported for real', async () => {
  const page = await openFiles()
  await page.getByText('No imports in the last 30 days.').waitFor()
  await chooseAndCheck(page, CSV)
  await page.getByRole('cell', { name: '=1+1' }).waitFor()
  const [name, text] = await savedBy(page, 'Save the refused rows')
  expect(name).toMatch(new RegExp(`^${shop.slug}-refused-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
  expect(text).toMatch(
    /^\uFEFFrow,line,name,external_id,outcome,reasons\r\n2,3,'=1\+1,mug-2,refused,.*price.*\r\n$/,
  )
  await page.getByRole('button', { name: 'Import 1 product for real' }).click()
  await page.getByText('Waiting for its turn').waitFor()
  // The screen is the same after a look at another one.
  await page.getByRole('link', { name: 'Products' }).click()
  await page.getByText('0 in view').waitFor()
  await carryOutNewest(shop)
  await page.getByText('1 in view').waitFor()
  expect(await cellIn(page, 'onerror', 0).locator('bdi').textContent()).toBe(HOSTILE)
  await page.getByRole('link', { name: 'Import and export' }).click()
  await page.getByRole('status').getByText('Imported').waitFor()
})

test('a file is dropped, and an import from before a reload is found again', async () => {
  const page = await openFiles()
  await page.evaluate(`{
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([${JSON.stringify(CSV)}], 'dropped.csv'))
    for (const name of ['dragover', 'drop'])
      document.querySelector('h2').dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }))
  }`)
  await page.getByText('Waiting for its turn').waitFor()
  await page.reload()
  await page.getByLabel('API key').fill(token)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Cancel the import' }).waitFor()
  await carryOutNewest(shop)
  await page.getByText('Choose its file to import it.').waitFor()
})

test('an export is saved as the API sends it', async () => {
  await makeCategory(shop, { id: 'tea' })
  await makeTeas(token, 201)
  const page = await openFiles()
  const [name, text] = await savedBy(page, 'Export')
  expect(name).toMatch(new RegExp(`^${shop.slug}-products-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
  let whole = ''
  for (let next: string | undefined = '?format=csv'; next !== undefined; ) {
    const response = await call(`/admin/export${next}`, { headers: { authorization: `Bearer ${token}` } })
    whole += await response.text()
    next = /<(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  expect(text).toBe(whole)
  await page.getByText(`${name}: `).waitFor()
})

test('a key without the scopes finds neither import nor export, but their names', async () => {
  const page = await openFiles({}, await makeToken(shop, { scopes: ['products:write'] }))
  await page.getByText('it needs categories:write').waitFor()
  await page.getByText('it needs inventory:read').waitFor()
  expect(await page.getByLabel('Choose a file').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0)
})

const SHIFT = `new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries())
    if (!hadRecentInput) globalThis.shifted = (globalThis.shifted ?? 0) + value
}).observe({ type: 'layout-shift', buffered: true })`

/** The screen with nothing on it, and with a result, at two widths, in light and in dark. */
test.for([1280, 390])('%i px: axe finds nothing, nothing is too wide, and little moves', async (width) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await openFiles({ viewport: { width, height: 800 }, colorScheme })
    await page.getByText('Options').click()
    expect(await violationsOn(page), `${colorScheme}, before`).toEqual([])
    await page.evaluate(SHIFT)
    await chooseAndCheck(page, CSV)
    await page.getByRole('cell', { name: '=1+1' }).waitFor()
    expect(await violationsOn(page), `${colorScheme}, checked`).toEqual([])
    expect(await tooWide(page)).toBeLessThanOrEqual(0)
    expect(await page.evaluate('globalThis.shifted ?? 0')).toBeLessThan(0.1)
  }
})
