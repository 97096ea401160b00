import { quoted } from '../../domain/text/quoted.ts'
import { normalLine } from '../../domain/text/text.ts'
import { folded } from '../catalogue-files/dialects/columns.ts'
import type { Dialect } from '../catalogue-files/dialects/dialect.ts'
import { ImportRefused } from '../import-refused.ts'
import { type OptionStyle, onCommandLine } from '../option-style.ts'
import { FIELD_READERS, STRUCTURED } from './field-readers.ts'
import type { FieldMapping, FileColumns, Grouping } from './mapping.ts'
import { nearest } from './suggestions.ts'

/** Before the key, in the name of a column that holds one entry of `metadata`. */
export const METADATA = 'metadata.'

/** The options for fields: `--map field=column` and `--set field=value`. */
export interface SaidOfFields {
  map?: readonly string[]
  set?: readonly string[]
  /** The column whose cell the variants of a product share. */
  groupBy?: string
  /** How the messages write these options. */
  option?: OptionStyle
}

/** Before the name of an option, in a pair of `--map`. */
const OPTION = 'option:'

/** True for a field of a product and for `metadata.<key>`. */
const isField = (name: string) => Object.hasOwn(FIELD_READERS, name) || isLonger(name, METADATA)

const isLonger = (name: string, prefix: string) => name.startsWith(prefix) && name.length > prefix.length

const FIELDS = new Map(Object.keys(FIELD_READERS).map((field) => [folded(field), field]))

/** The field that a column is named after, if there is one. The key of an entry of `metadata` is taken unchanged. */
function fieldOf(column: string): string | undefined {
  const [, prefix, key] = /^([^.]*)\.(.+)$/s.exec(column) ?? []
  if (prefix !== undefined && folded(prefix) === 'metadata') return METADATA + key
  return FIELDS.get(folded(column))
}

/** True for a column that holds lists or objects as JSON, if it is named after a field of them. */
export const isStructured = (column: string): boolean => STRUCTURED.has(fieldOf(column) ?? '')

interface MappedFile {
  columns: FileColumns
  dialect?: Dialect
  grouping?: Grouping
  repeated?: ReadonlySet<string>
}

/**
 * A column fills the field that it is named after, unless `map` says otherwise for that field; one that is only nearly
 * called like a field, and that a map uses, fills what the map says and nothing else. A map of nothing leaves the field
 * out. A dialect fills all fields itself, except those of `map`. Throws an
 * `ImportRefused` for what cannot be meant, and for two columns that would fill one field.
 */
export function mapFields(
  { columns, dialect, grouping, repeated = new Set() }: MappedFile,
  { map = [], set = [], option = onCommandLine }: SaidOfFields = {},
): FieldMapping {
  if (dialect && grouping) return ofGrouped(dialect, grouping.mapping, columns)
  const said = pairsOf(
    map.filter((pair) => !pair.startsWith(OPTION)),
    { name: 'map', what: 'column, for example name=title', option },
  )
  const explicit = new Map([...said].filter(([, column]) => column !== ''))
  const constants = pairsOf(set, { name: 'set', what: 'value, for example status=draft', option })
  for (const [field, column] of explicit) requireColumn(`${field}=${column}`, column, { columns, option })
  for (const field of constants.keys())
    if (STRUCTURED.has(field))
      throw refused(`${option('set', field)}: ${field} are lists, which no text can be`)
  const named = dialect
    ? new Map(Object.keys(FIELD_READERS).map((field) => [field, field]))
    : namedColumns(columns, said, option)
  const isOwn = !dialect && !said.has('images') && !constants.has('images')
  const pictures = isOwn ? pictureColumns(columns, explicit) : []
  const sources = dialect ? named : new Map([...named, ...explicit])
  for (const field of dialect ? explicit.keys() : []) sources.set(field, field)
  for (const [field, column] of said) if (column === '') sources.delete(field)
  const used = new Set(dialect ? [...dialect.used, ...explicit.values()] : [...sources.values(), ...pictures])
  requireOnce(used, repeated)
  return {
    sources,
    explicit,
    constants,
    leftOut: new Set([...said].flatMap(([field, column]) => (column === '' ? [field] : []))),
    pictures,
    matched: new Map([...named].filter(([field, column]) => field !== column)),
    ignored: [...columns.keys()].filter((column) => !used.has(column)),
  }
}

/**
 * The grouping that `--group-by` and maps of options say of a CSV file with these columns; undefined without them. Throws an
 * `ImportRefused` for one without the other, and for columns that no row has.
 */
export function groupingOf(
  columns: FileColumns,
  said: SaidOfFields,
  repeated: ReadonlySet<string> = new Set(),
): Grouping | undefined {
  const { groupBy, map = [], option = onCommandLine } = said
  const pairs = map.filter((pair) => pair.startsWith(OPTION))
  const options = new Map<string, string>()
  for (const pair of pairs) {
    const [, name, column] = /^option:([^=]+)=(.+)$/s.exec(pair) ?? []
    if (name === undefined || column === undefined)
      throw refused(`${option('map', pair)}: write it as option:name=column, for example option:Size=size`)
    requireColumn(pair, column, { columns, option })
    if (options.has(normalLine(name))) throw refused(`${option('map', pair)}: option:${name} is mapped twice`)
    options.set(normalLine(name), column)
  }
  if (groupBy === undefined && pairs.length === 0) return undefined
  if (groupBy === undefined)
    throw refused(
      `${option('map', pairs[0])} needs ${option('group-by')}: the column that the variants of a product share`,
    )
  if (options.size === 0)
    throw refused(
      `${option('group-by')} needs the options of the variants, for example ${option('map', 'option:Size=size')}`,
    )
  if (!columns.has(groupBy)) throw refused(`${option('group-by', groupBy)}: no row has ${quoted(groupBy)}`)
  requireOnce([groupBy, ...options.values()], repeated)
  return { groupBy, options, mapping: mapFields({ columns, repeated }, said) }
}

/** `IMAGE1`, `Picture URL 2`: one picture each. */
const PICTURE = '(?:image|img|picture|photo|bild|foto|imagen|immagine|afbeelding|obraz|imagem|resim)s?'
const NUMBERED_PICTURE = new RegExp(`^(?:product)?${PICTURE}(?:url|link|src)?(\\d{1,2})(?:url|link|src)?$`)

function pictureColumns(columns: FileColumns, explicit: ReadonlyMap<string, string>): string[] {
  const mapped = new Set(explicit.values())
  const numbered = [...columns.keys()].flatMap((column) => {
    const [, number] = NUMBERED_PICTURE.exec(folded(column)) ?? []
    return number === undefined || mapped.has(column) ? [] : [{ column, number: Number(number) }]
  })
  return numbered.sort((a, b) => a.number - b.number).map(({ column }) => column)
}

/** The mapping of grouped rows: their dialect has read every column already. */
function ofGrouped(dialect: Dialect, mapping: FieldMapping, columns: FileColumns): FieldMapping {
  return {
    ...mapping,
    sources: new Map(
      [...mapping.sources.keys(), ...Object.keys(FIELD_READERS)].map((field) => [field, field]),
    ),
    explicit: new Map(),
    pictures: [],
    ignored: [...columns.keys()].filter((column) => !dialect.used.has(column)),
  }
}

/** The columns that are named after a field, of those fields of which `said` says nothing. */
function namedColumns(
  columns: FileColumns,
  said: ReadonlyMap<string, string>,
  option: OptionStyle,
): Map<string, string> {
  const mapped = new Set(said.values())
  const named = new Map<string, string>()
  for (const [column, { hasList }] of columns) {
    const field = fieldOf(column)
    // A text is not a list of variants, even in a column of that name.
    if (
      field === undefined ||
      (STRUCTURED.has(field) && !hasList) ||
      said.has(field) ||
      (field !== column && mapped.has(column))
    )
      continue
    const other = named.get(field)
    if (other !== undefined) throw clash(field, [other, column], option)
    named.set(field, column)
  }
  return named
}

/** Throws an `ImportRefused` for a column that is used, and whose name another one has, too. */
function requireOnce(used: Iterable<string>, repeated: ReadonlySet<string>): void {
  for (const column of used)
    if (repeated.has(column))
      throw refused(`there are two columns ${quoted(column)}: give one of them another name`)
}

const refused = (message: string) => new ImportRefused('unusable_parameters', message)

const clash = (field: string, [first, second]: [string, string], option: OptionStyle) =>
  refused(
    `the columns ${quoted(first)} and ${quoted(second)} both have the name of the field ${field}: choose one, for example with ${option('map', `${field}=${quoted(first)}`)}`,
  )

function requireColumn(
  pair: string,
  column: string,
  { columns, option }: { columns: FileColumns; option: OptionStyle },
): void {
  if (columns.has(column)) return
  const meant = nearest(column, columns.keys())
  const field = pair.slice(0, pair.indexOf('='))
  const hint = meant === undefined ? '' : `; did you mean ${option('map', `${field}=${quoted(meant)}`)}?`
  throw refused(`${option('map', pair)}: no row has ${quoted(column)}${hint}`)
}

/** The pairs of an option that can be repeated. */
function pairsOf(
  said: readonly string[],
  { name, what, option }: { name: 'map' | 'set'; what: string; option: OptionStyle },
): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const pair of said) {
    const [, field, value] = /^([^=]*)=(.*)$/s.exec(pair) ?? []
    if (field === undefined || value === undefined || (value === '' && name === 'set'))
      throw refused(`${option(name, pair)}: write it as field=${what}`)
    if (!isField(field)) throw unknownField(option(name, pair), field)
    if (pairs.has(field))
      throw refused(`${option(name, pair)}: ${field} is ${name === 'map' ? 'mapped' : 'set'} twice`)
    pairs.set(field, value)
  }
  return pairs
}

function unknownField(pair: string, field: string): ImportRefused {
  const meant = nearest(field, Object.keys(FIELD_READERS))
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`
  return refused(
    `${pair}: there is no field ${quoted(field)}${hint || `; there are ${Object.keys(FIELD_READERS).join(', ')} and metadata.<key>`}`,
  )
}
