import { temporarilyUnavailable } from './problems.ts'

/** The problem of work that cannot be done now, but perhaps after `retryAfterS` seconds. */
export const unavailable = (detail: string, retryAfterS = 1) =>
  temporarilyUnavailable({ detail, headers: { 'retry-after': String(retryAfterS) } })
