import { Unreadable } from '../../domain/text/unreadable.ts'

/** More than a list of a product has in any file: those beyond a product's room are named one by one. */
export const MOST_ENTRIES = 2_500

/** The entries of a text with delimiters between them, without blank ones. Throws `Unreadable` if there are too many. */
export const entriesOf = (text: string, delimiter: string | RegExp): string[] =>
  // No more than one is enough to refuse it: a cell of 1 MB would be half a million of them.
  fewEntries(text.split(delimiter, MOST_ENTRIES + 1))
    .map((entry) => entry.trim())
    .filter(Boolean)

/** All of them, as a list. Throws `Unreadable` if there are too many, and takes no more. */
export function fewEntries<T>(entries: Iterable<T>): T[] {
  const list: T[] = []
  for (const entry of entries)
    if (list.push(entry) > MOST_ENTRIES)
      throw new Unreadable(`has more than ${MOST_ENTRIES} entries of one list`)
  return list
}
