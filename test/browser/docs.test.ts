import { expect } from 'vitest'
import { inTurn } from '../support/turns.ts'
import { openDocs, overflowOf } from './docs-tab.ts'
import { openTab, root, test, violationsOn } from './tab.ts'

test('from /docs one finds an endpoint, its problems, and what to do about one of them', async () => {
  const page = await openTab()
  await page.goto(`${root}docs`)
  await page.getByRole('heading', { name: 'Storefront API' }).waitFor()
  expect(page.url()).toMatch(/\/docs\/index$/)
  const navigation = page.getByRole('navigation', { name: 'Documentation' })
  await navigation.getByRole('link', { name: 'Products', exact: true }).click()
  await navigation.getByRole('link', { name: 'Create a product', exact: true }).click()
  expect(page.url()).toMatch(/\/docs\/api-products#createProduct$/)
  const operation = page.getByRole('region', { name: 'Create a product', exact: true })
  await operation.getByText('Needs an API key with the scope products:write.').waitFor()
  await operation.getByRole('link', { name: 'sku_taken' }).click()
  await page.getByRole('heading', { name: 'Problems', exact: true }).waitFor()
  expect(page.url()).toMatch(/\/docs\/problems#sku_taken$/)
  await page.locator('tr:has(#sku_taken)', { hasText: 'With another SKU' }).waitFor()
})

test('a schema leads to the schemas it is made of, and a member is where its link says', async () => {
  const page = await openDocs('api-catalogue#listProducts')
  const operation = page.getByRole('region', { name: 'List products', exact: true })
  await operation.getByRole('link', { name: 'ProductList' }).click()
  const list = page.getByRole('region', { name: 'ProductList', exact: true })
  await list.getByRole('link', { name: 'ListedProduct' }).click()
  await page
    .getByRole('region', { name: 'ListedProduct', exact: true })
    .getByText('minor unit')
    .first()
    .waitFor()
  await page.goto(`${root}docs/api-schemas#Product-price`)
  const top = `document.getElementById('Product-price').getBoundingClientRect().top`
  await expect.poll(() => page.evaluate(top)).toBeLessThan(300)
  // Not behind the head of the page.
  expect(await page.evaluate(top)).toBeGreaterThanOrEqual(56)
})

/** One of each kind, and some of the others with each run. */
const PAGES = ['index', 'api-products', 'problems', 'cost', 'not-found']
const OTHERS = ['api-schemas', 'public-reads', 'api-catalogue', 'what-it-is-not']

test.for([...PAGES, ...inTurn(OTHERS)])(
  '/docs/%s: axe finds nothing, and nothing is wider than a phone',
  async (name) => {
    const page = await openDocs(name)
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await violationsOn(page)).toEqual([])
    // Nothing else is different.
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violationsOn(page, ['color-contrast', 'link-in-text-block'])).toEqual([])
    await page.setViewportSize({ width: 320, height: 600 })
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    // 200 % of a small laptop.
    await page.setViewportSize({ width: 640, height: 400 })
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  },
)

test('on a phone a code of the problems is read without scrolling sideways', async () => {
  const page = await openDocs('problems', { viewport: { width: 320, height: 600 } })
  await page.goto(`${root}docs/problems#invalid_parameter`)
  const cells = page.locator('tr:has([id="invalid_parameter"]) td')
  expect(await cells.count()).toBe(4)
  for (const cell of await cells.all()) {
    const { x = 0, width = 999 } = (await cell.boundingBox()) ?? {}
    expect(x + width).toBeLessThanOrEqual(320)
  }
})

test('on a phone the navigation is in a menu, which works without a script', async () => {
  const page = await openDocs('problems', {
    viewport: { width: 390, height: 700 },
    javaScriptEnabled: false,
  })
  const navigation = page.getByRole('navigation', { name: 'Documentation' })
  expect(await navigation.isVisible()).toBe(false)
  await page.getByText('Menu', { exact: true }).click()
  await navigation.getByRole('link', { name: 'Limits' }).click()
  await page.getByRole('heading', { name: 'Limits', level: 1 }).waitFor()
})

test('without a script every sample can be read, and nothing is there that needs one', async () => {
  const page = await openDocs('api-products', { javaScriptEnabled: false })
  const operation = page.getByRole('region', { name: 'Create a product', exact: true })
  for (const part of ['curl -X POST', 'await unwrap', 'response = api.post'])
    expect(await operation.getByText(part).first().isVisible()).toBe(true)
  expect(await page.getByText('BASE=https://api.example.com/api/v1').isVisible()).toBe(true)
  expect(await page.getByRole('button').count()).toBe(0)
  expect(await page.getByRole('searchbox').count()).toBe(0)
  expect(await page.getByText('Send this request').first().isVisible()).toBe(false)
})

test('on paper there is the text, and where its links lead', async () => {
  const page = await openDocs('problems')
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await page.getByRole('searchbox').count()).toBe(0)
  expect(await page.getByRole('button').count()).toBe(0)
  const link = `document.querySelector('main a[href*="rfc9457"]')`
  expect(await page.evaluate(`getComputedStyle(${link}, '::after').content`)).toContain(
    'rfc-editor.org/rfc/rfc9457',
  )
})
