/**
 * `npm run pictures`: takes the pictures of the README and the pages from a running `npm run dev`, into `docs/pictures`, each with the text
 * that can be read in it.
 *
 * `npm run pictures -- <origin>` takes them from another port.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../test/browser/chromium.ts'
import { openPicture, PICTURES, textIn } from '../test/browser/pictures.ts'

const [origin = 'http://localhost:3000'] = process.argv.slice(2)
const folder = join(import.meta.dirname, '../docs/pictures')

const browser = await launchChromium()
if (!browser) process.exit(1)
try {
  await mkdir(folder, { recursive: true })
  const key = await readKey()
  for (const name of Object.keys(PICTURES) as (keyof typeof PICTURES)[]) {
    const page = await openPicture(browser, name, origin, { key })
    await page.screenshot({ path: join(folder, `${name}.png`) })
    await writeFile(join(folder, `${name}.txt`), `${await textIn(page)}\n`)
    console.log(`docs/pictures/${name}.png`)
  }
  await drawFront(browser)
} catch (error) {
  console.error(`No picture of ${origin} can be taken. Start \`npm run dev\` first. ${String(error)}`)
  process.exitCode = 1
} finally {
  await browser.close()
}

/** The picture of the README: the shop, and before it the console. */
async function drawFront(browser: Browser): Promise<void> {
  const sourceOf = async (name: string) =>
    `data:image/png;base64,${await readFile(join(folder, `${name}.png`), 'base64')}`
  const page = await browser.newPage({ viewport: { width: 1280, height: 820 } })
  await page.setContent(`
    <style>
      body { margin: 0; background: #e7e3da }
      img { position: absolute; border-radius: 8px; box-shadow: 0 6px 28px #0004; object-fit: cover; object-position: top left }
      #shop { left: 40px; top: 40px; width: 900px; height: 640px }
      #console { right: 40px; bottom: 40px; width: 820px; height: 470px }
    </style>
    <img id="shop" src="${await sourceOf('shop')}"><img id="console" src="${await sourceOf('console')}">`)
  await page.screenshot({ path: join(folder, 'front.png') })
  console.log('docs/pictures/front.png')
}

/** The key of the demo shop. Throws if there is none yet: the stack is starting. */
async function readKey(): Promise<string> {
  const response = await fetch(new URL('/docs/local.json', origin))
  const key: unknown = Object(await response.json()).api_key
  if (typeof key !== 'string') throw new Error('The stack is not ready.')
  return key
}
