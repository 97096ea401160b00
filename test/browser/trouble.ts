import type { Page, Route } from 'playwright-core'
import type { Business } from '../../lib/domain/business.ts'
import { openTab, settled, shopAddress } from './tab.ts'

/** The requests for lists. */
export const lists = '**/products/search?*'
/** Chromium's message in the console for a response with an error. */
export const mayReport = /Failed to load resource/

/** Waits until the shop says that something is wrong, by this heading. */
export const heading = (page: Page, name: string) =>
  page.getByRole('alert').getByRole('heading', { name }).waitFor()
export const tryAgain = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'Try again' })

/** A tab whose pages do nothing later unless its clock is moved. */
export async function openPaused(options = { mayReport }): Promise<Page> {
  const page = await openTab(options)
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  return page
}

/** Opens the shop while every list is answered like this. */
export async function openWhile(shop: Business, answer: (route: Route) => Promise<void>): Promise<Page> {
  const page = await openPaused()
  await page.route(lists, answer)
  await page.goto(shopAddress(shop))
  await settled(page)
  return page
}
