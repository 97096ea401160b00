import { Failure, quoted } from './failure.ts'
import { FIELD_READERS, isObject } from './field-readers.ts'
import type { SourceRow } from './source-row.ts'

/** Before the key, in the name of a column that holds one entry of `metadata`. */
export const METADATA = 'metadata.'

/** Which column of a file fills which field. */
export interface FieldMapping {
  /** Field, or `metadata.<key>`, and the column it is read from. */
  sources: ReadonlyMap<string, string>
  /** Columns that nothing is read from. */
  ignored: string[]
}

/** True for a field of a product and for `metadata.<key>`. */
const isField = (name: string) =>
  Object.hasOwn(FIELD_READERS, name) || (name.startsWith(METADATA) && name.length > METADATA.length)

/**
 * A column fills the field of its name, unless `maps` (`field=column`) says otherwise for that field. Throws a
 * `Failure` for a map that cannot be meant.
 */
export function mapFields(rows: readonly SourceRow[], maps: readonly string[] = []): FieldMapping {
  const columns = new Set(rows.flatMap(({ values }) => (isObject(values) ? Object.keys(values) : [])))
  const sources = new Map<string, string>()
  for (const column of columns) if (isField(column)) sources.set(column, column)
  for (const [field, column] of explicitMaps(maps)) {
    if (!columns.has(column)) throw new Failure(`--map ${field}=${column}: no row has ${quoted(column)}`)
    sources.set(field, column)
  }
  const used = new Set(sources.values())
  return { sources, ignored: [...columns].filter((column) => !used.has(column)) }
}

function explicitMaps(maps: readonly string[]): Map<string, string> {
  const explicit = new Map<string, string>()
  for (const map of maps) {
    const [, field, column] = /^([^=]*)=(.+)$/s.exec(map) ?? []
    if (field === undefined || column === undefined)
      throw new Failure(`--map ${map}: write it as field=column, for example name=title`)
    if (!isField(field))
      throw new Failure(
        `--map ${map}: there is no field ${quoted(field)}; there are ${Object.keys(FIELD_READERS).join(', ')} and metadata.<key>`,
      )
    if (explicit.has(field)) throw new Failure(`--map ${map}: ${field} is mapped twice`)
    explicit.set(field, column)
  }
  return explicit
}
