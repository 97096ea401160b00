import { plural } from '../../domain/text/plural.ts'
import { quoted } from '../../domain/text/quoted.ts'
import type { FileCategory } from '../row.ts'

/** The most new categories that are named. */
export const MOST_NAMED = 3

/** The first of these categories that an import made, in the order of its file, each with the names of those above it. */
export function firstCategories(
  named: ReadonlyMap<string, Pick<FileCategory, 'path'>>,
  created: readonly string[],
): string[] {
  const made = new Set(created)
  return [...named].flatMap(([id, { path }]) => (made.has(id) ? [path] : [])).slice(0, MOST_NAMED)
}

/** `4 categories created: "Tea", "Tea > Green", "Cups" and 1 more`. */
export function categoriesLine(count: number, first: readonly string[], isDryRun: boolean): string {
  const counted = `${count} ${plural(count, 'category', 'categories')} ${isDryRun ? 'to create' : 'created'}`
  const names = first.map((one) => quoted(one)).join(', ')
  const rest = count - first.length
  return names === '' ? counted : `${counted}: ${names}${rest > 0 ? ` and ${rest} more` : ''}`
}
