import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished } from 'vitest'
import { renameBusiness, updateBusiness } from '../../lib/data/businesses.ts'
import type { Business } from '../../lib/domain/business.ts'
import { closeBusiness } from '../../lib/operator/upkeep/removal/names.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'
import { makeCatalogue } from './catalogue.ts'
import { hasBrowser, namesOn, openTab, ownPage, settled, test } from './tab.ts'

let shop: Business
beforeAll(async () => {
  if (hasBrowser) shop = await makeCatalogue()
})

/** A tab whose page breaks no rule of its policy, and asks nobody but its own origin. */
async function openStrict(address: string, mayReport?: RegExp): Promise<Page> {
  const page = await openTab(mayReport ? { mayReport } : {})
  const broken: string[] = []
  await page.exposeFunction('broke', (rule: string) => broken.push(rule))
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => broke(event.violatedDirective))",
  )
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  onTestFinished(() => {
    origins.delete('null')
    expect({ broken, origins: [...origins] }).toEqual({ broken: [], origins: [new URL(address).origin] })
  })
  await page.goto(address)
  await settled(page)
  return page
}

const pathOf = (page: Page) => new URL(page.url()).pathname

test('lists and products have their addresses below it, with a slash at its end as without', async () => {
  for (const end of ['', '/']) {
    const page = await openStrict(`${ownPage(shop)}${end}`)
    await page.getByRole('link', { name: 'Tea 01' }).click()
    await page.getByRole('article').getByRole('heading', { name: 'Tea 01' }).waitFor()
    expect(pathOf(page)).toMatch(new RegExp(`^/api/v1/shop/${shop.slug}/p/tea-01`))
    await page.reload()
    await page.getByRole('article').getByRole('link', { name: 'All products' }).click()
    await settled(page)
    expect(page.url()).toBe(ownPage(shop))
    expect(await namesOn(page)).toHaveLength(24)
    await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Tea' }).click()
    await settled(page)
    expect(page.url()).toBe(`${ownPage(shop)}?category=tea`)
  }
})

test('a link cannot choose another shop or another API', async () => {
  const other = await makeBusiness({ name: 'Another shop' })
  const page = await openStrict(`${ownPage(shop)}?shop=${other.slug}&api=https://elsewhere.example/api/v1`)
  await page.getByRole('link', { name: shop.name, exact: true }).click()
  await settled(page)
  expect(page.url()).toBe(ownPage(shop))
})

const gone: [string, (shop: Business) => Promise<void>][] = [
  [
    'suspended',
    async ({ id }) => void (await updateBusiness(id, (all) => ({ ...all, status: 'suspended' }))),
  ],
  ['deleted', ({ id }) => closeBusiness(id)],
]

test.for(gone)('a shop that was %s is not here, with the request id', async ([, close]) => {
  const closed = await makeBusiness()
  await close(closed)
  for (const product of [undefined, 'sencha']) {
    const page = await openStrict(ownPage(closed, product), /status of 404/)
    await page.getByRole('heading', { name: 'There is no shop here' }).waitFor()
    await page.getByText(`“${closed.slug}”`).waitFor()
    expect(await page.locator('.notice code').textContent()).toMatch(/^[0-9a-f-]{36}$/)
    expect(await page.getByRole('link', { name: 'Back to the shop' }).count()).toBe(0)
  }
})

test('an address without a slug is shown as it was typed, and does not become markup', async () => {
  const page = await openStrict(ownPage({ slug: '%61cme%2Fp%2F%3Cb%3E' }), /status of 404/)
  await page.getByRole('heading', { name: 'There is no shop here' }).waitFor()
  await page.getByText('“%61cme%2Fp%2F%3Cb%3E”').waitFor()
})

test('a former slug leads to the shop', async () => {
  const renamed = await makeBusiness({ name: 'Renamed' })
  await renameBusiness(renamed.id, `${renamed.slug}-new`)
  const page = await openStrict(ownPage(renamed))
  await page.getByRole('link', { name: 'Renamed' }).waitFor()
})

test('a shop without products and without contact says that it has none', async () => {
  const page = await openStrict(ownPage(await makeBusiness()))
  await page.getByRole('heading', { name: 'All products' }).waitFor()
  expect(await page.locator('#empty .notice').isVisible()).toBe(true)
  expect(await page.locator('footer a').count()).toBe(0)
})

test.for([undefined, 'https://pictures.test/logo.png'])(
  'without a logo, or with %s that fails, the name of a shop begins where its menu does',
  async (url) => {
    const page = await openTab({ mayReport: /ERR_FAILED/ })
    await page.route('https://pictures.test/*', (route) => route.abort())
    await page.goto(ownPage(await makeBusiness({ logo_url: url })))
    await settled(page)
    await page.locator('#logo:empty').waitFor({ state: 'attached' })
    const leftOf = async (part: string) => (await page.locator(part).boundingBox())?.x
    expect(await leftOf('#home')).toBe(await leftOf('.menu a'))
  },
)

test('a currency with three decimals has its prices', async () => {
  const dinars = await makeBusiness({ currency: 'KWD' })
  await makeCategory(dinars, { id: 'tea' })
  await makeProduct(dinars, { category_id: 'tea', slug: 'sencha', price: 12_345, compare_at_price: 20_000 })
  const page = await openStrict(ownPage(dinars, 'sencha'))
  const price = page.getByRole('article').locator('.price')
  expect((await price.textContent())?.replace(/\s/g, ' ')).toBe(
    'Price now: KWD 12.345 Price before: KWD 20.000',
  )
  // Without a contact nobody can be asked.
  expect(await page.getByRole('link', { name: 'Ask about it' }).count()).toBe(0)
})
