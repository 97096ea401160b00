import { expect } from 'vitest'
import { openDocs } from './docs-tab.ts'
import { test, violationsOn } from './tab.ts'

const FOCUSED = 'document.activeElement.textContent'

test('with the keyboard alone: / focuses, arrows choose, Enter opens, Escape closes', async () => {
  const page = await openDocs('index')
  await page.keyboard.press('/')
  await page.keyboard.type('sku_taken')
  const results = page.locator('#results')
  await results.getByText(/^\d+ results$/).waitFor()
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate(FOCUSED)).toContain('sku_taken')
  await page.keyboard.press('ArrowDown')
  const second = await page.evaluate(FOCUSED)
  await page.keyboard.press('ArrowUp')
  expect(await page.evaluate(FOCUSED)).not.toBe(second)
  await page.keyboard.press('Escape')
  expect(await results.isVisible()).toBe(false)
  expect(await page.evaluate('document.activeElement.id')).toBe('search')
  await page.keyboard.type(' ')
  await results.waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/problems#sku_taken$/)
})

test('a question leads to its section, and a screen reader hears how many results there are', async () => {
  const page = await openDocs('problems')
  await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('how do I page?')
  const links = page.locator('#results a')
  await links.first().waitFor()
  expect(await page.locator('#announcement').textContent()).toMatch(/^\d+ results$/)
  expect((await links.allTextContents()).slice(0, 5).join(' ')).toContain('cursor')
  expect(await violationsOn(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsOn(page, ['color-contrast'])).toEqual([])
})

test('nothing found is said, and what is typed is never taken for HTML', async () => {
  const page = await openDocs('problems', { viewport: { width: 320, height: 600 } })
  const search = page.getByRole('searchbox')
  await search.fill('<img src=x onerror=alert(1)>zzqqxx')
  await page
    .locator('#results')
    .getByText(/^\d+ result|^Nothing found/)
    .waitFor()
  await search.fill('zzqqxxyy'.repeat(25))
  await page.locator('#results').getByText('Nothing found for “zzqqxxyy').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth <= 320')).toBe(true)
  await search.fill('')
  expect(await page.locator('#results').isVisible()).toBe(false)
})

test('the index is loaded when somebody wants to search, and a search that cannot be loaded says so', async () => {
  const page = await openDocs('problems', { mayReport: /ERR_FAILED/ })
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.reload()
  expect(loaded.filter((url) => url.includes('/search-'))).toEqual([])
  await page.route('**/search-*', (route) => route.abort())
  await page.getByRole('searchbox').fill('key')
  await page.locator('#results').getByText('The search could not be loaded.').waitFor()
})
