import { isJsonObject } from '../../../domain/body/json-object.ts'
import { quoted } from '../../../domain/text/quoted.ts'
import { Unreadable } from '../../../domain/text/unreadable.ts'
import { parseDecimal, sameDecimal } from '../decimal.ts'
import { endOfText, hasTooManyValues, MOST_VALUES_OF_ROW } from './json-values.ts'
import { newlinesIn } from './newlines.ts'
import type { SourceRow } from './source-row.ts'
import { NOT_UTF8 } from './utf8-text.ts'

/**
 * The rows of a JSON array, or of an object with one array in it (`{"products": [...], "total": 2}`). One that is too long has a
 * fault.
 */
export async function* readJson(
  text: AsyncIterable<string>,
  mostCharacters = Number.POSITIVE_INFINITY,
): AsyncGenerator<SourceRow> {
  const whole = await wholeOf(text, mostCharacters)
  if (!whole.trim()) return
  let number = 0
  for (const values of listIn(parse(whole))) {
    const row = { number: ++number, line: null }
    const fault = faultOf(values)
    yield fault === undefined ? { ...row, values } : { ...row, values: null, fault }
  }
}

/** The fault of a value that a line of JSON Lines could not have: readers of fields make many values of one long text. */
function faultOf(values: unknown): string | undefined {
  try {
    const json = JSON.stringify(values)
    if (json.length > MAX_LINE_CHARACTERS) return 'has more than 1 MB'
    return hasTooManyValues(json) ? MANY_VALUES : undefined
  } catch (error) {
    // Nested too deeply: the caller says so.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const MANY_VALUES = `has more than ${MOST_VALUES_OF_ROW} values`

/** All of a text. Throws `Unreadable` if it is longer than it may be: JSON is parsed as a whole. */
async function wholeOf(text: AsyncIterable<string>, mostCharacters: number): Promise<string> {
  const pieces: string[] = []
  let length = 0
  for await (const piece of text) {
    length += piece.length
    if (length > mostCharacters)
      throw new Unreadable(
        `this JSON document has more than ${mostCharacters} characters: send JSON Lines, with one product per line`,
      )
    pieces.push(piece)
  }
  const whole = pieces.join('')
  const many =
    mostCharacters === Number.POSITIVE_INFINITY
      ? undefined
      : (hasManyValues(whole) && 'values') || (hasManyNames(whole) && 'different names')
  if (many)
    throw new Unreadable(
      `this JSON document has too many ${many}: send JSON Lines, with one product per line`,
    )
  return whole
}

/** A document of products of this size has a fraction of these; as many tiny ones would take all memory there is. */
const MOST_LISTS_AND_OBJECTS = 500_000
const MOST_VALUES = 2_000_000

/** True for JSON with too many values to be parsed as a whole. */
function hasManyValues(json: string): boolean {
  let [containers, values] = [0, 0]
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '{' || character === '[') containers++
    else if (character === ',') values++
  }
  return containers > MOST_LISTS_AND_OBJECTS || values > MOST_VALUES
}

/** More different names than the products of any file have. Of ten times as many an object takes all memory there is. */
export const MOST_NAMES = 100_000

/** True for JSON with too many different names of members to be parsed as a whole. */
function hasManyNames(json: string): boolean {
  const names = new Set<string>()
  for (let at = json.indexOf('"'); at !== -1 && names.size <= MOST_NAMES; ) {
    const end = endOfText(json, at)
    if (end === -1) break
    NAMED.lastIndex = end + 1
    if (NAMED.test(json)) names.add(json.slice(at + 1, end))
    at = json.indexOf('"', end + 1)
  }
  return names.size > MOST_NAMES
}

const NAMED = /\s*:/y

/**
 * The longest line of JSON Lines, in characters: a product with 100 variants has a quarter of it, and 350,000 empty lists are
 * parsed in 60 MB. A longer one is never in memory as a whole.
 */
export const MAX_LINE_CHARACTERS = 1024 * 1024

/**
 * The rows of a file with one JSON value on each line. Blank lines are skipped; one that is too long or is not JSON has a fault.
 * Throws `Unreadable` if no line shows that lines are rows.
 */
export async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<SourceRow> {
  let number = 0
  let line = 0
  let hasRows = false
  let first: Unreadable | undefined
  for await (const one of linesOf(text)) {
    line++
    if (one.length > MAX_LINE_CHARACTERS) {
      hasRows = true
      yield { number: ++number, line, values: null, fault: 'is a line of more than 1 MB' }
      continue
    }
    if (!one.trim()) continue
    const { values, broken, fault = broken?.inRow } = readLine(one)
    if (broken) first ??= new Unreadable(`line ${line}${broken.inFile}`)
    else hasRows ||= fault !== undefined || isJsonObject(values)
    yield { number: ++number, line, values, ...(fault !== undefined && { fault }) }
  }
  if (first && !hasRows) throw first
}

/** A line that is not JSON, or not even text, as the fault of its row and behind its number in the file. */
interface Broken {
  inRow: string
  inFile: string
}

function readLine(line: string): { values: unknown; fault?: string; broken?: Broken } {
  const values = null
  if (!line.isWellFormed())
    return { values, broken: { inRow: `is ${NOT_UTF8}`, inFile: `: this is ${NOT_UTF8}` } }
  if (hasTooManyValues(line)) return { values, fault: MANY_VALUES }
  try {
    return { values: parse(line) }
  } catch (error) {
    if (!(error instanceof NotJson)) throw error
    const { column, reason } = error
    const place = `, column ${column}: `
    return {
      values,
      broken: { inRow: `is not JSON${place}${reason}`, inFile: `${place}this is not JSON: ${reason}` },
    }
  }
}

/** The lines of a text. Of one that is too long, it is only so much that this shows. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let begun = ''
  for await (const piece of text) {
    const [first = '', ...others] = piece.split('\n')
    if (begun.length <= MAX_LINE_CHARACTERS) begun += first
    for (const next of others) {
      yield begun
      begun = next
    }
  }
  yield begun
}

function listIn(document: unknown): unknown[] {
  if (Array.isArray(document)) return document
  if (typeof document !== 'object' || document === null)
    throw new Unreadable('this JSON does not contain a list of rows')
  const lists = Object.entries(document).filter((member) => Array.isArray(member[1]))
  const [list, other] = lists
  if (!list) throw new Unreadable('this JSON object does not contain a list of rows')
  if (other)
    throw new Unreadable(
      `this JSON object contains several lists: ${lists.map(([name]) => quoted(name)).join(', ')}`,
    )
  return list[1]
}

function parse(text: string): unknown {
  try {
    return MAY_LOSE_DIGITS.test(text) ? JSON.parse(text, keepExact) : JSON.parse(text)
  } catch (error) {
    // To look at each value takes a stack as deep as they are.
    if (error instanceof RangeError) return JSON.parse(text)
    if (!(error instanceof SyntaxError)) throw error
    throw new NotJson(text, error)
  }
}

/** A text is not JSON at a place, of which both numbers begin with 1. */
class NotJson extends Unreadable {
  readonly column: number
  readonly reason: string

  constructor(text: string, cause: SyntaxError) {
    const [, why, at] = /^(.*?)(?: in JSON)? at position (\d+)/.exec(cause.message) ?? []
    const position = at === undefined ? unexpectedPosition(text) : Number(at)
    const before = text.slice(0, position)
    const character = [...text.slice(position, position + 2)][0]
    const reason = why ?? (character === undefined ? 'unexpected end' : `unexpected ${quoted(character)}`)
    const column = position - before.lastIndexOf('\n')
    super(`line ${1 + newlinesIn(before)}, column ${column}: this is not JSON: ${reason}`, { cause })
    this.column = column
    this.reason = reason
  }
}

/** A float has up to 15 digits as they are written: https://en.wikipedia.org/wiki/IEEE_754. To look at each value takes ten times as long. */
const MAY_LOSE_DIGITS = /[\d.]{16}|\d[eE]|-0/

/** A number that would lose digits as a float stays the text it was, so that a long id stays that id. */
function keepExact(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value
  const written = parseDecimal(context.source)
  const kept = parseDecimal(String(value))
  return written && kept && sameDecimal(written, kept) ? value : context.source
}

/**
 * V8 does not say where an "Unexpected token" is. A text cut off before the place has another fault, one cut
 * off behind it has the same: so halving finds it.
 */
function unexpectedPosition(text: string): number {
  let [before, behind] = [0, text.length + 1]
  while (behind - before > 1) {
    const middle = (before + behind) >> 1
    if (hasUnexpectedToken(text.slice(0, middle))) behind = middle
    else before = middle
  }
  return before
}

function hasUnexpectedToken(text: string): boolean {
  try {
    JSON.parse(text)
    return false
  } catch (error) {
    return error instanceof SyntaxError && error.message.startsWith('Unexpected token')
  }
}
