import { NO_SHOP_PAGES } from '../../../api/http/documentation/shop.ts'
import type { Context, Group } from '../context.ts'
import { expectHeader, expectProblem, expectStatus, expectThat, textIn } from '../expect.ts'

/** Its function responds, whatever the slug: with the page, or with the setting `shopPage` off by saying that there is none. */
async function expectShopPage({ client }: Context, path: string): Promise<void> {
  const response = await client.send(path)
  if (response.status === 404) {
    const detail = textIn(expectProblem(response, 404, 'route_not_found'), 'detail')
    expectThat(detail === NO_SHOP_PAGES, `the page of a shop, or the detail "${NO_SHOP_PAGES}"`, detail)
    return
  }
  expectStatus(response, 200)
  expectHeader(response, 'Content-Type', /^text\/html\b/)
  expectHeader(response, 'Content-Security-Policy', /^default-src 'none'; script-src 'sha256-/)
  expectHeader(response, 'X-Robots-Tag', 'noindex')
}

export const shopPage: Group = {
  name: 'The page of a shop',
  checks: [
    {
      name: 'a shop has a page, in which only its own script can run',
      needs: [],
      run: (context) => expectShopPage(context, '/shop/smoke/p/smoke'),
    },
    {
      // AWS does not document if a greedy variable takes a slash at its end. People type it; no link on the page has one.
      name: 'a slash at the end of its address leads to it, too',
      needs: [],
      run: (context) => expectShopPage(context, '/shop/smoke/'),
    },
  ],
}
