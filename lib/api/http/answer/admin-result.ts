import { BASE_PATH } from '../../route.ts'
import { versionTag } from '../conditional/etag.ts'
import type { Answer } from './answer.ts'

/** The result of an administrative handler: a body (none: 204), and a status if it is not 200. */
export interface AdminResult {
  status?: number
  body?: object
  /** A body that is JSON already. */
  json?: string
  /** A body that is not JSON; `headers` have its media type. */
  text?: string
  headers?: Record<string, string>
  /** True if the ETag names all of the body: then a reader who has it gets a 304. */
  isTagged?: true
}

/** An object as a result, with the tag that names its version. */
export const objectResult = (
  object: { created_at: string; version: number },
  { status = 200, location }: { status?: number; location?: string } = {},
): AdminResult => ({
  status,
  body: object,
  headers: {
    etag: versionTag(object),
    ...(location !== undefined && { location: BASE_PATH + location }),
  },
})

/** The response to a read of an object: the tag names all of the body. */
export const readResult = (object: { created_at: string; version: number }): AdminResult => ({
  ...objectResult(object),
  isTagged: true,
})

/** The response to a request that is carried out later: a delivery that is still to be made, or how many. */
export const acceptedResult = (asked: object): AdminResult => ({ status: 202, body: asked })

/** True if one of these tags is the ETag of the result; compared weakly (RFC 9110 §13.1.2). */
export function isKnown(
  { isTagged, headers }: AdminResult,
  tags: readonly string[] | '*' | undefined,
): boolean {
  if (!isTagged || tags === undefined) return false
  return tags === '*' || tags.some((tag) => tag.replace(/^W\//, '') === headers?.etag)
}

/** The response to a reader who has the object already. */
export const notModified = ({ headers = {} }: AdminResult): Answer => ({
  statusCode: 304,
  headers: { ...HEADERS, ...headers },
})

/** No cache stores administrative responses: they are private, and soon out of date. */
const HEADERS = { 'cache-control': 'private, no-store' }

/** A result as the gateway takes it. */
export function answerOf({ status = 200, body, json, text, headers = {} }: AdminResult): Answer {
  const sent = text ?? json ?? (body && JSON.stringify(body))
  if (sent === undefined) return { statusCode: 204, headers: { ...HEADERS, ...headers } }
  return {
    statusCode: status,
    headers: { ...HEADERS, 'content-type': 'application/json; charset=utf-8', ...headers },
    body: sent,
  }
}
