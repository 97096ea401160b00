const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The wait behind each failed try of an event but the last, in milliseconds: ten tries in 50 hours. */
const WAITS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  11 * HOUR,
  11 * HOUR,
  11 * HOUR,
]

export const MOST_TRIES = WAITS_MS.length + 1

/** `Retry-After` is honoured up to the longest wait. */
export const LONGEST_WAIT_MS = Math.max(...WAITS_MS)

/** Jitter shortens a wait by up to a tenth, so that what failed together is not tried together again. */
const JITTER = 0.1

/**
 * When to try again, in milliseconds from now, after `failures` failed tries in a row; from the tenth on it is the longest wait.
 * `retryAfterS` is the wait that the endpoint requested, or null; `random` is from 0 to 1.
 */
export function waitAfter(failures: number, retryAfterS: number | null, random: number): number {
  const wait = WAITS_MS[Math.max(0, failures - 1)] ?? LONGEST_WAIT_MS
  const asked = Math.min((retryAfterS ?? 0) * SECOND, LONGEST_WAIT_MS)
  return Math.max(Math.round(wait * (1 - JITTER * random)), asked)
}
