import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeEach, expect } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { jpegOf } from '../admin/media/pictures.ts'
import { asked } from '../console/asked.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'
import { cellIn, consoleAddress, enter, openConsole } from './console-tab.ts'
import { hasBrowser, ownPage, test, tooWide, violationsOn } from './tab.ts'

let shop: Business
let token: string
beforeEach(async () => {
  if (!hasBrowser) return
  shop = await makeBusiness({ name: 'Tea & more' })
  token = await makeToken(shop)
  await makeCategory(shop, { id: 'tea' })
})

const tea = (input = {}) => makeProduct(shop, { category_id: 'tea', ...input })
const picture = (n: number, alt = `Picture ${n}`) => ({ url: `https://pictures.example/${n}.jpg`, alt })
const productNow = (id: string) => asked(token, 'GET', `/admin/products/${id}`)

type Options = Parameters<typeof openConsole>[0]

/** A JPEG that is stored on its side, as that of a phone. */
const lyingJpeg = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#a52' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** The console with the pictures of another server, which are the same grey one. */
async function openAt(fragment: string, options: Options = {}, key = token): Promise<Page> {
  const page = await openConsole(options)
  const body = await jpegOf(40, 30, '#888')
  await page.route('https://pictures.example/**', (route) =>
    route.fulfill({ contentType: 'image/jpeg', body }),
  )
  await page.goto(`${consoleAddress}${fragment}`)
  await page.getByLabel('API key').fill(key)
  await page.keyboard.press('Enter')
  return page
}

const fieldOf = (page: Page, title: string) => page.getByLabel(title, { exact: true })

async function save(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: words }).press('Enter')
  await page.getByRole('button', { name: 'Nothing to save' }).waitFor()
}

test('from the table to texts and tags by keyboard alone, and back', async () => {
  const { id } = await tea({ tags: ['green'] })
  await tea({ name: 'Oolong' })
  const page = await openConsole()
  await enter(page, token)
  await cellIn(page, 'Oolong', 0).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Alt+Enter')
  await page.getByRole('heading', { name: 'Sencha' }).and(page.locator(':focus')).waitFor()
  await fieldOf(page, 'Description').focus()
  await page.keyboard.type('From Uji.\nSteamed.')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Remove the tag green' }).press('Enter')
  await fieldOf(page, 'Add a tag').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('"first", שלום')
  await page.keyboard.press('Enter')
  await page.keyboard.type('on leaving')
  await fieldOf(page, 'Brand').focus()
  await page.keyboard.type('Ippodo')
  await save(page, 'Save 3 changes')
  expect(await productNow(id)).toMatchObject({
    description: 'From Uji.\nSteamed.',
    tags: ['"first"', 'שלום', 'on leaving'],
    brand: 'Ippodo',
  })
  await page.getByRole('link', { name: 'All products' }).press('Enter')
  await cellIn(page, 'Sencha', 0).and(page.locator(':focus')).waitFor()
})

test('pictures are ordered, described and removed by their buttons, and the focus goes with them', async () => {
  const { id } = await tea({ images: [picture(1), picture(2, ''), picture(3)] })
  const page = await openAt(`#/products/${id}`)
  const focused = (name: string) => page.getByRole('button', { name }).and(page.locator(':focus')).waitFor()
  await page.getByRole('button', { name: 'Move picture 3 up' }).press('Enter')
  await page.getByText('Picture 3 is picture 2 now.').waitFor()
  await focused('Move picture 2 up')
  await page.keyboard.press('Enter')
  await focused('Move picture 1 down')
  await fieldOf(page, 'Description of picture 3').fill('Two, described')
  await page.getByRole('button', { name: 'Remove picture 2' }).press('Enter')
  await focused('Remove picture 2')
  for (const wrong of ['javascript:alert(1)', 'http://pictures.example/4.jpg']) {
    await fieldOf(page, 'Address of a picture').fill(wrong)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('begins with https://').waitFor()
  }
  await fieldOf(page, 'Address of a picture').fill(picture(4).url)
  await page.keyboard.press('Enter')
  await save(page, 'Save 1 change')
  expect(await productNow(id)).toMatchObject({
    images: [picture(3), picture(2, 'Two, described'), { ...picture(4, '') }],
  })
})

test('files are uploaded, large ones made smaller and upright first; a wrong one is named', async () => {
  const { id } = await tea()
  const page = await openAt(`#/products/${id}`)
  const chosen = page.getByLabel('Upload pictures')
  await chosen.waitFor({ state: 'attached' })
  const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })
  await chosen.setInputFiles([
    jpeg('wide.jpg', await lyingJpeg(1_000, 4_000)),
    { name: 'note<b>.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
    jpeg('small.jpg', await jpegOf(40, 30)),
  ])
  await page.getByText('2 of 3 uploaded').waitFor()
  await page.getByText('note<b>.txt: It is not a JPEG').waitFor()
  expect(await page.getByText('Add a description for people').count()).toBe(2)
  await save(page, 'Save 1 change')
  expect(await productNow(id)).toMatchObject({
    images: [
      { width: 2_000, height: 500, alt: '' },
      { width: 40, height: 30, alt: '' },
    ],
  })
})

test('a new product has an address of its own once it is saved, without losing the field that is typed in', async () => {
  const page = await openAt('#/products')
  await page.getByRole('button', { name: 'New product' }).click()
  await page.getByRole('link', { name: /^Open/ }).click()
  await fieldOf(page, 'Name').fill('Oolong')
  await fieldOf(page, 'Price (EUR)').fill('7')
  await page.getByRole('button', { name: /^Save 2/ }).click()
  await page.getByText('A new product needs this: category.').waitFor()
  await fieldOf(page, 'Category').selectOption('Tea')
  await page.getByRole('button', { name: /^Save 3/ }).click()
  await fieldOf(page, 'Description').focus()
  await expect.poll(() => page.url()).toMatch(/#\/products\/[0-9a-f-]{36}$/)
  const id = page.url().slice(-36)
  await fieldOf(page, 'Description').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Dark')
  await save(page, 'Save 1 change')
  expect(await productNow(id)).toMatchObject({ description: 'Dark', price: 700 })
})

test('after a reload of its address a product offers its edits; an unknown id says so', async () => {
  const { id } = await tea()
  const page = await openAt(`#/products/${id}`, { mayReport: /status of 404/ })
  await fieldOf(page, 'Description').fill('Kept')
  await page.reload()
  await page.getByLabel('API key').fill(token)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Go on with them' }).click()
  await expect.poll(() => fieldOf(page, 'Description').inputValue()).toBe('Kept')
  await page.evaluate(`location.hash = '#/products/${crypto.randomUUID()}'`)
  await page.getByText('There is no product with this id.').waitFor()
  await page.getByRole('link', { name: 'All products' }).click()
  await cellIn(page, 'Sencha', 0).waitFor()
})

test('Next refused leads to a field that the table does not have', async () => {
  const { id } = await tea()
  const page = await openAt(`#/products/${id}`)
  await fieldOf(page, 'Description').fill('x'.repeat(10_000))
  await page.getByText('10000 characters: at most 5000.').waitFor()
  await page.getByRole('link', { name: 'All products' }).click()
  const name = cellIn(page, 'Sencha', 0)
  expect(await name.getAttribute('aria-invalid')).toBe('true')
  expect(await name.textContent()).toBe('Sencha')
  await page.getByRole('button', { name: 'Next refused' }).click()
  await fieldOf(page, 'Description').and(page.locator(':focus')).waitFor()
  expect(await fieldOf(page, 'Description').getAttribute('aria-invalid')).toBe('true')
})

test('what variants decide is in their rows of the table, to which a link leads', async () => {
  const { id } = await asked(token, 'POST', '/admin/products', {
    name: 'Shirt',
    category_id: 'tea',
    options: [{ name: 'Size', values: ['Small'] }],
    variants: [{ option_values: { Size: 'Small' }, price: 1000 }],
  })
  await tea()
  const page = await openAt(`#/products?q=sencha`)
  await cellIn(page, 'Sencha', 0).waitFor()
  await page.evaluate(`location.hash = '#/products/${id}'`)
  await fieldOf(page, 'Name').waitFor()
  for (const title of ['Price (EUR)', 'Compare at (EUR)', 'Stock', 'SKU'])
    expect(await fieldOf(page, title).count(), title).toBe(0)
  await page.getByRole('link', { name: 'show them in the table' }).press('Enter')
  await cellIn(page, 'Small', 0).waitFor()
  await cellIn(page, 'Shirt', 0).and(page.locator(':focus')).waitFor()
})

test('a key that can only read changes nothing, and sees everything', async () => {
  const { id, slug } = await tea({ description: 'From Uji.', tags: ['green'], images: [picture(1)] })
  const page = await openAt(`#/products/${id}`, {}, await makeToken(shop, { scopes: ['products:read'] }))
  expect(await fieldOf(page, 'Description').inputValue()).toBe('From Uji.')
  for (const field of await page.locator('.product :is(input, textarea)').all())
    expect(await field.getAttribute('readonly')).not.toBeNull()
  expect(await page.locator('.product :is(button, select)').count()).toBe(0)
  await page.getByAltText('Picture 1').waitFor()
  const link = page.getByRole('link', { name: 'Open in the shop' })
  expect(await link.getAttribute('href')).toBe(ownPage(shop, slug))
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
})

/** The form with hostile texts, a fault and a picture that does not load. */
test.for([1280, 390])('%i px: axe finds nothing, and nothing is wider than the screen', async (width) => {
  const long = 'W'.repeat(200)
  const { id } = await tea({
    name: `<img src=x onerror=alert(1)> שלום ${'W'.repeat(150)}`,
    description: long.repeat(20),
    tags: ['a, "b"', 'W'.repeat(50), '<b>', 'שלום'],
    images: [picture(1, long), picture(2, '"><script>alert(1)</script>'), picture(3)],
  })
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await openAt(`#/products/${id}`, {
      viewport: { width, height: 800 },
      colorScheme,
      mayReport: /ERR_FAILED/,
    })
    await page.route('https://pictures.example/3.jpg', (route) => route.abort())
    await fieldOf(page, 'Price (EUR)').fill('1,234')
    await page.getByText('“1,234” is not an amount').waitFor()
    expect(await violationsOn(page), colorScheme).toEqual([])
    expect(await tooWide(page), colorScheme).toBeLessThanOrEqual(0)
    const inner = "document.querySelector('.page')"
    expect(await page.evaluate(`${inner}.scrollWidth - ${inner}.clientWidth`)).toBe(0)
  }
})
