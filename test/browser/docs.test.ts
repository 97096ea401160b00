import { expect } from 'vitest'
import { openTab, root, test, violationsOn } from './tab.ts'

test('from /docs one finds an endpoint, its problems, and what to do about one of them', async () => {
  const page = await openTab()
  await page.goto(`${root}docs`)
  await page.getByRole('heading', { name: 'API reference' }).waitFor()
  await page.getByRole('link', { name: 'POST /admin/products', exact: true }).click()
  expect(page.url()).toMatch(/\/docs\/#createProduct$/)
  const operation = page.getByRole('region', { name: 'Create a product', exact: true })
  await operation.getByText('Needs an API key with the scope products:write.').waitFor()
  await operation.getByRole('link', { name: 'sku_taken' }).click()
  await page.getByRole('heading', { name: 'Problems', exact: true }).waitFor()
  expect(page.url()).toMatch(/\/docs\/problems\.html#sku_taken$/)
  await page.locator('tr:has(#sku_taken)', { hasText: 'With another SKU' }).waitFor()
})

test('a schema leads to the schemas it is made of', async () => {
  const page = await openTab()
  await page.goto(`${root}docs/#listProducts`)
  const operation = page.getByRole('region', { name: 'List products', exact: true })
  await operation.getByRole('link', { name: 'ProductList' }).click()
  const list = page.getByRole('region', { name: 'ProductList', exact: true })
  await list.getByRole('link', { name: 'ListedProduct' }).click()
  await page
    .getByRole('region', { name: 'ListedProduct', exact: true })
    .getByText('minor unit')
    .first()
    .waitFor()
})

test.for(['', 'problems.html', 'public-reads.html'])(
  '/docs/%s: axe finds nothing, and nothing is wider than a screen',
  async (place) => {
    const page = await openTab()
    await page.goto(`${root}docs/${place}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await violationsOn(page)).toEqual([])
    // Nothing else is different.
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violationsOn(page, ['color-contrast', 'link-in-text-block'])).toEqual([])
    await page.setViewportSize({ width: 320, height: 600 })
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0)
  },
)
