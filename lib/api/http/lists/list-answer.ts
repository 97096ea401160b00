import { splitQuery } from '../parameters/query-string.ts'
import type { PublicResult } from '../public-endpoint.ts'
import { type ListIdentity, makeCursor } from './cursor.ts'

/** The request for a list, as far as its `Link` repeats it. */
export interface ListRequest {
  rawQueryString: string
  parameters: Record<string, unknown>
}

/**
 * The list envelope around items that are JSON already: joined from strings, nothing is parsed and nothing
 * serialized twice. `position` is where the next page begins; null after the last one. `Link` (RFC 8288) leads to the next page: relative, the same query with another cursor.
 */
export function listAnswer(
  request: ListRequest,
  items: readonly string[],
  position: string | null,
  identity: ListIdentity,
): PublicResult {
  const nextCursor = position === null ? null : makeCursor(position, identity)
  const json = `{"data":[${items.join(',')}],"count":${items.length},"has_more":${nextCursor !== null},"next_cursor":${JSON.stringify(nextCursor)}}`
  return nextCursor === null ? { json } : { json, headers: { link: nextLink(request, nextCursor) } }
}

/**
 * `Link` (RFC 8288) to the page at a cursor. Only parameters that were read are repeated, not what advertising hung on to
 * the link.
 */
export function nextLink({ rawQueryString, parameters }: ListRequest, cursor: string): string {
  const kept = splitQuery(rawQueryString).filter(
    ({ name }) => name !== null && name !== 'cursor' && Object.hasOwn(parameters, name),
  )
  const pairs = [...kept, { name: 'cursor', value: cursor }]
  const query = pairs.map(({ name, value }) => `${name}=${encodeURIComponent(value ?? '')}`).join('&')
  return `<?${query}>; rel="next"`
}
