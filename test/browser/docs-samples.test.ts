import { expect, inject } from 'vitest'
import { makeBusiness, makeCategory, makeToken } from '../support/shop.ts'
import { openDocs } from './docs-tab.ts'
import { root, test } from './tab.ts'

test('the language of the samples is chosen once for all pages', async () => {
  const page = await openDocs('api-products')
  const operation = page.getByRole('region', { name: 'Create a product', exact: true })
  expect(await operation.getByText('curl -X POST').isVisible()).toBe(true)
  expect(await operation.getByText('response = api.post').isVisible()).toBe(false)
  await operation.getByRole('button', { name: 'Python' }).click()
  expect(await operation.getByText('curl -X POST').isVisible()).toBe(false)
  expect(await operation.getByText('response = api.post').isVisible()).toBe(true)
  await page.goto(`${root}docs/api-categories`)
  const other = page.getByRole('region', { name: 'Create a category', exact: true })
  expect(await other.getByText('response = api.post').isVisible()).toBe(true)
  expect(await other.getByRole('button', { name: 'Python', pressed: true }).count()).toBe(1)
  expect(await other.getByRole('button', { name: 'curl', pressed: false }).count()).toBe(1)
})

test('a button copies a sample as it is, with the base URL of this API, and says so', async () => {
  const page = await openDocs('api-catalogue', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByRole('button', { name: 'Copy the code' }).first().click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.locator('#announcement').textContent()).toBe('Copied')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    `BASE=${inject('baseUrl')}\nBUSINESS=demo`,
  )
})

test('of a session in a terminal only the commands are copied', async () => {
  const page = await openDocs('getting-started', { permissions: ['clipboard-read', 'clipboard-write'] })
  const session = page.locator('.code', { hasText: '$ npm ci && npm run dev' }).first()
  await session.getByRole('button', { name: 'Copy the code' }).click()
  await session.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm ci && npm run dev')
})

test('where a page cannot copy, the code is selected', async () => {
  const page = await openDocs('api-catalogue')
  await page.evaluate('Object.defineProperty(navigator, "clipboard", { value: undefined })')
  await page.getByRole('button', { name: 'Copy the code' }).first().click()
  await page.getByRole('button', { name: 'Press Ctrl+C' }).waitFor()
  expect(await page.evaluate('String(getSelection())')).toContain('BUSINESS=demo')
})

test('the link of a heading can be copied', async () => {
  const page = await openDocs('api-products', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByRole('heading', { name: 'Create a product', exact: true }).hover()
  await page.getByRole('link', { name: 'Link to Create a product', exact: true }).click()
  await expect.poll(() => page.locator('#announcement').textContent()).toBe('Link copied')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${root}docs/api-products#createProduct`)
})

test('the guides name the base URL of this API too', async () => {
  const page = await openDocs('getting-started')
  await page.getByText(inject('baseUrl')).first().waitFor()
  expect(await page.locator('pre', { hasText: 'api.example.com' }).count()).toBe(0)
})

test('the local stack fills in its shop and its key', async () => {
  const page = await openDocs('not-found')
  await page.route('**/docs/local.json', (route) =>
    route.fulfill({ json: { business: 'tea', api_key: 'sfk_1' } }),
  )
  await page.goto(`${root}docs/api-products`)
  await page.getByText('KEY=sfk_1').waitFor()
  expect(await page.locator('[data-in=key]').first().inputValue()).toBe('sfk_1')
  await page.goto(`${root}docs/api-catalogue`)
  await expect.poll(() => page.locator('[data-in=business]').first().inputValue()).toBe('tea')
})

test('a form sends a public request, and shows status, time, headers and body', async () => {
  const business = await makeBusiness({ name: 'Tea & more' })
  const page = await openDocs('api-catalogue')
  const operation = page.getByRole('region', { name: 'Get the business', exact: true })
  await operation.getByText('Send this request').click()
  await operation.getByLabel('Business (slug)').fill(business.slug)
  await operation.getByRole('button', { name: 'Send' }).click()
  const result = operation.getByRole('status')
  await result.getByText(/^200 OK in \d+ ms, \d+ characters$/).waitFor()
  await result.getByText('"name": "Tea & more"').waitFor()
  await result.getByText('Headers', { exact: true }).click()
  await result.getByText('cache-control: ').waitFor()
})

test('on the local stack a form sends an administrative request', async () => {
  const business = await makeBusiness()
  await makeCategory(business, { id: 'kitchen-tools' })
  const page = await openDocs('api-products', { mayReport: /422/ })
  const operation = page.getByRole('region', { name: 'Create a product', exact: true })
  await operation.getByText('Send this request').click()
  await operation.getByLabel('API key').fill(await makeToken(business))
  await operation.getByRole('button', { name: 'Send' }).click()
  const result = operation.getByRole('status')
  await result.getByText(/^201 Created in /).waitFor()
  await result.getByText('"sku": "PEPPER-MILL"').waitFor()
  await operation.getByLabel('Body').fill('{"name": ""}')
  await operation.getByRole('button', { name: 'Send' }).click()
  await result.getByText(/^422 /).waitFor()
  await result.getByText('"pointer": "/price"').waitFor()
})

test('what cannot be sent, and what gets no response, is said in plain words', async () => {
  const page = await openDocs('api-catalogue', { mayReport: /ERR_FAILED/ })
  const operation = page.getByRole('region', { name: 'Get a product', exact: true })
  await operation.getByText('Send this request').click()
  await operation.getByLabel('Business (slug)').fill('demo')
  await operation.getByLabel('product', { exact: true }).fill('a/b?c#d')
  await operation.getByLabel('If-None-Match (optional)').fill('é🥐')
  await operation.getByRole('button', { name: 'Send' }).click()
  const result = operation.getByRole('status')
  await result.getByText('The browser cannot send this request').waitFor()
  await operation.getByLabel('If-None-Match (optional)').fill('')
  const paths: string[] = []
  await page.route('**/api/v1/**', (route) => {
    paths.push(new URL(route.request().url()).pathname)
    return route.abort()
  })
  await operation.getByRole('button', { name: 'Send' }).click()
  await result.getByText(`No response from ${inject('baseUrl')}`).waitFor()
  expect(paths).toEqual(['/api/v1/products/a%2Fb%3Fc%23d'])
})
