import * as v from 'valibot'
import { isJsonObject, type JsonObject } from '../body/json-object.ts'

/**
 * C0 controls other than tab and newline; with them, a page or a log that shows the text can be falsified. Written as all
 * controls (Cc) without those two, DEL and C1.
 */
const CONTROL = /[^\P{Cc}\t\n\u007f-\u009f]/gu

/** Text that may be stored at all: no lone surrogates, no control characters but tab and newline. */
export const isPlainText = (text: string) => text.isWellFormed() && text.search(CONTROL) < 0

/** A text without control characters that cannot be stored: for files, where one is a remnant of another system. */
export const withoutControls = (text: string): string => text.replace(CONTROL, '')

/**
 * The same rules for JSON Schema. C0 controls are written as `\x00`, which every engine of regular expressions knows; lone
 * surrogates are left out, since only some can name them.
 */
const PLAIN_TEXT = '^[^\\x00-\\x08\\x0b-\\x1f]*$'
const ONE_LINE = '^[^\\x00-\\x1f]*$'
const SPACE = '[^\\S\\x00-\\x08\\x0b-\\x1f]*'
const NO_SPACE = '[^\\s\\x00-\\x1f]'
export const TRIMMED_LINE = `^${SPACE}${NO_SPACE}(?:[^\\x00-\\x1f]*${NO_SPACE})?${SPACE}$`

/** Length in Unicode code points, which is how every limit of the API counts. */
const codePoints = (text: string) => [...text].length

/**
 * Plain text of `min` to `max` code points: no lone surrogates, no control characters but tab and newline.
 * It is stored as sent; the program that shows it must escape it.
 */
export const text = (min: number, max: number) =>
  v.pipe(
    v.string('must be a string'),
    v.check(isPlainText, 'must not contain control characters or broken Unicode'),
    v.check((s) => codePoints(s) >= min && codePoints(s) <= max, `must have ${min} to ${max} characters`),
    v.metadata({ ...(min > 0 && { minLength: min }), maxLength: max, pattern: PLAIN_TEXT }),
  )

/** No tab and no newline: a text in a heading, a label or a table must not break it. */
const isOneLine = (text: string) => !/[\t\n]/.test(text)

const oneLine = v.check(isOneLine, 'must be one line, without tabs')

/** As `text`, in one line. */
export const line = (min: number, max: number) =>
  v.pipe(text(min, max), oneLine, v.metadata({ pattern: ONE_LINE }))

/** As `line` of 1 to `max` code points, but trimmed first, so that a blank value counts as empty. */
export const trimmedLine = (max: number) =>
  v.pipe(
    v.string('must be a string'),
    v.transform((s) => s.trim()),
    line(1, max),
    v.metadata({ pattern: TRIMMED_LINE }),
  )

/**
 * The form in which a choice of a shopper is stored, so that equal texts are equal bytes: NFC (UAX #15), and one space for
 * white space. Tabs and newlines within stay, to be refused.
 */
export const normalLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Z}\ufeff]+/gu, ' ')
    .trim()

/** Space, controls and everything that a page shows as nothing (Unicode's Default_Ignorable_Code_Point, and blank Braille). */
const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** True for a text of which a page shows something. */
export const hasVisible = (text: string): boolean => VISIBLE.test(text)

/** As `trimmedLine`, in the form of `normalLine`, and with something that can be seen. */
export const visibleLine = (max: number) =>
  v.pipe(
    v.string('must be a string'),
    v.transform(normalLine),
    line(1, max),
    v.check((s) => s === '' || hasVisible(s), 'must have a visible character'),
    v.metadata({ pattern: TRIMMED_LINE }),
  )

/**
 * Invisible characters, blank Braille too. Tags behind a black flag make it another flag, as that of Wales (Unicode
 * Technical Standard #51).
 */
const INVISIBLE = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]*)\p{Default_Ignorable_Code_Point}|\u2800/gu

/**
 * Two texts look alike if this is the same of both: without case, width and invisible characters (nearly NFKC_Casefold of
 * Unicode §3.13).
 */
export const likenessOf = (text: string): string =>
  text.replace(INVISIBLE, '').normalize('NFKC').toLowerCase()

/** The e-mail addresses that `<input type="email">` accepts: HTML Living Standard 4.10.5.1.5, "valid email address". */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** An e-mail address of at most 500 characters. */
export const email = v.pipe(
  text(0, 500),
  v.check((s) => EMAIL.test(s), 'must be an email address'),
  v.metadata({ pattern: EMAIL.source }),
)

/**
 * Without a flag for its case, so that JSON Schema can say the same: scheme, host or [IPv6], port, and the rest. A browser
 * takes `\` for `/` (WHATWG URL §4.4).
 */
const HTTPS = new RegExp(
  [
    '^[hH][tT][tT][pP][sS]://',
    '(?:[^\\s\\x00-\\x1f@/?#\\\\:<>^|\\[\\]]+|\\[[0-9A-Fa-f:.]+\\])',
    '(?::[0-9]*)?(?:[/?#\\\\][^\\s\\x00-\\x1f]*)?$',
  ].join(''),
)

/** True for an absolute https URL without white space and without credentials in it. */
export function isHttpsUrl(text: string): boolean {
  return HTTPS.test(text) && URL.canParse(text)
}

/** An absolute https URL of at most 2,048 characters, without white space and without credentials in it. */
export const httpsUrl = v.pipe(
  text(1, 2048),
  v.check(isHttpsUrl, 'must be an https URL'),
  v.metadata({ pattern: HTTPS.source }),
)

/** An RFC 3339 time that exists; output is in UTC with milliseconds. */
export const time = v.pipe(
  v.string('must be a string'),
  v.check(isTime, 'must be an RFC 3339 time'),
  v.transform((s) => new Date(s).toISOString()),
  v.metadata({ format: 'date-time' }),
)

/** `t` and `z` can be lower case (RFC 3339, 5.6). */
const TIME =
  /^(?!0000)(\d{4})-(\d{2})-(\d{2})[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/

/** True for an RFC 3339 time that exists. `Date.parse` takes 31 February for 2 March, so the day is checked separately. */
export function isTime(s: string): boolean {
  const [, year, month, day] = TIME.exec(s) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  if (Number.isNaN(Date.parse(s)) || date.getUTCDate() !== Number(day)) return false
  // The last hours of 9999 in the west are in the year 10000 in UTC, which RFC 3339 cannot say, and the first of 1 in the east
  // in the year 0, which is refused when it is sent back.
  return TIME.test(new Date(s).toISOString())
}

/** An integer from `min` to `max`. A number equal to an integer is that integer, so 10.0 passes and -0 becomes 0. */
export const integer = (min: number, max: number) =>
  v.pipe(
    v.number('must be a number'),
    v.check((n) => Number.isInteger(n) && n >= min && n <= max, `must be an integer from ${min} to ${max}`),
    v.transform((n) => (n === 0 ? 0 : n)),
    v.metadata({
      ...(max > MOST_IN_32_BITS && { format: 'int64' }),
      type: 'integer',
      minimum: min,
      maximum: max,
    }),
  )

/** Without a word on it, generators for Java, Kotlin and C# take an integer to be no larger. */
const MOST_IN_32_BITS = 2 ** 31 - 1

/** An object with known members only, for a whole body. */
export const knownMembers = <E extends v.ObjectEntries>(entries: E) =>
  v.strictObject(entries, 'must be an object with known fields only')

/** A JSON object with known members only; valibot's own would take an array for one without any. */
export const closedObject = <E extends v.ObjectEntries>(entries: E) =>
  v.pipe(
    v.custom<v.InferInput<v.StrictObjectSchema<E, undefined>>>(isJsonObject, 'must be an object'),
    knownMembers(entries),
  )

const NAME_PATTERN = `^${NO_SPACE}(?:[^\\x00-\\x08\\x0b-\\x1f]*${NO_SPACE})?$`

/** The rules for an object of texts by name: for its names, its values and their number. */
interface TextsByName {
  most: number
  longestName: number
  value: v.GenericSchema<unknown, string>
  /** JSON Schema of a value. */
  valueSchema: JsonObject
  /** The form in which a name is stored; without it, names are stored as sent, and space around one is refused. */
  storedName?: (name: string) => string
}

/** An object of texts by names that somebody chose, so that any name can be among them. */
export const textsByName = ({
  most,
  longestName,
  value: valueRule,
  valueSchema,
  storedName,
}: TextsByName) => {
  const nameRule = v.pipe(
    v.string(),
    v.check((name) => name === name.trim(), 'must not begin or end with a space'),
    text(1, longestName),
  )
  return v.pipe(
    v.custom<JsonObject>(isJsonObject, 'must be an object'),
    v.check((o) => !Object.hasOwn(o, '__proto__'), 'must not have the name __proto__'),
    v.check((o) => Object.keys(o).length <= most, `must have at most ${most} names`),
    // valibot's record drops `constructor` and `prototype` without a word.
    v.rawTransform<JsonObject, Record<string, string>>(({ dataset: { value: input }, addIssue }) => {
      const kept: Record<string, string> = {}
      for (const [key, value] of Object.entries(input)) {
        const stored = storedName?.(key) ?? key
        const name = v.safeParse(nameRule, stored)
        const said = v.safeParse(valueRule, value)
        const twice = Object.hasOwn(kept, stored) ? [{ message: 'has the name of another one' }] : []
        for (const { message } of name.issues ?? said.issues ?? twice)
          addIssue({ message, input: value, path: [{ type: 'object', origin: 'value', input, key, value }] })
        if (said.success) kept[stored] = said.output
      }
      return kept
    }),
    v.metadata({
      type: 'object',
      propertyNames: {
        type: 'string',
        minLength: 1,
        maxLength: longestName,
        pattern: storedName ? TRIMMED_LINE : NAME_PATTERN,
      },
      additionalProperties: valueSchema,
      maxProperties: most,
    }),
  )
}

/** Merchant-defined data: up to 50 names of up to 40 characters, values up to 500. */
export const metadata = textsByName({
  most: 50,
  longestName: 40,
  value: text(0, 500),
  valueSchema: { type: 'string', maxLength: 500, pattern: PLAIN_TEXT },
})
