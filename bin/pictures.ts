/**
 * `npm run pictures`: takes the pictures of the README from a running `npm run dev`, into `docs/pictures`.
 *
 * `npm run pictures -- <origin>` takes them from another port.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { launchChromium } from '../test/browser/chromium.ts'

const [origin = 'http://localhost:3000'] = process.argv.slice(2)
const folder = join(import.meta.dirname, '../docs/pictures')

const DESKTOP = { viewport: { width: 1280, height: 760 } }
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true }

const PICTURES = {
  shop: { place: '/?category=tea', screen: DESKTOP },
  product: { place: '/?category=coffee&product=espresso-speicherstadt', screen: DESKTOP },
  'product-phone': { place: '/?category=coffee&product=espresso-speicherstadt', screen: PHONE },
  reference: { place: '/docs/api-products#createProduct', screen: DESKTOP },
}

const browser = await launchChromium()
if (!browser) process.exit(1)
try {
  await mkdir(folder, { recursive: true })
  for (const [name, { place, screen }] of Object.entries(PICTURES)) {
    const page = await browser.newPage({ ...screen, colorScheme: 'light' })
    await page.goto(`${origin}${place}`, { waitUntil: 'networkidle' })
    await page.screenshot({ path: join(folder, `${name}.png`) })
    console.log(`docs/pictures/${name}.png`)
  }
} catch (error) {
  console.error(`No picture of ${origin} can be taken. Start \`npm run dev\` first. ${String(error)}`)
  process.exitCode = 1
} finally {
  await browser.close()
}
