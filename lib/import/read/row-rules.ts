import type { WithoutPrice } from '../../domain/imports/import-words.ts'
import type { DecimalMark } from '../catalogue-files/amount.ts'
import type { Note } from '../catalogue-files/note.ts'

/**
 * Readers make of a file's value what the product schema takes. What is wrong in a way that the schema sees passes
 * through unchanged, so that each rule is written once.
 */
export type FieldReader = (value: unknown, rules: RowRules) => unknown

/** How the prices of a file are written, and in which currency they are meant to be. */
export interface Prices {
  /** The factor from a price in the file to the currency's minor unit. */
  scale: bigint
  currency: string
}

/** How one row is read. */
export interface RowRules extends Prices {
  /** True of CSV: descriptions with tags become text. */
  isText: boolean
  /** True of CSV and the exports of other systems: `'` can be before digits. */
  isCsv: boolean
  /** The character before the decimals of the prices of the file. If it is a comma, a point is between thousands. */
  decimalMark: DecimalMark
  /** The fate of variants without a price: refused if nothing is said. */
  withoutPrice?: WithoutPrice | undefined
  /** Takes what is left out. */
  notes: Note[]
  /** The lines of the variants, where they are rows. */
  lines?: readonly number[]
  /** The place of the value in its row, which begins a note. */
  place?: string
}
