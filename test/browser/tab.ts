import axe from 'axe-core'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { test as anyTest, expect, inject, onTestFinished } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { inTurn } from '../support/turns.ts'
import { launchChromium } from './chromium.ts'

/** One for all files of a process, with which it ends. */
export const browser = await launchChromium()

/** A test that needs a browser. */
export const test = anyTest.skipIf(browser === undefined)
export const hasBrowser = browser !== undefined

/** The server of the running stack, which has the shop at `/`. */
export const root = new URL('/', inject('baseUrl')).href

type TabOptions = BrowserContextOptions & {
  /** The allowed errors in the console: Chromium reports every failed request, also one that the page handles well. */
  mayReport?: RegExp
}

/**
 * A tab with storage and cache of its own, for the test that is running. Whatever else than `mayReport` the page
 * writes to the console as an error, throws, or asks in a dialog fails the test.
 */
export async function openTab({ mayReport, ...options }: TabOptions = {}): Promise<Page> {
  if (!browser) throw new Error('no browser')
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const faults: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' && !mayReport?.test(message.text())) faults.push(message.text())
  })
  context.on('weberror', (error) => faults.push(String(error.error().stack)))
  context.on('dialog', (dialog) => faults.push(`the page asked: ${dialog.message()}`))
  onTestFinished(async () => {
    // The page may still be loading something when the test has seen enough.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
    expect(faults).toEqual([])
  })
  const page = await context.newPage()
  page.setDefaultTimeout(40_000)
  return page
}

/** The address of this business's shop. */
export const shopAddress = ({ slug }: Pick<Business, 'slug'>, query = ''): string =>
  `${root}?shop=${slug}${query && `&${query}`}`

/** The address of a product in this business's shop. */
export const productAddress = ({ slug }: Pick<Business, 'slug'>, product: string, query = ''): string =>
  `${root}p/${product}?shop=${slug}${query && `&${query}`}`

/** The address of the page that a deployment has of this business's shop, or of a product in it. */
export const ownPage = ({ slug }: Pick<Business, 'slug'>, product?: string): string =>
  `${inject('baseUrl')}/shop/${slug}${product === undefined ? '' : `/p/${product}`}`

/** Waits until the list has been loaded, however that ended. */
export const settled = (page: Page): Promise<void> =>
  page.locator('main:not(:has([aria-busy]))').waitFor({ state: 'attached' })

/** Opens the shop of a business and waits for its list. */
export async function openShop(business: Business, query = '', options: TabOptions = {}): Promise<Page> {
  const page = await openTab(options)
  await page.goto(shopAddress(business, query))
  await settled(page)
  return page
}

const SCROLLED = "new Promise((done) => addEventListener('scrollend', () => done(scrollY), { once: true }))"

/** Waits until the page has scrolled, which has to begin afterwards; returns where it is. */
export const scrolled = (page: Page): Promise<number> => page.evaluate(SCROLLED)

/** Scrolls down to the end of the page, and waits until the history has it; returns where that is. */
export async function scrollDown(page: Page): Promise<number> {
  const place = await page.evaluate<number>(`scrollTo(0, document.body.scrollHeight), ${SCROLLED}`)
  await expect.poll(() => page.evaluate('history.state?.y')).toBe(place)
  return place
}

/** The names of the products that can be seen, in their order. */
export const namesOn = (page: Page): Promise<string[]> =>
  page.locator('.tile:not([hidden]) h2').allTextContents()

/** The element with the number of products. */
export const countOn = (page: Page) => page.getByRole('status')

/** Loads pages until there is no more, and returns how many times that was. */
export async function loadAll(page: Page): Promise<number> {
  const more = page.getByRole('button', { name: 'Load more' })
  for (let times = 0; ; times++) {
    await settled(page)
    if (!(await more.isVisible())) return times
    await more.click()
  }
}

/** By how many pixels the page is wider than its window. */
export const tooWide = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** The violations that axe finds in the page as it is now, by all its rules or by some. */
export async function violationsOn(page: Page, rules?: string[]): Promise<unknown[]> {
  await page.evaluate(axe.source)
  const options = rules ? `{ runOnly: ${JSON.stringify(rules)} }` : '{}'
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${options})`)
  return violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes[0]?.html }))
}

/** A wide and a narrow screen, in light and in dark. */
const VIEWS = [1280, 360].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

/** Expects that axe finds nothing, in a quarter of the views with each run; another `shift` begins with another view. */
export async function expectNoViolations(page: Page, shift: number): Promise<void> {
  for (const { width, colorScheme } of inTurn(VIEWS, shift)) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    expect(await violationsOn(page), `${width} px, ${colorScheme}`).toEqual([])
  }
}
