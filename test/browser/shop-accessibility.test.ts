import { beforeAll, expect } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { makeProduct } from '../support/shop.ts'
import { makeCatalogue } from './catalogue.ts'
import {
  expectNoViolations,
  hasBrowser,
  openShop,
  openTab,
  ownPage,
  productAddress,
  settled,
  shopAddress,
  test,
  tooWide,
} from './tab.ts'

let shop: Business
beforeAll(async () => {
  if (!hasBrowser) return
  shop = await makeCatalogue()
  const name = 'Donaudampfschifffahrtsgesellschaft'.repeat(5)
  await makeProduct(shop, { category_id: 'cups', name, slug: 'long', tags: [name.slice(0, 50)] })
})

const nowhere = { slug: 'no-such-shop' }

/** Whatever the page can look like, with what is there when it does. */
const states: [state: string, address: () => string, shown: string][] = [
  ['a list', () => shopAddress(shop, 'category=cups'), '.tile'],
  ['a product', () => productAddress(shop, 'long'), '#product h1'],
  ['no such product', () => productAddress(shop, 'no-such-product'), '#product .notice'],
  ['a search', () => shopAddress(shop, 'q=cpu&category=cups&price=0-2000&available=yes'), '#set li'],
  ['nothing found', () => shopAddress(shop, 'q=zebra&category=cups'), '#empty .notice'],
  ['an empty list', () => shopAddress(shop, 'category=empty'), '#empty .notice'],
  ['no such shop', () => shopAddress(nowhere), '#trouble .notice'],
  ['the own page of a shop', () => ownPage(shop), '.tile'],
  ['a product on it', () => ownPage(shop, 'long'), '#product h1'],
  ['the own page of no shop', () => ownPage(nowhere, 'long'), '#product .notice'],
]

test.for(states)('%s: axe finds nothing, and nothing is wider than a screen', async (state) => {
  const [, address, shown] = state
  const page = await openTab({ mayReport: /status of 404/ })
  await page.goto(address())
  await settled(page)
  await page.locator(shown).first().waitFor()
  await expectNoViolations(page, states.indexOf(state))
  await page.setViewportSize({ width: 320, height: 600 })
  expect(await tooWide(page)).toBeLessThanOrEqual(0)
})

const RING_AND_PAPER = `(() => {
  const { activeElement } = document
  const ring = getComputedStyle(activeElement.closest('.tile') ?? activeElement).outlineColor
  return [ring, getComputedStyle(document.body).backgroundColor].map((colour) => colour.match(/[0-9.]+/g).map(Number))
})()`

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: readonly number[], other: readonly number[]): number {
  const linear = (part: number) => (part <= 10.3 ? part / 3295 : ((part / 255 + 0.055) / 1.055) ** 2.4)
  const luminance = ([red = 0, green = 0, blue = 0]: readonly number[]) =>
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test('the first Tab leads past the categories, and what has the focus can be seen', async () => {
  const page = await openShop(shop)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the content' }).and(page.locator(':focus'))
  await skip.waitFor()
  expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Enter')
  await page.locator('main:focus').waitFor()
  const outlines =
    "getComputedStyle(document.activeElement.closest('.tile') ?? document.activeElement).outlineStyle"
  for (let n = 0; n < 5; n++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(outlines)).toBe('solid')
  }
})

test.for(['light', 'dark'] as const)(
  'the ring around the focus differs enough from the %s page',
  async (colorScheme) => {
    const page = await openShop(shop, '', { colorScheme })
    for (const part of ['#search', '#sort', '.menu a', '.tile a']) {
      await page.locator(part).first().focus()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      const [ring = [], paper = []] = await page.evaluate<number[][]>(RING_AND_PAPER)
      expect(contrast(ring, paper), part).toBeGreaterThan(3)
      // As an error would be shown, and prices are.
      const [red = 0, green = 0, blue = 0] = ring
      expect(Math.max(red, green, blue) - Math.min(red, green, blue), part).toBeLessThan(32)
    }
  },
)

test.for(['reduce', 'no-preference'] as const)('motion: %s', async (reducedMotion) => {
  const page = await openTab({ reducedMotion })
  await page.route('**/products/search?*', () => {})
  await page.goto(shopAddress(shop))
  await page.locator('.waiting').first().waitFor()
  const moving = await page.evaluate('document.getAnimations().length > 0')
  expect(moving).toBe(reducedMotion === 'no-preference')
})

test('paper shows the products and nothing to press', async () => {
  const page = await openShop(shop, '', { colorScheme: 'dark' })
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.tile').first().isVisible()).toBe(true)
  for (const part of ['#menu', '#controls', '#side', '#set', '#more', '.skip'])
    expect(await page.locator(part).isVisible(), part).toBe(false)
})
