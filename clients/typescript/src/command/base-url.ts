import { usageFailure } from './failure.ts'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * A base URL as the client needs it: it ends in `/api/v1`, which is added to a host alone. A key that is sent over http
 * can be read on its way, so that is for this machine only. Throws a `Failure`.
 */
export function readBaseUrl(text: string): string {
  if (!URL.canParse(text))
    throw usageFailure(`${text}: this is not a URL such as https://api.example.com/api/v1`)
  const url = new URL(text)
  const isLocal = url.protocol === 'http:' && LOOPBACK.test(url.hostname)
  if (url.protocol !== 'https:' && !isLocal) throw usageFailure(`${text}: the URL must begin with https://`)
  if (url.username !== '' || url.search !== '' || url.hash !== '')
    throw usageFailure('the URL must not have a user name, a query or a fragment')
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${path === '' ? '/api/v1' : path}`
}
