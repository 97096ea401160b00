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
