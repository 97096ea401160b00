import { gzipSync } from 'node:zlib'
import { drop, gatewayReply } from './breaking-proxy.ts'
import { type Breakage, failing, header, isAdmin, json, renamed, without } from './faults.ts'

/** Faults in the responses that come back. */
export const RESPONSE_BREAKAGES: Record<string, Breakage> = {
  'no ETag': {
    fault: without('etag'),
    found: ['ETag and Vary arrive under their names', 'POST creates a category'],
  },
  'no Vary': {
    fault: without('vary'),
    found: [
      'Vary keeps the responses of businesses and keys apart',
      'ETag and Vary arrive under their names',
    ],
  },
  'Vary of Accept-Encoding alone': {
    fault: header('vary', 'Accept-Encoding'),
    found: ['Vary keeps the responses of businesses and keys apart'],
  },
  'WWW-Authenticate is renamed': {
    fault: renamed('www-authenticate'),
    found: [
      'WWW-Authenticate arrives under its name, without and with a refused key',
      'no header of any response was renamed',
    ],
  },
  'Date is renamed': {
    fault: renamed('date'),
    found: ['no header of any response was renamed'],
  },
  'Date is no time': { fault: header('date', 'some day GMT'), found: ['Date is a time'] },
  'no Allow': {
    fault: without('allow'),
    found: ['Allow arrives under its name'],
  },
  'no RateLimit': {
    fault: without('ratelimit'),
    found: ['RateLimit and RateLimit-Policy arrive under their names'],
  },
  'no Link': { fault: without('link'), found: ['the Link header leads to the next product'] },
  'no Location': { fault: without('location'), found: ['POST creates a category'] },
  'everything is cached': {
    fault: header('cache-control', 'public, max-age=3600'),
    found: [
      'GET /health returns ok and is not cached',
      'openapi.json can be cached for 30 s, in shared caches for 60 s',
      'an API key identifies its business, and its response is private',
      'responses of /admin are private, never cached and never compressed',
    ],
  },
  'another request id than in the problem': {
    fault: header('x-request-id', '00000000-0000-4000-8000-000000000000'),
    found: ['every response has its own X-Request-Id', 'X-Request-Id is never the one that the client sent'],
  },
  'CORS of nothing': {
    fault: without('access-control-allow-origin'),
    found: [
      'a page can read a public list after a preflight',
      'a page can read public problems, with and without Origin',
    ],
  },
  'CORS of everything': {
    fault: header('access-control-allow-origin', '*', isAdmin),
    found: ['a preflight of /admin is refused, without CORS headers', 'no page can read a problem of /admin'],
  },
  'the gateway responds to preflights': {
    fault: {
      instead: ({ method }) =>
        method === 'OPTIONS'
          ? {
              status: 204,
              headers: [['access-control-allow-headers', 'authorization']],
              body: Buffer.alloc(0),
            }
          : undefined,
    },
    found: [
      'a page can read a public list after a preflight',
      'a preflight never allows Authorization',
      'a preflight of /admin is refused, without CORS headers',
    ],
  },
  'the gateway responds to unknown paths': {
    fault: {
      response: (reply) =>
        void (reply.status === 404 && Object.assign(reply, gatewayReply(404, 'Not Found'))),
    },
    found: ['an unknown path is 404', 'a trailing slash is 404', '%2F in a path variable stays part of it'],
  },
  'compressed bytes are damaged': {
    fault: {
      response(reply) {
        if (reply.headers.some(([name]) => name === 'content-encoding')) reply.body = reply.body.subarray(9)
        drop(reply.headers, 'content-length')
      },
    },
    found: ['a client that accepts gzip receives gzip', 'a client that accepts brotli receives brotli'],
  },
  'everything is compressed': {
    fault: {
      response(reply) {
        if (reply.headers.some(([name]) => name === 'content-encoding')) return
        reply.body = gzipSync(reply.body)
        reply.headers.push(['content-encoding', 'gzip'])
        drop(reply.headers, 'content-length')
      },
    },
    found: ['responses of /admin are private, never cached and never compressed'],
  },
  'another version': {
    fault: {
      instead: ({ path }) =>
        path === '/openapi.json' ? json(200, { openapi: '3.0.0', info: { version: '9' } }) : undefined,
    },
    found: ['openapi.json has the version of this checkout'],
  },
  'deletions are promised and not carried out': {
    fault: {
      instead: ({ method }) => (method === 'DELETE' ? { ...json(204, 0), body: Buffer.alloc(0) } : undefined),
    },
    found: ['DELETE removes the product', 'DELETE removes the category', 'DELETE removes the webhook'],
  },
  'creating products fails': {
    fault: failing('POST', /^\/admin\/products$/),
    found: ['POST creates a draft product'],
  },
  'reading products fails': {
    fault: failing('GET', /^\/admin\/products/),
    found: ['the product is read by its id and by its external id'],
  },
  'changes fail': {
    fault: failing('PATCH', /./),
    found: ['PATCH with the current If-Match is 200 with a new ETag'],
  },
  'all writes fail': {
    fault: {
      instead: ({ method }) =>
        ['POST', 'PATCH', 'DELETE'].includes(method) ? gatewayReply(500, 'Internal Server Error') : undefined,
    },
    found: [
      'POST creates a category',
      'a webhook to an address that is not public is refused',
      'POST creates a disabled webhook and shows its secret',
    ],
  },
}
