import * as v from 'valibot'
import { isJsonObject, type JsonObject } from './json-object.ts'

/**
 * C0 controls other than tab and newline; a page or a log that shows them can be made to lie. Said as what is left of
 * all controls (Cc) without those two, DEL and C1.
 */
const CONTROL = /[^\P{Cc}\t\n\u007f-\u009f]/u

const UNSAFE_KEYS = ['__proto__', 'constructor', 'prototype']

/** Text that may be stored at all: no lone surrogates, no control characters but tab and newline. */
export const isPlainText = (text: string) => text.isWellFormed() && !CONTROL.test(text)

/** Length in Unicode code points, which is how every limit of the API counts. */
const codePoints = (text: string) => [...text].length

/**
 * Plain text of `min` to `max` code points: no lone surrogates, no control characters but tab and newline.
 * It is stored as sent; whoever shows it escapes it.
 */
export const text = (min: number, max: number) =>
  v.pipe(
    v.string('must be a string'),
    v.check(isPlainText, 'must not contain control characters or broken Unicode'),
    v.check((s) => codePoints(s) >= min && codePoints(s) <= max, `must have ${min} to ${max} characters`),
    v.metadata({ ...(min > 0 && { minLength: min }), maxLength: max }),
  )

/** As `text`, but trimmed first, so that a blank value counts as empty. */
export const trimmedText = (min: number, max: number) =>
  v.pipe(
    v.string('must be a string'),
    v.transform((s) => s.trim()),
    text(min, max),
    v.metadata({ ...(min > 0 && { pattern: '\\S' }) }),
  )

/** Without a flag for its case, so that JSON Schema can say the same. */
const HTTPS = /^[hH][tT][tT][pP][sS]:\/\/[^\s@/?#]+([/?#]\S*)?$/

/** An absolute https URL of at most 2,048 characters, without white space and without credentials in it. */
export const httpsUrl = v.pipe(
  text(1, 2048),
  v.check((s) => HTTPS.test(s) && URL.canParse(s), 'must be an https URL'),
  v.metadata({ pattern: HTTPS.source }),
)

/** An RFC 3339 time that exists; output is in UTC with milliseconds. */
export const time = v.pipe(
  v.string('must be a string'),
  v.check(isTime, 'must be an RFC 3339 time'),
  v.transform((s) => new Date(s).toISOString()),
  v.metadata({ format: 'date-time' }),
)

const TIME =
  /^(?!0000)(\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/

/** `Date.parse` takes 31 February for 2 March, so the day is asked for by itself. */
function isTime(s: string): boolean {
  const [, year, month, day] = TIME.exec(s) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  if (Number.isNaN(Date.parse(s)) || date.getUTCDate() !== Number(day)) return false
  // The last hours of 9999 in the west are in the year 10000 in UTC, which RFC 3339 cannot say.
  return /^\d{4}-/.test(new Date(s).toISOString())
}

/** An integer from `min` to `max`. A number equal to an integer is that integer, so 10.0 passes and -0 becomes 0. */
export const integer = (min: number, max: number) =>
  v.pipe(
    v.number('must be a number'),
    v.check((n) => Number.isInteger(n) && n >= min && n <= max, `must be an integer from ${min} to ${max}`),
    v.transform((n) => (n === 0 ? 0 : n)),
    v.metadata({ type: 'integer', minimum: min, maximum: max }),
  )

/** A JSON object with known members only; valibot's own would take an array for one without any. */
export const closedObject = <E extends v.ObjectEntries>(entries: E) =>
  v.pipe(
    v.custom<v.InferInput<v.StrictObjectSchema<E, undefined>>>(isJsonObject, 'must be an object'),
    v.strictObject(entries, 'must be an object with known fields only'),
  )

/** Merchant-defined data: up to 50 keys of up to 40 characters, values up to 500. */
export const metadata = v.pipe(
  v.custom<JsonObject>(isJsonObject, 'must be an object'),
  // A record drops these silently; what is not stored must be refused.
  v.check(
    (o) => UNSAFE_KEYS.every((key) => !Object.hasOwn(o, key)),
    `must not have the keys ${UNSAFE_KEYS.join(', ')}`,
  ),
  v.record(
    v.pipe(
      v.string(),
      v.check((key) => key === key.trim(), 'must not begin or end with a space'),
      text(1, 40),
      v.metadata({ pattern: '^\\S(?:[\\s\\S]*\\S)?$' }),
    ),
    text(0, 500),
  ),
  v.check((o) => Object.keys(o).length <= 50, 'must have at most 50 keys'),
  v.metadata({ maxProperties: 50 }),
)
