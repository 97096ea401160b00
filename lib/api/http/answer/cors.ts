/**
 * CORS as the functions make it. The gateway's own setting adds headers only when `Origin` was sent; a shared
 * cache would then keep either form for everybody, and it would cover `/admin` too.
 */

/** On every public response. Every page may read it: it holds nothing secret and depends on no cookie. */
export const PUBLIC_CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Link, Retry-After, X-Request-Id, Deprecation, Sunset',
}
