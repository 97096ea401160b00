import { hash } from 'node:crypto'
import { documentationUrl } from '../../../environment.ts'
import type { Problem } from '../problems/problem.ts'
import { COMPRESSED_FROM_BYTES, type Coding, chooseCoding, compressedText } from './content-coding.ts'

/** A response as the gateway takes it (payload format 2.0). Header names in lower case. */
export interface Answer {
  statusCode: number
  headers: Record<string, string>
  body?: string
  isBase64Encoded?: boolean
}

/** Lambda's limit of a response is 6 MB; some of it is for the headers and the JSON around the body. */
export const MOST_RESPONSE_BYTES = 5 * 1024 * 1024

/** The request headers that decide the form of a representation. */
export interface Preferences {
  'accept-encoding'?: string | undefined
  'if-none-match'?: string | undefined
}

/**
 * 30 s in a browser, 60 s in a shared cache, 30 s more while it is fetched again: a change is seen within 90 s
 * through any one cache. A response to a request with a key is private.
 */
const CACHE_CONTROL = {
  public: 'public, max-age=30, s-maxage=60, stale-while-revalidate=30',
  private: 'private, no-store',
}
/** The readers of a response: everybody, or the holder of a key. */
export type Audience = keyof typeof CACHE_CONTROL
const VARY = 'Accept-Encoding, Authorization, x-public-business-slug, x-public-business-uuid'

/**
 * A 200 with this JSON, or other text that `headers` give the type of, or the 304 that spares it; compressed if the
 * caller accepts that and it saves bytes.
 */
export function representation(
  text: string,
  preferences: Preferences,
  audience: Audience,
  headers: Record<string, string> = {},
  type = 'application/json; charset=utf-8',
): Answer {
  const bytes = Buffer.byteLength(text)
  const coding = bytes > COMPRESSED_FROM_BYTES ? chooseCoding(preferences['accept-encoding'], bytes) : null
  const etag = entityTag(text, coding)
  const shared = { etag, 'cache-control': CACHE_CONTROL[audience], vary: VARY, ...headers }
  if (matches(preferences['if-none-match'], etag)) return { statusCode: 304, headers: shared }
  const described = { 'content-type': type, ...shared }
  if (!coding) return { statusCode: 200, headers: described, body: text }
  return {
    statusCode: 200,
    headers: { ...described, 'content-encoding': coding },
    body: compressedText(text, coding, etag),
    isBase64Encoded: true,
  }
}

/** The same of a body that is as it is sent already, by its tag. */
export function cachedAnswer(
  etag: string,
  preferences: Preferences,
  audience: Audience,
  { headers, ...body }: Omit<Answer, 'statusCode'>,
): Answer {
  const shared = { etag, 'cache-control': CACHE_CONTROL[audience], vary: VARY }
  if (matches(preferences['if-none-match'], etag)) return { statusCode: 304, headers: shared }
  return { statusCode: 200, headers: { ...shared, ...headers }, ...body }
}

/** A strong tag names bytes, so each coding has its own (RFC 9110 §8.8.3.3). */
function entityTag(text: string, coding: Coding | null): string {
  const digest = hash('sha256', text, 'base64url').slice(0, 22)
  return coding ? `"${digest}-${coding}"` : `"${digest}"`
}

/** `*`, or entity tags with commas between and empty elements anywhere (RFC 9110 §5.6.1, §8.8.3, §13.1.2). */
const TAGS = /^(\*|([\s,]*(W\/)?"[^\s"]*"\s*(,|$))+[\s,]*)$/

/** True if If-None-Match is `*` or has the tag, compared weakly. A malformed one is ignored. */
const matches = (ifNoneMatch = '', etag: string): boolean =>
  TAGS.test(ifNoneMatch) && (ifNoneMatch === '*' || ifNoneMatch.includes(etag))

/** A problem as a response. No cache may keep it: the fault can have ended by the next request. */
export function problemAnswer(problem: Problem, requestId: string): Answer {
  return {
    statusCode: problem.kind[0],
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...problem.options.headers,
    },
    body: JSON.stringify(problemBody(problem, requestId)),
  }
}

/** A problem as JSON (RFC 9457 §3). */
export function problemBody({ code, kind: [status, title], options }: Problem, requestId: string): object {
  return {
    type: `${documentationUrl()}#${code}`,
    title,
    status,
    detail: options.detail ?? title,
    instance: `urn:uuid:${requestId}`,
    code,
    request_id: requestId,
    ...options.extensions,
    ...(options.errors && { errors: options.errors }),
  }
}
