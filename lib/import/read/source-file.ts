import { isJsonObject } from '../../domain/body/json-object.ts'
import type { FileFormat } from '../../domain/imports/import-words.ts'
import { Unreadable } from '../../domain/text/unreadable.ts'
import { textOfCell } from '../catalogue-files/apostrophe.ts'
import type { Dialect, Place } from '../catalogue-files/dialects/dialect.ts'
import { DIALECTS, findDialect } from '../catalogue-files/dialects/find-dialect.ts'
import { MOST_COLUMNS } from '../catalogue-files/read/csv-rows.ts'
import { readSource, type Source, type Writing } from '../catalogue-files/read/source.ts'
import type { SourceRow } from '../catalogue-files/read/source-row.ts'
import { openTurns } from '../event-loop-turns.ts'
import type { ImportDatabase } from '../import-database.ts'
import { ImportRefused } from '../import-refused.ts'
import { unforeseenFault } from '../unforeseen-fault.ts'
import { type CsvColumns, csvColumnsOf, withShortCells } from './csv-cells.ts'
import { groupingOf, type SaidOfFields } from './field-mapping.ts'
import { groupedRows } from './grouped-rows.ts'
import { withJsonCells } from './json-cells.ts'
import type { FileColumns, Grouping } from './mapping.ts'

/** A catalogue file that has been read. */
export interface SourceFile {
  format: FileFormat
  /** How its rows make products, unless each is one. */
  dialect?: Dialect
  /** The columns by which its dialect makes variants of rows, where somebody has said them. */
  grouping?: Grouping
  rows: number
  columns: FileColumns
  /** Names that several columns have. Nothing can be read from them. */
  repeated?: ReadonlySet<string>
}

/** How a file is written, where somebody has said it. */
type SaidOfFile = Omit<Writing, 'format'> & SaidOfFields & { format?: FileFormat | undefined }

/** A catalogue file that has not been read yet. */
export interface UnreadFile {
  bytes: AsyncIterable<Uint8Array>
  /** The end of its name, such as `.csv`; empty where it has none. */
  extension: string
}

/** Somebody who waits while a file is read. */
export interface Watch {
  /** Called with a number of further rows. */
  onRows?: (count: number) => void
  /** Once it is aborted, reading ends with its reason. */
  signal?: AbortSignal
}

/**
 * Reads a complete catalogue file into the database. Throws an `ImportRefused` with the line where there is one, or the reason
 * of an aborted signal.
 */
export async function readSourceFile(
  { bytes, extension }: UnreadFile,
  said: SaidOfFile,
  database: ImportDatabase,
  { onRows = () => {}, signal }: Watch = {},
): Promise<SourceFile> {
  let isEmpty = true
  const turn = openTurns(signal)
  async function* noticed() {
    for await (const piece of bytes) {
      await turn()
      isEmpty &&= Buffer.from(piece).toString('latin1').trim() === ''
      yield piece
    }
  }
  try {
    const format = said.format && said.format in DIALECTS ? 'csv' : (said.format as Writing['format'])
    const reading = { isRead: (_column: string) => true }
    const isRead = (column: string) => reading.isRead(column)
    const source = await readSource(noticed(), { ...said, format, extension, isRead })
    const file = await collectRows(source, said, { database, onRows, turn, reading })
    if (file.rows === 0) throw new Unreadable(isEmpty ? 'the file is empty' : 'the file has no rows')
    return file
  } catch (error) {
    throw refusal(error)
  }
}

/** The place where rows are collected, and what happens between them. */
interface Collecting {
  database: ImportDatabase
  onRows: (count: number) => void
  turn: () => Promise<void>
  /** False for a column of CSV whose cells the next rows leave out. */
  reading: { isRead: (column: string) => boolean }
}

async function collectRows(
  { format, header = [], nameless, repeated = new Set(), rows }: Source,
  said: SaidOfFile,
  { database, onRows, turn, reading }: Collecting,
): Promise<SourceFile> {
  const named = header.filter((name) => !nameless?.has(name))
  const columns = new Map(named.map((name) => [name, { hasList: false }]))
  const grouping = groupingOf(new Map(header.map((name) => [name, { hasList: false }])), said, repeated)
  let found: Pick<SourceFile, 'dialect' | 'format'> = { format }
  let cells: CsvColumns | undefined
  let count = 0
  for await (const written of rows) {
    await turn()
    if (count === 0 && format === 'csv') {
      found = grouping ? { format, dialect: groupedRows(grouping) } : dialectOf(header, written, said.format)
      const known = csvColumnsOf(header, { dialect: found.dialect, repeated }, said)
      // The first row is whole: it shows somebody who looks for a column which there are.
      reading.isRead = (column) => !(known.ignored.has(column) && columns.has(column))
      cells = known
    }
    const read = () => (cells ? readCells(withShortCells(written, cells), found.dialect) : written)
    const { row, place } = placed(written, () => noteColumns(read(), columns), found.dialect)
    database.addRow(row, place)
    count++
    onRows(1)
  }
  return { rows: count, columns, repeated, ...found, ...(grouping && { grouping }) }
}

/**
 * A row as `read` returns it, and its place. One that meets an error nobody foresaw has a fault; its place is the one that it has
 * as it is written, so that nothing is made of its product.
 */
function placed(
  written: SourceRow,
  read: () => SourceRow,
  dialect: Dialect | undefined,
): { row: SourceRow; place: Place } {
  const placeOf = (row: SourceRow): Place => dialect?.placeOf(row) ?? { names: [] }
  const { number, line } = written
  const broken = (error: unknown): SourceRow => {
    const fault = unforeseenFault(error, { row: number })
    return { number, line, values: null, fault, isUnforeseen: true }
  }
  try {
    const row = read()
    return { row, place: placeOf(row) }
  } catch (error) {
    const row = broken(error)
    try {
      return { row, place: placeOf(written) }
    } catch (another) {
      return { row: broken(another), place: { names: [] } }
    }
  }
}

/** A row of CSV with the values of its cells. */
function readCells(row: SourceRow, dialect: Dialect | undefined): SourceRow {
  const { values } = row
  if (dialect?.hasBareCells || !isJsonObject(values)) return row
  const marked = Object.entries(values).filter(([, cell]) => typeof cell === 'string' && cell.startsWith("'"))
  const texts = Object.fromEntries(marked.map(([column, cell]) => [column, textOfCell(String(cell))]))
  const bare = marked.length > 0 ? { ...row, values: { ...values, ...texts } } : row
  return dialect ? bare : withJsonCells(bare)
}

/** The dialect of the file with this first row. Throws `Unreadable` if somebody has said one that it is not. */
function dialectOf(
  header: readonly string[],
  first: SourceRow,
  said: FileFormat | undefined,
): Pick<SourceFile, 'dialect' | 'format'> {
  const found = findDialect(header, first)
  if (found && (said === undefined || found.name === said))
    return { format: found.name, dialect: found.dialect }
  if (said === undefined || said === 'csv') return { format: 'csv' }
  const { of } = DIALECTS[said as keyof typeof DIALECTS]
  throw new Unreadable(`this is not an export of products from ${of}: it does not have the columns of one`)
}

/** Notes the columns of a row, and returns it. A row of JSON that has too many of its own gets a fault, and none is noted. */
function noteColumns(row: SourceRow, columns: Map<string, { hasList: boolean }>): SourceRow {
  const cells = isJsonObject(row.values) ? Object.entries(row.values) : []
  const further = cells.filter(([column]) => !columns.has(column)).length
  if (columns.size + further > MOST_COLUMNS) {
    const fault = `has members whose names the rows before do not have: a file can have ${MOST_COLUMNS} names`
    return { ...row, values: null, fault: row.fault ?? fault }
  }
  for (const [column, value] of cells)
    if (Array.isArray(value) || !columns.has(column)) columns.set(column, { hasList: Array.isArray(value) })
  return row
}

/** An error of a file as an `ImportRefused`, if a person can correct it; any other error unchanged. */
function refusal(error: unknown): unknown {
  const isTooLong = error instanceof Error && 'code' in error && error.code === 'ERR_STRING_TOO_LONG'
  if (!(error instanceof Unreadable || isTooLong)) return error
  const message = isTooLong ? 'this file is too large; split it' : error.message
  return new ImportRefused('unreadable', message, { cause: error })
}
