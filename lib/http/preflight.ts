import { PUBLIC_CORS } from './answer/cors.ts'

/** The answer to a preflight. Never `Authorization`: a secret key has no place in a page. */
export const PREFLIGHT = {
  ...PUBLIC_CORS,
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'x-public-business-slug, x-public-business-uuid, if-none-match',
  'access-control-max-age': '7200',
}
