import { quoted } from '../../domain/quoted.ts'
import { Unreadable } from '../../domain/unreadable.ts'
import { parseDecimal, sameDecimal } from '../decimal.ts'
import type { SourceRow } from './source-row.ts'

/** The rows of a JSON array, or of an object with one array in it (`{"products": [...], "total": 2}`). */
export function readJson(text: string): SourceRow[] {
  return listIn(parse(text, 1)).map((values, n) => ({ number: n + 1, line: null, values }))
}

/** The rows of a file with one JSON value on each line. Blank lines are skipped. */
export function readJsonLines(text: string): SourceRow[] {
  const lines = text.split('\n').map((line, n) => ({ line: n + 1, text: line }))
  return lines
    .filter((line) => line.text.trim())
    .map((line, n) => ({ number: n + 1, line: line.line, values: parse(line.text, line.line) }))
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

function parse(text: string, firstLine: number): unknown {
  try {
    return JSON.parse(text, keepExact)
  } catch (error) {
    if (error instanceof RangeError) throw new Unreadable('this JSON is nested too deeply', { cause: error })
    if (!(error instanceof SyntaxError)) throw error
    throw new Unreadable(whereAndWhy(text, firstLine, error.message), { cause: error })
  }
}

/** A number that would lose digits as a float stays the text it was, so that a long id stays that id. */
function keepExact(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value
  const written = parseDecimal(context.source)
  const kept = parseDecimal(String(value))
  return written && kept && sameDecimal(written, kept) ? value : context.source
}

function whereAndWhy(text: string, firstLine: number, message: string): string {
  const [, why, at] = /^(.*?)(?: in JSON)? at position (\d+)/.exec(message) ?? []
  const position = at === undefined ? unexpectedPosition(text) : Number(at)
  const before = text.slice(0, position).split('\n')
  const character = [...text.slice(position, position + 2)][0]
  const reason = why ?? (character === undefined ? 'unexpected end' : `unexpected ${quoted(character)}`)
  const column = (before.at(-1)?.length ?? 0) + 1
  return `line ${firstLine + before.length - 1}, column ${column}: this is not JSON: ${reason}`
}

/**
 * V8 does not say where an "Unexpected token" stands. A text cut off before the place has another fault, one cut
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
