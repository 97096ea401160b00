/** Categories as files have them: by their names behind those of the categories above. */
import { createHash } from 'node:crypto'
import { MOST_LEVELS } from '../../domain/category.ts'
import { foldName } from '../../domain/text/name-order.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { canBeCategoryId, slugCandidates, slugFromName } from '../../domain/text/slug.ts'
import { entriesOf, fewEntries, MOST_ENTRIES } from './entries.ts'
import { isOfTaxonomy } from './google-taxonomy.ts'
import { nameWithoutTurns } from './name-text.ts'
import type { Note } from './note.ts'

/** `Clothing > Shirts` as the names of a category and of those above it, from the top, of as many levels as there can be. Throws `Unreadable` for a text of far too many. */
export function categoryPathOf(cell: string, notes: Note[]): string[] {
  const names = entriesOf(cell, '>')
    .map((name) => nameWithoutTurns(name, notes).trim())
    .filter(Boolean)
  if (names.length <= MOST_LEVELS) return names
  const path = names.toSpliced(MOST_LEVELS - 1, names.length - MOST_LEVELS)
  const detail = `${quoted(names.join(' > '))} became ${quoted(path.join(' > '))}`
  notes.push({ loss: 'category_path', detail })
  return path
}

/**
 * The categories in a cell: `Tea > Green, Gifts > Small, Sale`. Only between paths a comma is not a part of a name, as it is
 * in `Pots, Pans`, and in paths of Google's taxonomy, of which a cell has one. Throws `Unreadable` for too many.
 */
export function categoriesIn(cell: string): string[] {
  const parts = cell.split(',', MOST_ENTRIES + 1)
  const arePaths = parts.filter((part) => part.includes('>')).length > 1 && !isOfTaxonomy(cell)
  return arePaths ? fewEntries(parts) : [cell]
}

/** A `;` behind a part of an entity of HTML, as in `Books &amp; more`, is not between two names. */
const BETWEEN = /\||(?<!&#?\w{1,8});/

/**
 * The categories in a cell of a file of the merchant's own: `Shirts | Gifts` and `Shirts; Gifts`. In one of another system a
 * `;` can be a part of a name. Throws `Unreadable` for too many.
 */
export const severalCategories = (cell: string, isOfOtherSystem: boolean): string[] =>
  fewEntries(
    entriesOf(cell, isOfOtherSystem ? '|' : BETWEEN)
      .values()
      .flatMap(categoriesIn),
  )
    .map((name) => name.trim())
    .filter(Boolean)

/**
 * The paths of the categories of a product, the most exact ones first: a file of another system can name a category together
 * with those above it.
 */
export function categoryPathsOf(cells: readonly string[], notes: Note[]): string[][] {
  const paths = cells.map((cell) => categoryPathOf(cell, notes)).filter((path) => path.length > 0)
  const folded = paths.map((path) => path.map(foldName))
  const beginnings = folded.flatMap((path) => path.slice(1).map((_, n) => pathText(path.slice(0, n + 1))))
  const known = new Set(beginnings)
  const isAbove = (place: number) => known.has(pathText(folded[place] ?? []))
  const above = paths.filter((_, place) => isAbove(place))
  return [
    ...paths.filter((_, place) => !isAbove(place)),
    ...above.sort((one, other) => other.length - one.length),
  ]
}

/** A path as files have it. */
export const pathText = (path: readonly string[]) => path.join(' > ')

/** The name of a category in a file, with the names above it where an import makes the same category of them. */
export const nameInFile = (id: string, path: readonly string[]) =>
  categoryIdOf(path) === id ? pathText(path) : (path.at(-1) ?? id)

/** The longest id of a category. */
const LONGEST_ID = 63

/** The id of a category of this path: the same on every run, also where the slug rule leaves it to chance. */
export function categoryIdOf(path: readonly string[]): string {
  const name = path.at(-1) ?? ''
  const digest = createHash('sha256').update(path.join(' > ').normalize('NFC')).digest()
  const suffix = digest.readUIntBE(0, 6).toString(36).padStart(6, '0').slice(-6)
  if (path.length === 1) return slugCandidates(name, () => suffix, 'category').next().value
  const slugs = path.map((one) => slugFromName(one, LONGEST_ID + 1))
  const id = slugs.join('-')
  // Without a name that has no Latin letters, two categories would have one id.
  if (slugs.every(Boolean) && canBeCategoryId(id)) return id
  return `${slugFromName(name, LONGEST_ID - suffix.length - 1) || 'c'}-${suffix}`
}
