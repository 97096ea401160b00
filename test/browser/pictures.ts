import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'

const packages = join(import.meta.dirname, '../../node_modules/@fontsource-variable')

const FONTS = ['noto-serif', 'noto-sans', 'noto-sans-mono', 'noto-sans-jp']

const FAMILIES = `:root {
  --serif: "Noto Serif Variable", "Noto Sans JP Variable", serif;
  --sans: "Noto Sans Variable", "Noto Sans JP Variable", sans-serif;
  --mono: "Noto Sans Mono Variable", monospace;
}`

const DESKTOP = { viewport: { width: 1280, height: 960 } }
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true }

/** The pictures of the README: the place that each shows on a running stack with the demo shop, and the screen. */
export const PICTURES = {
  shop: { place: '/', screen: DESKTOP },
  product: { place: '/p/espresso-speicherstadt', screen: DESKTOP },
  'product-phone': { place: '/p/espresso-speicherstadt', screen: PHONE },
  reference: { place: '/docs/api-products#createProduct', screen: DESKTOP },
}

/**
 * Opens the place of a picture, with fonts that are the same on every machine.
 *
 * @param origin of the running stack
 * @param shop the slug of the business that has the place of the demo shop
 */
export async function openPicture(
  browser: Browser,
  name: keyof typeof PICTURES,
  origin: string,
  shop = 'demo',
): Promise<Page> {
  const { place, screen } = PICTURES[name]
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
  return page
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
      if (isSeen && node.data.trim()) seen.push(node.data.trim())
    }
    return seen.join('\\n')
  })()`)
