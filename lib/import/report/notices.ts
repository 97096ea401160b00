/** The sentences about a whole file that a person reads next to the results of its rows. */

import type { Notice } from '../../domain/imports/import-job.ts'
import type { StockUse } from '../../domain/imports/import-words.ts'
import { plural } from '../../domain/text/plural.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { DIALECTS } from '../catalogue-files/dialects/find-dialect.ts'
import type { OptionStyle } from '../option-style.ts'
import { FIELD_READERS } from '../read/field-readers.ts'
import type { FieldMapping, FileColumns } from '../read/mapping.ts'
import type { SourceFile } from '../read/source-file.ts'
import { likelyField } from '../read/suggestions.ts'

/** How the columns of a file are used, with the option for those that seem to be meant. */
export function columnNotices(
  { format, dialect, grouping, columns }: SourceFile,
  { matched, ignored, sources, pictures }: FieldMapping,
  option: OptionStyle,
): Notice[] {
  const taken = [
    ...[...matched].map(([field, column]) => `${quoted(column)} for ${field}`),
    ...(pictures.length > 0 ? [`${pictures.map((column) => quoted(column)).join(', ')} for images`] : []),
  ]
  const free = dialect ? [] : Object.keys(FIELD_READERS).filter((field) => !sources.has(field))
  const left = ignored.map((column) => {
    const field = likelyField(column, free)
    const use = field === undefined ? '' : ` (to use it: ${option('map', `${field}=${quoted(column)}`)})`
    return `${quoted(column)}${use}`
  })
  return [
    ...noticeIf(dialect && !grouping, 'format', () => readAs(format, option)),
    ...noticeIf(dialect?.warning, 'warning', (warning) => warning),
    ...noticeIf(format === 'csv' && sources.size === 0 ? valueIn(columns) : '', 'warning', noHeader),
    ...noticeIf(taken.length > 0, 'columns_used', () => `columns used for fields: ${taken.join(', ')}`),
    ...noticeIf(left.length > 0, 'columns_ignored', () => `ignored columns: ${left.join(', ')}`),
  ]
}

/** A value in the place of the name of a column, if there is one: a number or an address. */
const valueIn = (columns: FileColumns): string | undefined =>
  [...columns.keys()].find((name) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(name) || /^https?:\/\//i.test(name))

const noHeader = (value: string) =>
  `the first row looks like a product, with ${quoted(value)}: the first row of a CSV file has the names of its columns`

const files: Record<string, { file: string }> = DIALECTS

const readAs = (format: string, option: OptionStyle) =>
  `recognized as ${files[format]?.file ?? format} (use ${option('format', 'csv')} to import every row as its own product)`

/** A notice, if there is reason for one. */
const noticeIf = <T>(
  reason: T,
  code: Notice['code'],
  detail: (reason: NonNullable<T>) => string,
): Notice[] => (reason ? [{ code, detail: detail(reason) }] : [])

/** That quantities make products tracked, where nothing in the file does; or that they change nothing. */
export function stockNotices(
  { dialect, grouping }: SourceFile,
  mapping: FieldMapping,
  { stock, option }: { stock: StockUse; option: OptionStyle },
): Notice[] {
  const { sources, constants } = grouping?.mapping ?? mapping
  const column = sources.get('quantity')
  const ignoring = option('stock', 'ignore')
  if (stock === 'ignore')
    return noticeIf(
      dialect || column !== undefined,
      'stock_ignored',
      () => `${ignoring} changes no stock, and new products are not stock-tracked`,
    )
  const isSaid = (dialect && !grouping) || sources.has('track_inventory') || constants.has('track_inventory')
  return noticeIf(
    isSaid ? undefined : column,
    'stock_tracked',
    (one) =>
      `products with a value in ${quoted(one)} are now stock-tracked; use ${ignoring} to skip the quantities`,
  )
}

/** The most products that are named. */
const MOST_NAMED = 10

/** Names missing products that an error of this program met: `2 products missing from the file could not be …`. */
export function failedNotices(ids: readonly string[]): Notice[] {
  const named = ids.slice(0, MOST_NAMED)
  const more = ids.length - named.length
  const detail = `${ids.length} ${plural(ids.length, 'product')} missing from the file could not be changed, or only partly, because of an error in this program: see ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return ids.length > 0 ? [{ code: 'warning', detail }] : []
}
