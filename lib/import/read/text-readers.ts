import { quoted } from '../../domain/text/quoted.ts'
import { withoutApostrophe } from '../catalogue-files/apostrophe.ts'
import { withLineFeeds } from '../catalogue-files/dialects/parts.ts'
import { nameWithoutTurns } from '../catalogue-files/name-text.ts'
import type { FieldReader } from './row-rules.ts'

/** A text; a number becomes its digits (SKUs and ids are often written as numbers). */
export const text = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value)

/**
 * A text by which a product is found: blanks around it never make it another one, nor does the `'` with which a spreadsheet
 * says that digits are a text.
 */
export const trimmed: FieldReader = (value, { isCsv }) => {
  const read = text(value)
  if (typeof read !== 'string') return read
  return isCsv ? withoutApostrophe(read.trim()) : read.trim()
}

/** A tab or line break with the space around it, looked for once in a run of it: else long ones take quadratic time. */
const BREAK = /(?<!\s)\s*[\t\n]\s*/g

/** A text of one line; where other systems have several, or tabs, it is the same with blanks. */
export const oneLine: FieldReader = (value) => {
  const read = text(value)
  return typeof read === 'string' ? withLineFeeds(read).replace(BREAK, ' ') : read
}

/** The name of something, without marks that turn the direction of the text behind it. */
export const nameText: FieldReader = (value, rules) => {
  const read = oneLine(value, rules)
  return typeof read === 'string' ? nameWithoutTurns(read, rules.notes) : read
}

/** `1.23457E+12`: a spreadsheet shows a long number so, and has saved no more of it. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+\d{1,3}$/

/** As `trimmed`, with a note for a number without its last digits. */
export const digitsKept =
  (field: string): FieldReader =>
  (value, rules) => {
    const read = trimmed(value, rules)
    if (rules.isCsv && typeof read === 'string' && SHORTENED.test(read))
      rules.notes.push({ loss: 'digits', detail: `${rules.place ?? ''}${field} ${quoted(read)}` })
    return read
  }
