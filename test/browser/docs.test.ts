import { expect } from 'vitest'
import { openTab, root, test } from './tab.ts'

test('from /docs one finds an endpoint, its problems, and what to do about one of them', async () => {
  const page = await openTab()
  await page.goto(`${root}docs`)
  await page.getByRole('heading', { name: 'Storefront API' }).waitFor()
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

test('a schema leads to the schemas it is made of', async () => {
  const page = await openTab()
  await page.goto(`${root}docs/api-catalogue#listProducts`)
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
