/**
 * CORS as the functions make it. The gateway's own setting answers only when `Origin` was sent, which a shared
 * cache would then keep for everybody, and it would cover `/admin` too.
 */

/** On every public answer: every page is allowed to read it: it holds nothing secret and depends on no cookie. */
export const PUBLIC_CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Link, Retry-After, X-Request-Id, Deprecation, Sunset',
}
