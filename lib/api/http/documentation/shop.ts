import { hash } from 'node:crypto'
import { hasShopPage } from '../../../environment.ts'
import type { Answer, Preferences } from '../answer/answer.ts'
import { routeNotFound } from '../problems/problems.ts'
import { pageAnswer } from './documentation.ts'
import type { Pages } from './pages.ts'

/** The detail of a 404 where the setting `shopPage` is off. */
export const NO_SHOP_PAGES = 'This deployment has no shop pages.'

/** `acme` or `acme/p/green-tea`; a slash at the end is allowed here alone. */
const SHOP_PAGE = /^[a-z0-9-]{1,63}(\/p\/[^/]+)?\/?$/

/**
 * The page of any shop, at a path below `/shop/`: the same bytes for all of them, whether there is such a shop or not. Throws
 * `route_not_found` for a path of another form, and where the deployment has no such page.
 */
export function shopAnswer(pages: Pages, path: string | undefined, preferences: Preferences): Answer {
  const page = hasShopPage() ? pages('index') : undefined
  if (!page) throw routeNotFound({ detail: NO_SHOP_PAGES })
  if (!SHOP_PAGE.test(path ?? ''))
    throw routeNotFound({ detail: 'A shop is at shop/<slug>, and a product at shop/<slug>/p/<product>.' })
  return pageAnswer(page, preferences, {
    'content-security-policy': policyOf(page.content),
    'x-robots-tag': 'noindex',
  })
}

/** Allows the script and the style of this page by their hashes, and no others; pictures of merchants can be anywhere. */
function policyOf(html: string): string {
  const hashOf = (tag: string) => {
    const [, text = ''] = new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, 's').exec(html) ?? []
    return `'sha256-${hash('sha256', text, 'base64')}'`
  }
  return [
    `default-src 'none'; script-src ${hashOf('script')}; style-src ${hashOf('style')}`,
    "connect-src 'self'; img-src 'self' https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "require-trusted-types-for 'script'; trusted-types json",
  ].join('; ')
}
