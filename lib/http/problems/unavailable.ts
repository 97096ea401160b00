import { temporarilyUnavailable } from './problems.ts'

/** The problem of what cannot be done now, and can perhaps in a second. */
export const unavailable = (detail: string) =>
  temporarilyUnavailable({ detail, headers: { 'retry-after': '1' } })
