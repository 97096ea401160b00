import type { Credentials } from '../access/identify.ts'
import { splitQuery } from './parameters/query-string.ts'

/** The parts of an event that can identify a request. Header names arrive in lower case (payload format 2.0). */
interface CallerEvent {
  headers?: Record<string, string | undefined> | null
  rawQueryString?: string
  requestContext?: { http: { sourceIp: string } }
}

/** Collects the credentials of a request as they were sent; an alias that cannot be decoded is `?`, which is never a name. */
export function readCredentials({ headers, rawQueryString, requestContext }: CallerEvent): Credentials {
  return {
    authorization: headers?.authorization,
    slug: headers?.['x-public-business-slug'],
    uuid: headers?.['x-public-business-uuid'],
    aliases: splitQuery(rawQueryString)
      .filter(({ name }) => name === 'business')
      .map(({ value }) => value ?? '?'),
    sourceIp: requestContext?.http.sourceIp,
  }
}
