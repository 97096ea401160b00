import { isJsonObject } from '../../domain/body/json-object.ts'
import { quoted } from '../../domain/text/quoted.ts'
import type { Dialect } from '../catalogue-files/dialects/dialect.ts'
import { MAX_CELL_TEXT } from '../catalogue-files/read/csv-rows.ts'
import type { SourceRow } from '../catalogue-files/read/source-row.ts'
import { isStructured, mapFields, type SaidOfFields } from './field-mapping.ts'
import { type FileColumns, longColumns } from './mapping.ts'

/** The longest cell of a field, in characters; more than any has but descriptions, pictures and variants. */
export const MAX_CELL_OF_FIELD = 100 * 1024

/** The columns of a CSV file, by what is kept of their cells. */
export interface CsvColumns {
  /** Nothing is read of them. */
  ignored: ReadonlySet<string>
  descriptions: ReadonlySet<string>
  /** Others whose cells can be longer than those of most fields. */
  long: ReadonlySet<string>
}

const NONE = { descriptions: [], pictures: [] }

/** The columns of a CSV file with this header. Throws the `ImportRefused` of `mapFields`. */
export function csvColumnsOf(
  header: readonly string[],
  { dialect, repeated }: { dialect?: Dialect | undefined; repeated?: ReadonlySet<string> },
  said: SaidOfFields,
): CsvColumns {
  const columns: FileColumns = new Map(header.map((name) => [name, { hasList: false }]))
  const mapping = mapFields({ columns, ...(repeated && { repeated }), ...(dialect && { dialect }) }, said)
  const { descriptions, pictures } = dialect ? (dialect.long ?? NONE) : longColumns(mapping)
  const mapped = (field: string) => mapping.explicit.get(field) ?? []
  // A column can hold lists from any row on, and prices are looked at that another value is to replace.
  const canBeRead = (column: string) => !dialect && (isStructured(column) || column === 'price')
  return {
    ignored: new Set(mapping.ignored.filter((column) => !canBeRead(column))),
    descriptions: new Set([...descriptions, mapped('description')].flat()),
    long: new Set([...pictures, mapped('images'), dialect ? [] : header.filter(isStructured)].flat()),
  }
}

/** A row with a fault if the cell of a field is too long, without that cell. Of a description the beginning is kept, with a note. */
export function withShortCells(row: SourceRow, { ignored, descriptions, long }: CsvColumns): SourceRow {
  const { cut = [], cells, ...rest } = row
  if (!isJsonObject(rest.values)) return row
  const mostOf = (column: string) =>
    descriptions.has(column) || ignored.has(column)
      ? Number.POSITIVE_INFINITY
      : long.has(column)
        ? MAX_CELL_TEXT
        : MAX_CELL_OF_FIELD
  const isTooLong = ([column, cell]: [string, unknown]) =>
    typeof cell === 'string' && cell.length + Number(cut.includes(column)) > mostOf(column)
  const tooLong = Object.entries(rest.values).find(isTooLong)
  if (tooLong) {
    const values = Object.fromEntries(Object.entries(rest.values).filter((one) => !isTooLong(one)))
    const most = long.has(tooLong[0]) ? '1 MB' : '100 KB'
    // That a short row is forgiven does not forgive a long cell.
    return { ...rest, values, fault: `has more than ${most} in the cell of ${quoted(tooLong[0])}` }
  }
  const notes = cut
    .filter((column) => descriptions.has(column))
    .map((column) => ({
      loss: 'description' as const,
      detail: `${quoted(column)} has more than 1 MB, of which the beginning is read`,
    }))
  return { ...rest, ...(cells !== undefined && { cells }), ...(notes.length > 0 && { notes }) }
}
