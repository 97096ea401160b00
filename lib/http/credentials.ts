import type { Credentials } from '../access/identify.ts'
import { splitQuery } from './query-string.ts'

/** What of a request can say who is calling. Header names arrive in lower case (payload format 2.0). */
interface CallerEvent {
  headers?: Record<string, string | undefined> | null
  rawQueryString?: string
}

/** Collects the credentials of a request as they were sent. Any value of the alias that cannot be decoded is kept as `?`, which no business is called. */
export function readCredentials({ headers, rawQueryString }: CallerEvent): Credentials {
  const aliases = splitQuery(rawQueryString).filter(({ name }) => name === 'business')
  return {
    authorization: headers?.authorization,
    slug: headers?.['x-public-business-slug'],
    uuid: headers?.['x-public-business-uuid'],
    alias: aliases.length ? aliases.map(({ value }) => value ?? '?').join(',') : undefined,
  }
}
