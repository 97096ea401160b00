import * as v from 'valibot'

/** C0 controls other than tab and newline; a page or a log that shows them can be made to lie. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what this is for
const CONTROL = /[\u0000-\u0008\u000b-\u001f]/

/** Length in Unicode code points, which is how every limit of the API counts. */
const codePoints = (text: string) => [...text].length

/**
 * Plain text of `min` to `max` code points: no lone surrogates, no control characters but tab and newline.
 * It is stored as sent; whoever shows it escapes it.
 */
export const text = (min: number, max: number) =>
  v.pipe(
    v.string('must be a string'),
    v.check(
      (s) => s.isWellFormed() && !CONTROL.test(s),
      'must not contain control characters or broken Unicode',
    ),
    v.check((s) => codePoints(s) >= min && codePoints(s) <= max, `must have ${min} to ${max} characters`),
  )

/** As `text`, but trimmed first, so that a blank value counts as empty. */
export const trimmedText = (min: number, max: number) =>
  v.pipe(
    v.string('must be a string'),
    v.transform((s) => s.trim()),
    text(min, max),
  )

/** An absolute https URL of at most 2,048 characters. */
export const httpsUrl = v.pipe(
  text(1, 2048),
  v.check((s) => URL.canParse(s) && new URL(s).protocol === 'https:', 'must be an https URL'),
)

/** An integer from `min` to `max`. A number equal to an integer is that integer, so 10.0 passes and -0 becomes 0. */
export const integer = (min: number, max: number) =>
  v.pipe(
    v.number('must be a number'),
    v.check((n) => Number.isInteger(n) && n >= min && n <= max, `must be an integer from ${min} to ${max}`),
    v.transform((n) => (n === 0 ? 0 : n)),
  )

/** Merchant-defined data: up to 50 keys of up to 40 characters, values up to 500. */
export const metadata = v.pipe(
  v.record(trimmedText(1, 40), text(0, 500), 'must be an object'),
  v.check((o) => Object.keys(o).length <= 50, 'must have at most 50 keys'),
)
