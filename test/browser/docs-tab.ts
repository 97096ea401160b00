import type { Page } from 'playwright-core'
import { openTab, root } from './tab.ts'

/** The policy of every page of a deployment (docs/decisions/0012). A violation is an error in the page's console. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A page of the documentation in a tab of its own, under the policy of a deployment. */
export async function openDocs(name: string, options: Parameters<typeof openTab>[0] = {}): Promise<Page> {
  const page = await openTab(options)
  await page.route(/\/docs\/[^/]*$/, async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'content-security-policy': POLICY }
    await route.fulfill({ response, headers })
  })
  await page.goto(`${root}docs/${name}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** How much wider the page is than the screen. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
