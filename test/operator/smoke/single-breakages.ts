import { brotliCompressSync, gzipSync } from 'node:zlib'
import { drop, type Fault, replace } from './breaking-proxy.ts'
import { type Breakage, edited, header, ofStatus, rewritten, sentPath, together, without } from './faults.ts'

/** Another status of the same class for those that are expected; a check must look at more than the class. */
const OTHER_STATUS: Record<number, number> = { 200: 203, 204: 200, 302: 303 }

const ofMethod = (method: string, fault: Fault): Fault => ({
  response: (reply, sent) => void (sent.method === method && fault.response?.(reply, sent)),
})
const changedHeader = (name: string, change: (value: string) => string): Fault => ({
  response: ({ headers }) => replace(headers, name, (value) => [name, change(value)]),
})
let responses = 0
const compressedAgain: Record<string, Buffer> = { gzip: gzipSync('{}'), br: brotliCompressSync('{}') }

const READ_PRODUCT = /^GET \/admin\/products\/(by-external-id\/)?[\w-]+$/

const NOT_MODIFIED = ['If-None-Match with the current ETag is 304']
const HEADS = ['HEAD /openapi.json equals GET without a body']
const CODINGS = ['a client that accepts gzip receives gzip', 'a client that accepts brotli receives brotli']
const PREFLIGHTS = ['a page can read a public list after a preflight']
const SOLD = 'an adjustment changes the quantity, once for each Idempotency-Key'
const TWO_VARIANTS = 'PUT gives the product two variants, from which its price follows'
const CHANGED = 'PATCH with the current If-Match is 200 with a new ETag'
const READ_AGAIN = 'the product is read by its id and by its external id'
const NO_AUTHORIZATION = 'a preflight never allows Authorization'
const CURSOR = 'a cursor leads to the next product'
const FEED = 'GET /admin/events returns a page of the feed, with the position after it'
const ITSELF = 'the key reads itself, with its scopes and without its token'
const CHALLENGE = 'WWW-Authenticate arrives under its name, without and with a refused key'

/** Faults that a check finds by one of its assertions alone. */
export const SINGLE_BREAKAGES: Record<string, Breakage> = {
  'a success has another status': {
    fault: {
      response(reply) {
        reply.status = OTHER_STATUS[reply.status] ?? reply.status
      },
    },
    found: [
      'GET /health returns ok and is not cached',
      '/docs redirects to the first page',
      'the first page is HTML with a Content-Security-Policy',
      'the type of a problem leads to a page that has its code',
      'the slug identifies the business',
      'an API key identifies its business, and its response is private',
      ...PREFLIGHTS,
      'openapi.json can be cached for 30 s, in shared caches for 60 s',
      ...CODINGS,
      'a list has the envelope data, count, has_more, next_cursor',
      'every sort order is accepted',
      CURSOR,
      'a product is found by its id and by its slug',
      'a product has its variants at a path of their own, and with expand=variants',
      ITSELF,
      'responses of /admin are private, never cached and never compressed',
      FEED,
      READ_AGAIN,
      TWO_VARIANTS,
      SOLD,
      CHANGED,
      'DELETE removes the product',
      'the webhook is read by its id, without its secret',
      'DELETE removes the webhook',
    ],
  },
  'a problem has another status than its body': {
    fault: {
      response(reply) {
        if (reply.status >= 400) reply.status = 418
      },
    },
    found: [
      'the type of a problem leads to a page that has its code',
      'a preflight of /admin is refused, without CORS headers',
      'no page can read a problem of /admin',
      'PATCH with a stale If-Match is 412 and changes nothing',
      'a webhook to an address that is not public is refused',
    ],
  },
  'what has no body has one': {
    fault: {
      response(reply, { method }) {
        if (method === 'HEAD' || reply.status === 204 || reply.status === 304) reply.body = Buffer.from('{}')
      },
    },
    found: [...NOT_MODIFIED, ...HEADS, ...PREFLIGHTS],
  },
  'a 304 is a 200 without a body': {
    fault: ofStatus(304, (reply) => {
      reply.status = 200
    }),
    found: NOT_MODIFIED,
  },
  'a 304 has another ETag': {
    fault: ofStatus(304, ({ headers }) => replace(headers, 'etag', () => ['etag', '"other"'])),
    found: NOT_MODIFIED,
  },
  'a 304 cannot be cached': {
    fault: ofStatus(304, ({ headers }) => drop(headers, 'cache-control')),
    found: NOT_MODIFIED,
  },
  'no page can read a 304': {
    fault: ofStatus(304, ({ headers }) => drop(headers, 'access-control-allow-origin')),
    found: NOT_MODIFIED,
  },
  'HEAD has another status': {
    fault: ofMethod('HEAD', {
      response(reply) {
        reply.status = 206
      },
    }),
    found: HEADS,
  },
  'HEAD has fewer headers': { fault: ofMethod('HEAD', without('cache-control')), found: HEADS },
  'JSON is said to be text': {
    fault: header('content-type', 'text/plain'),
    found: HEADS,
  },
  'the coding of a body is not said': { fault: without('content-encoding'), found: CODINGS },
  'a compressed body has the ETag of its text': {
    fault: changedHeader('etag', (etag) => etag.replace(/-\w+"$/, '"')),
    found: CODINGS,
  },
  'what is compressed is another text': {
    fault: {
      response(reply) {
        const coding = reply.headers.find(([name]) => name === 'content-encoding')?.[1] ?? ''
        reply.body = compressedAgain[coding] ?? reply.body
        drop(reply.headers, 'content-length')
      },
    },
    found: CODINGS,
  },
  'health is not ok': {
    fault: edited(/^GET \/health$/, { status: 'ill' }),
    found: ['GET /health returns ok and is not cached'],
  },
  'a preflight allows no HEAD': {
    fault: header('access-control-allow-methods', 'GET, OPTIONS'),
    found: PREFLIGHTS,
  },
  'a preflight does not allow the header of the UUID': {
    fault: header('access-control-allow-headers', 'x-public-business-slug, if-none-match'),
    found: PREFLIGHTS,
  },
  'a preflight can be kept for a minute only': {
    fault: header('access-control-max-age', '60'),
    found: PREFLIGHTS,
  },
  'a preflight allows Authorization': {
    fault: changedHeader('access-control-allow-headers', (names) => `${names}, authorization`),
    found: [NO_AUTHORIZATION],
  },
  'a preflight allows credentials': {
    fault: header('access-control-allow-credentials', 'true'),
    found: [NO_AUTHORIZATION],
  },
  'a preflight names one origin': {
    fault: header('access-control-allow-origin', 'https://shop.example'),
    found: [...PREFLIGHTS, NO_AUTHORIZATION],
  },
  'a page sees few headers': {
    fault: without('access-control-expose-headers'),
    found: ['a page can read public problems, with and without Origin'],
  },
  'every challenge speaks of an invalid token': {
    fault: changedHeader('www-authenticate', () => 'Bearer error="invalid_token"'),
    found: [CHALLENGE],
  },
  'no challenge speaks of an invalid token': {
    fault: changedHeader('www-authenticate', () => 'Bearer'),
    found: [CHALLENGE],
  },
  'Date has the form of a log': { fault: header('date', '2026-11-20T09:00:00Z'), found: ['Date is a time'] },
  'no RateLimit-Policy': {
    fault: without('ratelimit-policy'),
    found: ['RateLimit and RateLimit-Policy arrive under their names'],
  },
  'request ids are numbers': {
    fault: changedHeader('x-request-id', () => `${responses++}`),
    found: ['every response has its own X-Request-Id', 'X-Request-Id is never the one that the client sent'],
  },
  'another business responds': {
    fault: edited(/^GET (\/admin)?\/business/, { id: 'another', slug: 'another' }),
    found: [
      'the slug identifies the business',
      'an API key identifies its business, and its response is private',
    ],
  },
  'a key has no scopes': { fault: edited(/\/api-keys\/current$/, { scopes: [] }), found: [ITSELF] },
  'a key shows its token': {
    fault: {
      response(reply, { path, headers }) {
        if (path !== '/admin/api-keys/current') return
        const [, authorization] = headers.find(([name]) => name === 'authorization') ?? []
        edited(/./, { authorization }).response?.(reply, { method: 'GET', path, headers })
      },
    },
    found: [ITSELF],
  },
  'problems name nothing': {
    fault: {
      response(reply, sent) {
        if (reply.status >= 400) edited(/./, { errors: [] }).response?.(reply, sent)
      },
    },
    found: ['a webhook to an address that is not public is refused'],
  },
  'has_more is a number': {
    fault: rewritten(/^\/(products|categories)/, (text) => text.replace('"has_more":false', '"has_more":0')),
    found: ['a list has the envelope data, count, has_more, next_cursor'],
  },
  'every list has another page': {
    fault: rewritten(/^\/(products|categories)/, (text) =>
      text.replace('"next_cursor":null', '"next_cursor":""'),
    ),
    found: ['a list has the envelope data, count, has_more, next_cursor'],
  },
  'cursors are dropped': {
    fault: sentPath((path) => path.replace(/([?&])cursor=[^&]+&?/, '$1')),
    found: [CURSOR, 'the Link header leads to the next product'],
  },
  'Link leads back': {
    fault: changedHeader('link', (link) => link.replace('next', 'prev')),
    found: ['the Link header leads to the next product'],
  },
  'another product is found': {
    fault: edited(/^GET \/products\/[^/]+$/, { id: 'another' }),
    found: ['a product is found by its id and by its slug'],
  },
  'expanded variants are none': {
    fault: together(edited(/expand=variants/, { variants: [] }), edited(/\/variants$/, { variants: [] })),
    found: ['a product has its variants at a path of their own, and with expand=variants'],
  },
  'expanded variants are others': {
    fault: edited(/expand=variants/, { variants: [{ id: 'another' }] }),
    found: ['a product has its variants at a path of their own, and with expand=variants'],
  },
  'the feed has something else than events': {
    fault: edited(/\/events\?limit=5/, { data: [{ id: 'one' }], count: 1 }),
    found: [FEED],
  },
  'the feed does not say if there is more': {
    fault: edited(/\/events\?limit=5/, { has_more: null }),
    found: [FEED],
  },
  'nothing is said to be a replay': {
    fault: without('idempotency-replayed'),
    found: [SOLD],
  },
  'objects are read as others': {
    fault: together(
      edited(READ_PRODUCT, { id: 'another' }),
      edited(/^PUT .*\/variants$/, { variants: [{ sku: 'A' }, { sku: 'B' }] }),
      edited(/^POST .*\/adjust$/, { data: [{ quantity: 9 }], count: 1 }),
      edited(/^PATCH \/admin\/products\/[\w-]+$/, { name: 'another' }),
      edited(/^GET \/admin\/webhooks\/[\w-]+$/, { url: 'https://another.example' }),
    ),
    found: [READ_AGAIN, TWO_VARIANTS, SOLD, CHANGED, 'the webhook is read by its id, without its secret'],
  },
  'products have other numbers and ETags': {
    fault: together(
      edited(READ_PRODUCT, { variant_count: 9 }),
      {
        response({ headers }, { method, path }) {
          if (READ_PRODUCT.test(`${method} ${path}`)) replace(headers, 'etag', () => ['etag', '"1.9"'])
        },
      },
      ofMethod(
        'PATCH',
        changedHeader('etag', () => '"1"'),
      ),
    ),
    found: [READ_AGAIN, 'PATCH with a stale If-Match is 412 and changes nothing', TWO_VARIANTS, CHANGED],
  },
  'a change has the ETag that it had before': {
    fault: {
      response({ headers }, { method, headers: sent }) {
        const [, etag = ''] = sent.find(([name]) => name === 'if-match') ?? []
        if (method === 'PATCH') replace(headers, 'etag', () => ['etag', etag])
      },
    },
    found: [CHANGED],
  },
}
