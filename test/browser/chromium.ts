import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

const packages = join(import.meta.dirname, '../../node_modules')

/** Not those of its package: they switch off the very rules between origins that are tested here. */
const args = ['--no-sandbox', '--disable-gpu']

const ownFonts = '<?xml version="1.0"?><fontconfig><dir prefix="relative">.</dir></fontconfig>'

/**
 * A real Chromium: on Linux x64 the one that came with `npm ci`, elsewhere the machine's own Chrome.
 *
 * @returns undefined, and says so in one line, when there is none outside of CI
 */
export async function launchChromium(): Promise<Browser | undefined> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    const folder = await unpackChromium()
    return chromium.launch({
      executablePath: join(folder, 'chromium'),
      // A SIGINT is a test of a program that runs in this process.
      handleSIGINT: false,
      args,
      // Its own letters, so that lines break alike on every machine.
      env: { ...process.env, FONTCONFIG_PATH: join(folder, 'fonts') },
    })
  }
  try {
    return await chromium.launch({ channel: 'chrome', handleSIGINT: false })
  } catch (error) {
    if (process.env.CI) throw error
    console.warn('test/browser is skipped: no browser can run here. Install Google Chrome to run it.')
    return undefined
  }
}

/**
 * Unpacks the browser once per version. The package itself would do it in the folder for temporary files, where it
 * takes what another version, another user or a run that was ended half-way has left there.
 */
async function unpackChromium(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packages, '@sparticuz/chromium/package.json'), 'utf8'))
  const cache = join(packages, '.cache/storefront')
  const folder = join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const staging = await mkdtemp(join(cache, 'unpacking-'))
  const { TMPDIR } = process.env
  process.env.TMPDIR = staging
  try {
    await sparticuz.executablePath()
    // It names folders of Lambda and /tmp.
    await writeFile(join(staging, 'fonts/fonts.conf'), ownFonts)
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
  // Unless another worker was first.
  await rename(staging, folder).catch(() => rm(staging, { recursive: true }))
  return folder
}
