import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

const packages = join(import.meta.dirname, '../../node_modules/@fontsource-variable')

const FONTS = ['noto-serif', 'noto-sans', 'noto-sans-mono', 'noto-sans-jp']

const FAMILIES = `:root {
  --serif: "Noto Serif Variable", "Noto Sans JP Variable", serif;
  --sans: "Noto Sans Variable", "Noto Sans JP Variable", sans-serif;
  --mono: "Noto Sans Mono Variable", monospace;
}`

const DESKTOP = { viewport: { width: 1280, height: 960 } }
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true }

/** Further means of the steps to a picture. */
interface Means {
  carryOut: () => Promise<unknown>
  /** The API key of the business. */
  key: string
}

/** The steps to a picture. */
type Steps = (page: Page, means: Means) => Promise<unknown>

interface Picture {
  /** The place that it shows on a running stack with the demo shop. */
  place: string
  screen: BrowserContextOptions
  /** Of the console, where the key has been entered. */
  steps?: Steps
}

interface PictureOf {
  /** The slug of the business that has the place of the demo shop. */
  shop?: string
  /** An API key of it, for the console. */
  key?: string
  /** Carries out its import, where nothing else does. */
  carryOut?: () => Promise<unknown>
}

const CONSOLE = '/api/v1/docs/console'

/** The pictures of README and pages. */
export const PICTURES = {
  shop: { place: '/', screen: DESKTOP },
  'product-phone': { place: '/p/espresso-speicherstadt', screen: PHONE },
  console: { place: CONSOLE, screen: DESKTOP, steps: typePrices },
  'console-prices': { place: CONSOLE, screen: DESKTOP, steps: tryPrices },
  'console-product': { place: CONSOLE, screen: DESKTOP, steps: openProduct },
  'console-import': { place: CONSOLE, screen: DESKTOP, steps: checkFile },
  'console-held': { place: CONSOLE, screen: DESKTOP, steps: showHeld },
  'console-scheduled': { place: CONSOLE, screen: DESKTOP, steps: showScheduled },
} satisfies Record<string, Picture>

const priceIn = (page: Page, row: number) => page.getByRole('row').nth(row).getByRole('gridcell').nth(2)

/** New prices of some products, and one that can mean two things. */
async function typePrices(page: Page): Promise<void> {
  await page.getByLabel('Order').selectOption({ label: 'Name' })
  await priceIn(page, 3).click()
  await page.keyboard.type('55\n16.50\n')
  await priceIn(page, 10).click()
  await page.keyboard.type('1,234\n')
  await page.getByRole('button', { name: 'Next refused' }).click()
}

/** A dry run of higher prices, of which one would be above its compare-at price. */
async function tryPrices(page: Page): Promise<void> {
  await page.getByLabel('Order').selectOption({ label: 'Name' })
  await priceIn(page, 10).click()
  await priceIn(page, 17).click({ modifiers: ['Shift'] })
  await page.getByLabel('Prices').fill('15')
  await page.getByRole('button', { name: 'Change prices' }).click()
  await page.getByText('Nothing is written yet.').waitFor()
  await page.getByRole('button', { name: /^Change \d+ prices$/ }).waitFor()
}

async function openProduct(page: Page): Promise<void> {
  await page.getByLabel('Search').fill('pepper mill, walnut')
  await page.getByRole('gridcell', { name: 'Pepper mill, walnut' }).click()
  await page.getByRole('link', { name: 'Open' }).click()
  await page.getByText('Upload pictures').waitFor()
}

/** A file with a row that is refused. */
async function checkFile(page: Page, { carryOut }: Means): Promise<void> {
  await page.getByRole('link', { name: 'Import and export' }).click()
  const rows = [
    'sku,name,price,category,quantity',
    'MUG-RED,"Mug, red",12.00,Tableware,40',
    'MUG-BLUE,"Mug, blue",12.50,Tableware,0',
    'MUG-GREY,,12.00,Tableware,3',
  ]
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
  await page.getByText('Waiting for its turn').or(page.getByText('Checked: nothing')).first().waitFor()
  await carryOut()
  // Its own, and that in the list of the last imports, which is read after it.
  await page.getByRole('button', { name: 'Save the refused rows' }).nth(1).waitFor()
}

/** Holds of three buyers; one of them has something that is not counted. The other pictures show nothing that is held. */
async function showHeld(page: Page, { key }: Means): Promise<void> {
  const hold = (reference: string, expires_in: number, ...skus: string[]) =>
    page.request.put(new URL(`../admin/inventory/holds/${reference}`, page.url()).href, {
      headers: { authorization: `Bearer ${key}` },
      data: { expires_in, items: skus.map((sku) => ({ sku, quantity: 1 })) },
      failOnStatusCode: true,
    })
  await hold('cart-8731', 2_100, 'LIN-FIS-S-NAT', 'LIN-FIS-M-NAT')
  await hold('cart-8740', 840, 'LIN-FIS-M-NAT', 'PAN-MIS-300')
  await hold('order-2026-1107', 82_000, 'LIN-FIS-S-NAT')
  await page.getByRole('link', { name: 'Held' }).click()
  await page.getByText('Small / Natural').nth(1).waitFor()
}

/** Three planned changes, of which two end. The other pictures show nothing of them. */
async function showScheduled(page: Page, { key }: Means): Promise<void> {
  const api = new URL('../admin', page.url()).href
  const headers = { authorization: `Bearer ${key}` }
  const answer = await page.request.get(`${api}/products?limit=200&status=active`, { headers })
  const { data }: { data: Planned[] } = await answer.json()
  const inDays = (days: number) => new Date(Math.ceil(Date.now() / DAY_MS + days) * DAY_MS).toISOString()
  const plan = async (name: string, until: string | null, patch: (product: Planned) => object) => {
    const product = data.find((one) => one.name === name)
    if (!product) throw new Error(`no product ${name}`)
    const schedule = { at: inDays(4), until, patch: patch(product) }
    await page.request.put(`${api}/products/${product.id}/schedule`, {
      headers,
      data: schedule,
      failOnStatusCode: true,
    })
  }
  const lowered = ({ price }: Planned) => ({ price: Math.round(price * 0.8), compare_at_price: price })
  await plan('Pepper mill, walnut', inDays(8), (product) => ({ ...lowered(product), tags: ['sale'] }))
  await plan('Barley miso 麦味噌, 300 g', inDays(8), lowered)
  await plan('Espresso Speicherstadt', null, () => ({ status: 'draft' }))
  await page.getByRole('link', { name: 'Scheduled' }).click()
  await page.getByText('sale', { exact: false }).first().waitFor()
}

const DAY_MS = 86_400_000

/** The members of a product that a plan depends on. */
interface Planned {
  id: string
  name: string
  price: number
}

/**
 * Opens the place of a picture, with fonts that are the same on every machine.
 *
 * @param origin of the running stack
 */
export async function openPicture(
  browser: Browser,
  name: keyof typeof PICTURES,
  origin: string,
  { shop = 'demo', key, carryOut = async () => {} }: PictureOf = {},
): Promise<Page> {
  const { place, screen, steps }: Picture = PICTURES[name]
  const page = await browser.newPage({ ...screen, colorScheme: 'light', bypassCSP: true })
  await page.route('**/fonts/**', async (route) => {
    const [, file = ''] = route.request().url().split('/fonts/')
    const contentType = file.endsWith('.css') ? 'text/css' : 'font/woff2'
    await route.fulfill({ contentType, body: await readFile(join(packages, file)) })
  })
  // The key of the running stack is in no picture.
  await page.route('**/docs/local.json', (route) => route.fulfill({ json: {} }))
  const address = new URL(place, origin)
  if (shop !== 'demo') address.searchParams.set('shop', shop)
  await page.goto(address.href, { waitUntil: 'networkidle' })
  for (const font of FONTS) await page.addStyleTag({ url: `/fonts/${font}/index.css` })
  await page.addStyleTag({ content: FAMILIES })
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  if (steps && key !== undefined) {
    await enterKey(page, key)
    await steps(page, { carryOut, key })
  }
  return page
}

async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key)
  await page.keyboard.press('Enter')
  await page.getByText('in view').and(page.locator(':not(:text("reading"))')).waitFor()
}

/** The lines of text that can be seen in the window. */
export const textIn = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const seen = []
    while (texts.nextNode()) {
      const { currentNode: node } = texts
      const range = document.createRange()
      range.selectNodeContents(node)
      const { top, bottom, width, height } = range.getBoundingClientRect()
      const isSeen = height > 1 && width > 1 && top < innerHeight && bottom > 0 && node.parentElement.checkVisibility()
      // A time is that of the import in the picture.
      if (isSeen && node.data.trim() && !node.parentElement.closest('time')) seen.push(node.data.trim())
    }
    return seen.join('\\n')
  })()`)
