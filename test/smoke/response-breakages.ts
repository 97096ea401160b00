import { gzipSync } from 'node:zlib'
import { drop, gatewayReply, replace } from './breaking-proxy.ts'
import { type Breakage, failing, header, isAdmin, json, renamed, without } from './faults.ts'

/** Faults in the responses that come back. */
export const RESPONSE_BREAKAGES: Record<string, Breakage> = {
  'no ETag': {
    fault: without('etag'),
    found: [
      'openapi.json has an ETag that stays the same',
      'ETag and Vary arrive under their names',
      'POST creates a category',
    ],
  },
  'no Vary': {
    fault: without('vary'),
    found: [
      'Vary keeps the responses of businesses and keys apart',
      'ETag and Vary arrive under their names',
      'the products of the business can be cached, apart from those of others',
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
    found: [
      'Allow arrives under its name',
      'another method on a public path is 405 with Allow',
      'another method on an administrative path is 405 with Allow',
    ],
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
      'a problem is never cached',
      'an API key identifies its business, and its response is private',
      'responses of /admin are private, never cached and never compressed',
    ],
  },
  'everything sets a cookie': {
    fault: header('set-cookie', 'a=b'),
    found: ['the products of the business can be cached, apart from those of others'],
  },
  'problems are application/json': {
    fault: {
      response: ({ headers }) =>
        replace(headers, 'content-type', (type) => ['content-type', type.replace('problem+', '')]),
    },
    found: ['a problem has the content type application/problem+json'],
  },
  'another request id than in the problem': {
    fault: header('x-request-id', '00000000-0000-4000-8000-000000000000'),
    found: [
      'a problem has the request id of its response',
      'every response has its own X-Request-Id',
      'X-Request-Id is never the one that the client sent',
    ],
  },
  'problems without a type': {
    fault: {
      response(reply) {
        const text = reply.body.toString().replace(/"type":"[^"]*"/, '"type":"about:blank"')
        if (reply.status === 401) reply.body = Buffer.from(text)
        if (reply.status === 401) drop(reply.headers, 'content-length')
      },
    },
    found: ['the type of a problem is a URL that ends in its code'],
  },
  'CORS of nothing': {
    fault: without('access-control-allow-origin'),
    found: [
      'a page can read a public list after a preflight',
      'a page can read a single product after a preflight',
      'a page can read public problems, with and without Origin',
      'a page can read the products of the business, without Origin too',
    ],
  },
  'CORS of everything': {
    fault: header('access-control-allow-origin', '*', isAdmin),
    found: [
      'a preflight of /admin is refused, without CORS headers',
      'no page can read a problem of /admin',
      'no page can read a successful response of /admin',
    ],
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
      'OPTIONS of an unknown path is 404',
    ],
  },
  'the gateway responds to unknown paths': {
    fault: {
      response: (reply) =>
        void (reply.status === 404 && Object.assign(reply, gatewayReply(404, 'Not Found'))),
    },
    found: [
      'an unknown path is 404',
      'a trailing slash is 404',
      'an id that no object has is 404',
      '%2F in a path variable stays part of it',
    ],
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
    found: [
      'a short response is not compressed',
      'a client that accepts neither receives plain JSON',
      'responses of /admin are private, never cached and never compressed',
    ],
  },
  'another version': {
    fault: {
      instead: ({ path }) =>
        path === '/openapi.json' ? json(200, { openapi: '3.0.0', info: { version: '9' } }) : undefined,
    },
    found: [
      'openapi.json is an OpenAPI 3.1 description of these paths',
      'openapi.json has the version of this checkout',
    ],
  },
  'a draft is public': {
    fault: {
      response(reply, { path }) {
        if (/^\/products\/[0-9a-f-]{36}$/.test(path)) reply.status = 200
      },
    },
    found: ['the draft is not public'],
  },
  'public products show their cost': {
    fault: {
      response(reply, { path }) {
        if (path !== '/products') return
        reply.body = Buffer.from(reply.body.toString().replaceAll('"price":', '"cost":1,"price":'))
        drop(reply.headers, 'content-length')
      },
    },
    found: ['no public product has a field of the admin view'],
  },
  'deletions are promised and not carried out': {
    fault: {
      instead: ({ method }) => (method === 'DELETE' ? { ...json(204, 0), body: Buffer.alloc(0) } : undefined),
    },
    found: [
      'DELETE removes the product',
      'DELETE removes the category',
      'DELETE removes the webhook',
      'a category that has a product cannot be deleted',
    ],
  },
  'creating products fails': {
    fault: failing('POST', /^\/admin\/products$/),
    found: ['POST creates a draft product'],
  },
  'reading products fails': {
    fault: failing('GET', /^\/admin\/products/),
    found: [
      'the product is read by its id and by its external id',
      'a list finds the product by its external id',
    ],
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
      'a body that is too large is 413',
      'a body of another media type is 415, with Accept-Patch for a PATCH',
      'a body that is not JSON is 400',
      'a body with wrong fields is 422 with a pointer for each',
      'POST creates a category',
      'a webhook to an address that is not public is refused',
      'POST creates a disabled webhook and shows its secret',
    ],
  },
}
