import { AUTHORIZER, ROUTES, UNMATCHED } from '../../lib/api/routes.ts'

const KB = 1024

/**
 * The most bytes of a function's file, minified. The one of `imports/run` reads all kinds of files, and `openapi/get`, which
 * carries the description, has no limit.
 */
export function mostBytes(name: string): number {
  if (name === 'imports/run') return 1024 * KB
  if (name === 'products/search') return 64 * KB
  // It has the descriptions of all tools, and valibot for their arguments and for what they read.
  if (name === 'mcp') return 80 * KB
  if (name === 'openapi/get') return Number.POSITIVE_INFINITY
  return isWaitedFor(name) ? 48 * KB : 700 * KB
}

/**
 * The functions that shoppers wait for: a new instance reads all of its file before its first response. An agent waits longer
 * for its model than for a tool.
 */
export const WAITED_FOR: readonly string[] = [
  AUTHORIZER,
  UNMATCHED,
  ...ROUTES.filter(({ path }) => !path.startsWith('/admin') && path !== '/mcp'),
].map((of) => of.function)

const isWaitedFor = (name: string) => WAITED_FOR.includes(name)

/** The most bytes of the compressed body of a list of 20 products, with any coding. */
export const PAGE_BUDGET = {
  bytes: 3_400,
  for: '20 products with 170 bytes each. A server sends 14,600 bytes before the first acknowledgement arrives (RFC 6928), so such a page, with its headers, needs one round trip on any connection',
}
