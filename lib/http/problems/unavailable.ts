import { temporarilyUnavailable } from './problems.ts'

/** The problem of what cannot be done now, and can perhaps in a second, or in so many. */
export const unavailable = (detail: string, retryAfterS = 1) =>
  temporarilyUnavailable({ detail, headers: { 'retry-after': String(retryAfterS) } })
