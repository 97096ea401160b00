/**
 * `npm run pictures`: takes the pictures of the README from a running `npm run dev`, into `docs/pictures`, each with the text
 * that can be read in it.
 *
 * `npm run pictures -- <origin>` takes them from another port.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launchChromium } from '../test/browser/chromium.ts'
import { openPicture, PICTURES, textIn } from '../test/browser/pictures.ts'

const [origin = 'http://localhost:3000'] = process.argv.slice(2)
const folder = join(import.meta.dirname, '../docs/pictures')

const browser = await launchChromium()
if (!browser) process.exit(1)
try {
  await mkdir(folder, { recursive: true })
  for (const name of Object.keys(PICTURES) as (keyof typeof PICTURES)[]) {
    const page = await openPicture(browser, name, origin)
    await page.screenshot({ path: join(folder, `${name}.png`) })
    await writeFile(join(folder, `${name}.txt`), `${await textIn(page)}\n`)
    console.log(`docs/pictures/${name}.png`)
  }
} catch (error) {
  console.error(`No picture of ${origin} can be taken. Start \`npm run dev\` first. ${String(error)}`)
  process.exitCode = 1
} finally {
  await browser.close()
}
