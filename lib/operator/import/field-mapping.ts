import type { SourceRow } from '../../catalogue/read/source-row.ts'
import { quoted } from '../../domain/quoted.ts'
import { Failure } from '../failure.ts'
import { FIELD_READERS, isObject, STRUCTURED } from './field-readers.ts'

/** Before the key, in the name of a column that holds one entry of `metadata`. */
export const METADATA = 'metadata.'

/** Which column of a file fills which field. */
export interface FieldMapping {
  /** Field, or `metadata.<key>`, and the column it is read from. */
  sources: ReadonlyMap<string, string>
  /** Those among them whose column's name is only nearly theirs. */
  matched: ReadonlyMap<string, string>
  /** Columns that nothing is read from. */
  ignored: string[]
}

/** True for a field of a product and for `metadata.<key>`. */
const isField = (name: string) =>
  Object.hasOwn(FIELD_READERS, name) || (name.startsWith(METADATA) && name.length > METADATA.length)

/** As a spreadsheet may write it: case, spaces, `_` and `-` say nothing. */
const folded = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '')

const FIELDS = new Map(Object.keys(FIELD_READERS).map((field) => [folded(field), field]))

/** The field that a column is named after, if there is one. The key of an entry of `metadata` is taken as it stands. */
function fieldOf(column: string): string | undefined {
  if (isField(column)) return column
  const [, prefix, key] = /^([^.]*)\.(.+)$/s.exec(column) ?? []
  if (prefix !== undefined && folded(prefix) === 'metadata') return METADATA + key
  return FIELDS.get(folded(column))
}

/**
 * A column fills the field that it is named after, unless `maps` (`field=column`) says otherwise for that field; one that
 * is only nearly called like a field, and that a map uses, fills what the map says and nothing else. Throws a `Failure`
 * for a map that cannot be meant, and for two columns that would fill one field.
 */
export function mapFields(rows: readonly SourceRow[], maps: readonly string[] = []): FieldMapping {
  const columns = new Set(rows.flatMap(({ values }) => (isObject(values) ? Object.keys(values) : [])))
  const explicit = explicitMaps(maps)
  for (const [field, column] of explicit)
    if (!columns.has(column)) throw new Failure(`--map ${field}=${column}: no row has ${quoted(column)}`)
  const mapped = new Set(explicit.values())
  const named = new Map<string, string>()
  // A text is no list of variants, whatever its column is called.
  const isUnusable = (field: string, column: string) =>
    STRUCTURED.has(field) && !rows.some(({ values }) => isObject(values) && Array.isArray(values[column]))
  for (const column of columns) {
    const field = fieldOf(column)
    if (
      field === undefined ||
      isUnusable(field, column) ||
      explicit.has(field) ||
      (field !== column && mapped.has(column))
    )
      continue
    const other = named.get(field)
    if (other !== undefined) throw clash(field, other, column)
    named.set(field, column)
  }
  const sources = new Map([...named, ...explicit])
  const used = new Set(sources.values())
  return {
    sources,
    matched: new Map([...named].filter(([field, column]) => field !== column)),
    ignored: [...columns].filter((column) => !used.has(column)),
  }
}

const clash = (field: string, first: string, second: string) =>
  new Failure(
    `the columns ${quoted(first)} and ${quoted(second)} both have the name of the field ${field}: choose one, for example with --map ${field}=${quoted(first)}`,
  )

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
