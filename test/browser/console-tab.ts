import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { makeToken } from '../support/shop.ts'
import { openTab } from './tab.ts'

/** The console of the running stack. */
export const consoleAddress = `${inject('baseUrl')}/docs/console`

type TabOptions = Parameters<typeof openTab>[0]

/** The console in a tab of its own, with the field for a key. */
export async function openConsole(options: TabOptions = {}): Promise<Page> {
  const page = await openTab(options)
  // A tab that is left would ask.
  await page.addInitScript("addEventListener('beforeunload', (e) => e.stopImmediatePropagation(), true)")
  await page.goto(consoleAddress)
  return page
}

/** Types a key of this business, and waits until its products are there. */
export async function enter(page: Page, token: string): Promise<void> {
  await page.getByLabel('API key').fill(token)
  await page.keyboard.press('Enter')
  await page.getByText('in view').and(page.locator(':not(:text("reading"))')).waitFor()
}

/** The console of a business in a tab of its own. */
export async function openBusiness(business: Business, options: TabOptions = {}): Promise<Page> {
  const page = await openConsole(options)
  await enter(page, await makeToken(business))
  return page
}

/** The cell of a column in the row with this name. */
export const cellIn = (page: Page, row: string, column: number) =>
  page.getByRole('row').filter({ hasText: row }).getByRole('gridcell').nth(column)

/** Pastes a text as a spreadsheet copies it. */
export const pasteInto = (page: Page, text: string): Promise<unknown> =>
  page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }`)
