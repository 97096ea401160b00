import { nearest as nearestName } from '../../domain/text/nearest.ts'
import { folded } from '../catalogue-files/dialects/columns.ts'
import otherNames from './column-names.json' with { type: 'json' }

/**
 * Names of product fields in other programs and languages (English, German, French, Spanish, Italian, Dutch, Polish,
 * Portuguese, Russian, Turkish), in lower case and without spaces, `_` and `-`. A column that is called a weight alone is
 * in none: nobody knows its unit.
 */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = otherNames

const FIELD_OF = new Map(
  Object.entries(OTHER_NAMES).flatMap(([field, names]) => names.map((name) => [name, field] as const)),
)

/** The field that a column is most likely meant for, of these; undefined if none is likely. */
export function likelyField(column: string, fields: readonly string[]): string | undefined {
  const other = FIELD_OF.get(folded(column))
  return other !== undefined && fields.includes(other) ? other : nearest(column, fields)
}

/** The column that is most likely meant for a field, if one is. */
export function likelyColumn(field: string, columns: readonly string[]): string | undefined {
  const names = OTHER_NAMES[field] ?? []
  const likely = columns.filter((column) => likelyField(column, [field]) === field)
  const rank = (column: string) => names.indexOf(folded(column))
  return likely.sort((a, b) => rank(a) - rank(b))[0]
}

/** The name that is misspelt so, as columns are compared. */
export const nearest = (word: string, names: Iterable<string>): string | undefined =>
  nearestName(word, names, folded)
