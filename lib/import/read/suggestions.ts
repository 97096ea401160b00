import { folded } from '../../catalogue-files/dialects/columns.ts'
import { OTHER_NAMES } from './other-names.ts'

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

/** The name that is misspelt so: it differs in two characters at most, in one if it is short. */
export function nearest(word: string, names: Iterable<string>): string | undefined {
  const wanted = folded(word)
  let best: { name: string; distance: number } | undefined
  for (const name of names) {
    const known = folded(name)
    const most = Math.min(wanted.length, known.length) < 5 ? 1 : 2
    const distance = distanceOf(wanted, known, most)
    if (distance <= most && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { name, distance }
  }
  return best?.name
}

/** How many characters are other, too many, missing, or changed with their neighbour (optimal string alignment). */
function distanceOf(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  const rows = [Array.from({ length: b.length + 1 }, (_, n) => n)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (isSame ? 0 : 1),
          isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(a.length, b.length)
}
