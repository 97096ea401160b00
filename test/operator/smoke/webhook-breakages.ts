import type { Fault } from './breaking-proxy.ts'
import { type Breakage, failing, header, json, rewritten, without } from './faults.ts'

const SHOP_PAGES = [
  'a shop has a page, in which only its own script can run',
  'a slash at the end of its address leads to it, too',
]
/** The gateway sends these paths to the function for all that has no route. */
const unrouted = (where: RegExp): Fault => ({
  instead: ({ path }) =>
    where.test(path)
      ? json(404, { code: 'route_not_found', detail: 'This API does not have this path.' })
      : undefined,
})

const SECRET = `"secret":"whsec_${'A'.repeat(43)}="`

/** Faults of pages for people, the feed and webhooks, in requests and in responses. */
export const WEBHOOK_BREAKAGES: Record<string, Breakage> = {
  'no Content-Security-Policy': {
    fault: without('content-security-policy'),
    found: ['the first page is HTML with a Content-Security-Policy'],
  },
  'no route for pages of shops': {
    fault: unrouted(/^\/shop\//),
    found: SHOP_PAGES,
  },
  'the page of a shop lets any script run': {
    fault: header('content-security-policy', "default-src 'none'", (path) => path.startsWith('/shop/')),
    found: SHOP_PAGES,
  },
  'search engines keep the page of a shop': { fault: without('x-robots-tag'), found: SHOP_PAGES },
  'a slash at the end leads nowhere': {
    fault: unrouted(/^\/shop\/.*\/$/),
    found: SHOP_PAGES.slice(1),
  },
  'the documentation leads elsewhere': {
    fault: header('location', '/docs/index', (path) => path === '/docs'),
    found: ['/docs redirects to the first page'],
  },
  'the documentation is not HTML': {
    fault: header('content-type', 'text/plain', (path) => path.startsWith('/docs/')),
    found: [
      'the first page is HTML with a Content-Security-Policy',
      'the type of a problem leads to a page that has its code',
    ],
  },
  'the page of problems has no anchors': {
    fault: rewritten(/^\/docs\/problems$/, (text) => text.replaceAll(' id="', ' name="')),
    found: ['the type of a problem leads to a page that has its code'],
  },
  'problems lead to a page outside the base path': {
    fault: rewritten(/^\/products$/, (text) => text.replace(/"type":"[^#"]*/, '"type":"/errors')),
    found: ['the type of a problem leads to a page that has its code'],
  },
  'the feed has no position': {
    fault: rewritten(/^\/admin\/events/, (text) => text.replace('"next_after"', '"next"')),
    found: ['GET /admin/events returns a page of the feed, with the position after it'],
  },
  'the feed does not say how far it is complete': {
    fault: rewritten(/^\/admin\/events/, (text) => text.replace('"complete_until"', '"until"')),
    found: ['GET /admin/events returns a page of the feed, with the position after it'],
  },
  'secrets are never shown': {
    fault: rewritten(/^\/admin\/webhooks$/, (text) => text.replace(/"secret":"[^"]*"/, '"secret":null')),
    found: ['POST creates a disabled webhook and shows its secret'],
  },
  'secrets are always shown': {
    fault: rewritten(/^\/admin\/webhooks/, (text) => text.replace(/"url":/g, `${SECRET},"url":`)),
    found: ['the webhook is read by its id, without its secret'],
  },
  'webhooks are always enabled': {
    fault: rewritten(/^\/admin\/webhooks$/, (text) =>
      text.replace('"is_enabled":false', '"is_enabled":true'),
    ),
    found: ['POST creates a disabled webhook and shows its secret'],
  },
  'reading webhooks fails': {
    fault: failing('GET', /^\/admin\/webhooks/),
    found: ['the webhook is read by its id, without its secret', 'DELETE removes the webhook'],
  },
}
