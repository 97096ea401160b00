import { isJsonObject } from '../../../domain/body/json-object.ts'
import type { SourceRow } from '../read/source-row.ts'

/** A name of a column as spreadsheets may write it: case, spaces, `_` and `-` say nothing, nor does the form of `'`. */
export const folded = (name: string) =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]/g, '')
    .replaceAll('’', "'")

/** The columns that a dialect knows, each by the titles that it may have. */
type Titles<Name extends string> = Readonly<Record<Name, readonly string[]>>

/** Columns of one file, by what they mean. */
export type Columns<Name extends string> = ReadonlyMap<Name, string>

/** Finds in a header the columns that a dialect knows. */
export function findColumns<Name extends string>(
  header: readonly string[],
  titles: Titles<Name>,
): Columns<Name> {
  const byTitle = new Map(header.map((column) => [folded(column), column]))
  const found = new Map<Name, string>()
  for (const name in titles) {
    const title = titles[name].find((one) => byTitle.has(folded(one)))
    const column = title === undefined ? undefined : byTitle.get(folded(title))
    if (column !== undefined) found.set(name, column)
  }
  return found
}

/** The titles of these columns, as far as a file has them. */
export const namesOf = <Name extends string>(columns: Columns<Name>, names: readonly Name[]): string[] =>
  names.flatMap((name) => columns.get(name) ?? [])

/** Reads the cells of rows: their text without blanks around it, null if it is blank, undefined without the column. */
export function cellReader<Name extends string>(columns: Columns<Name>) {
  return ({ values }: SourceRow, name: Name): string | null | undefined => {
    const column = columns.get(name)
    if (column === undefined) return undefined
    const cell = isJsonObject(values) && Object.hasOwn(values, column) ? values[column] : undefined
    return typeof cell === 'string' ? cell.trim() || null : null
  }
}
