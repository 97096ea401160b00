import { isJsonObject } from '../../domain/body/json-object.ts'
import { quoted } from '../../domain/text/quoted.ts'
import type { SourceRow } from '../../import/catalogue-files/read/source-row.ts'
import type { FieldMapping } from '../../import/read/mapping.ts'
import type { SourceFile } from '../../import/read/source-file.ts'
import { likelyColumn } from '../../import/read/suggestions.ts'
import { forShell } from '../command-line/for-shell.ts'

/** Every new product needs one field of each of these groups, in which the best comes first. */
const NEEDED = [['name'], ['price'], ['category', 'category_id'], ['external_id', 'sku', 'slug']] as const

/** The most columns of a file that are shown, and the most characters of the first cell of each. */
const MOST_COLUMNS = 12
const MOST_TEXT = 30

interface ReadFile {
  path: string
  file: SourceFile
  mapping: FieldMapping
}

/** The options that the shown command has as they were said. */
interface SaidOptions {
  business: string
  map: readonly string[]
  set: readonly string[]
  category?: string
  port?: number
  stack?: string
  table?: string
}

/**
 * Lines for a file of which no row could be imported: what its first row has in which column, and the command that would map
 * what is missing.
 */
export function mappingHint(
  first: SourceRow | undefined,
  { path, file, mapping }: ReadFile,
  options: SaidOptions,
): string[] {
  const cells = isJsonObject(first?.values) ? Object.entries(first.values) : []
  const columns = cells.slice(0, MOST_COLUMNS).map(([column, cell]) => `${quoted(column)} = ${shown(cell)}`)
  const more = cells.length - columns.length
  const shape = `every row was refused. The first row has ${columns.join(', ')}${more > 0 ? `, and ${more} more` : ''}`
  const { sources, constants, ignored } = mapping
  const isThere = (field: string) =>
    sources.has(field) || constants.has(field) || (field === 'category' && options.category !== undefined)
  const missing = file.dialect ? [] : NEEDED.filter((fields) => !fields.some(isThere))
  if (missing.length === 0) return [shape]
  const command = [commandOf(path, options), ...missing.map((fields) => optionFor(fields, ignored))].join(' ')
  return [shape, `to name the columns: ${command}`]
}

function optionFor(fields: readonly string[], columns: readonly string[]): string {
  for (const field of fields) {
    const column = likelyColumn(field, columns)
    if (column !== undefined) return `--map ${forShell(`${field}=${column}`)}`
  }
  return fields.includes('category') ? '--category <name>' : `--map ${fields[0]}=<column>`
}

function commandOf(path: string, options: SaidOptions): string {
  const { business, map, set, category, port, stack, table } = options
  const said = (name: string, value: string | number | undefined) =>
    value === undefined ? [] : [`--${name} ${forShell(String(value))}`]
  return [
    `npm run operator -- import ${forShell(path)}`,
    ...said('business', business),
    ...said('table', table),
    ...said('stack', stack),
    ...said('port', port),
    ...map.flatMap((one) => said('map', one)),
    ...set.flatMap((one) => said('set', one)),
    ...said('category', category),
  ].join(' ')
}

function shown(cell: unknown): string {
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
  return quoted(text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text)
}
