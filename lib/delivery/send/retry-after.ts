/** The three forms of a date (RFC 9110, 5.6.7); `Date.parse` alone takes almost any text for one. */
const DATE = new RegExp(
  [
    '[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} TIME GMT',
    '[A-Z][a-z]{5,8}, [0-9]{2}-[A-Z][a-z]{2}-[0-9]{2} TIME GMT',
    '[A-Z][a-z]{2} [A-Z][a-z]{2} [0-9 ][0-9] TIME [0-9]{4}',
  ]
    .map((form) => `^${form.replace('TIME', '[0-9]{2}:[0-9]{2}:[0-9]{2}')}$`)
    .join('|'),
)

/**
 * The seconds that a `Retry-After` header asks to wait from a time on (RFC 9110, 10.2.3), 0 if they are over; null if
 * it is neither a number of seconds nor a date. There is no limit: the caller has one.
 */
export function retryAfter(header: string, nowMs: number): number | null {
  if (/^[0-9]+$/.test(header)) return Math.min(Number(header), Number.MAX_SAFE_INTEGER)
  if (!DATE.test(header)) return null
  // The oldest form has no zone and means UTC.
  const time = Date.parse(header.endsWith('GMT') ? header : `${header} GMT`)
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - nowMs) / 1000))
}
