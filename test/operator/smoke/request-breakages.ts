import { gatewayReply } from './breaking-proxy.ts'
import { type Breakage, sentPath, withoutSent } from './faults.ts'

/** Faults in the way that requests arrive. */
export const REQUEST_BREAKAGES: Record<string, Breakage> = {
  'the gateway demands identity sources': {
    fault: {
      instead: ({ path, headers }) =>
        headers.some(([name]) => name === 'authorization') || /^\/(health|openapi)/.test(path)
          ? undefined
          : gatewayReply(401, 'Unauthorized'),
    },
    found: [
      'a request with only a slug reaches the endpoint',
      'a request with only a UUID reaches the endpoint',
      'a request with only ?business= reaches the endpoint',
      'the slug identifies the business',
    ],
  },
  'the header of the UUID is dropped': {
    fault: withoutSent('x-public-business-uuid'),
    found: ['a request with only a UUID reaches the endpoint'],
  },
  'the query is dropped': {
    fault: sentPath((path) => path.replace(/\?.*/, '')),
    found: [
      'a request with only ?business= reaches the endpoint',
      '?business= that is sent twice is refused',
    ],
  },
  'Authorization is dropped': {
    fault: withoutSent('authorization'),
    found: [
      'an unknown API key is refused on a public path',
      'the key reads itself, with its scopes and without its token',
    ],
  },
  'empty headers are dropped': {
    fault: { request: ({ headers }) => headers.splice(0, headers.length, ...headers.filter(([, v]) => v)) },
    found: ['an empty slug is refused'],
  },
  'only the first line of a header is kept': {
    fault: {
      request({ headers }) {
        const first = new Map(headers.toReversed())
        headers.splice(0, headers.length, ...first)
      },
    },
    found: ['a slug that is sent twice is refused'],
  },
  'the path is decoded': {
    fault: sentPath((path) => path.replace(/%2F/gi, '/')),
    found: ['%2F in a path variable stays part of it', '%2F between segments does not lead to a route'],
  },
  'a doubled slash becomes one': {
    fault: sentPath((path) => path.replace(/\/\/+/g, '/')),
    found: ['a doubled slash is 404'],
  },
  'a trailing slash is ignored': {
    fault: sentPath((path) => path.replace(/\/$/, '')),
    found: ['a trailing slash is 404'],
  },
  'the path is changed to lower case': {
    fault: sentPath((path) => path.toLowerCase()),
    found: ['a path in capitals is 404'],
  },
  'HEAD arrives as OPTIONS': {
    fault: {
      request: (sent) => {
        if (sent.method === 'HEAD') sent.method = 'OPTIONS'
      },
    },
    found: ['HEAD /openapi.json equals GET without a body'],
  },
  'If-None-Match is dropped': {
    fault: withoutSent('if-none-match'),
    found: ['If-None-Match with the current ETag is 304'],
  },
  'If-Match is dropped': {
    fault: withoutSent('if-match'),
    found: ['PATCH with a stale If-Match is 412 and changes nothing'],
  },
  'Accept-Encoding is dropped': {
    fault: withoutSent('accept-encoding'),
    found: ['a client that accepts gzip receives gzip', 'a client that accepts brotli receives brotli'],
  },
}
