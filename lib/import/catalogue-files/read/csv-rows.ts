import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { DELIMITERS, type Delimiter } from '../../../domain/imports/import-words.ts'
import { quoted } from '../../../domain/text/quoted.ts'
import { Unreadable } from '../../../domain/text/unreadable.ts'
import { beginningOf } from './beginning.ts'
import { newlinesIn } from './newlines.ts'
import type { SourceRow } from './source-row.ts'

interface CsvRecord {
  record: string[]
  info: { lines: number }
}

interface CsvRules {
  delimiter?: Delimiter | undefined
  /** The most rows times columns. */
  mostCells?: number | undefined
  /** False for a column whose cells a row leaves out; called for each row. */
  isRead?: ((column: string) => boolean) | undefined
}

interface CsvRows {
  header: readonly string[]
  nameless: ReadonlySet<string>
  repeated: ReadonlySet<string>
  rows: AsyncIterable<SourceRow>
}

/**
 * The rows of a CSV file (RFC 4180) whose first line names its columns; before it can be a line `sep=;`, as spreadsheets
 * write it. Without `delimiter` it is the one that the names are most often separated by. Blank rows are left out, and blank
 * cells of columns without a name, which a spreadsheet may leave behind. A row with other cells than the header has a fault; one with a
 * cell that is too long has the beginning of it, and says so.
 * Throws `Unreadable` with the line.
 */
export async function readCsv(
  text: AsyncIterable<string>,
  { delimiter, mostCells = Number.POSITIVE_INFINITY, isRead = () => true }: CsvRules,
): Promise<CsvRows> {
  const { taken, all } = await beginningOf(text, HEAD)
  const head = taken.join('')
  const [hint = '', said] = /^sep=([,;\t|])(?:\r\n|\n|\r)/i.exec(head) ?? []
  const between = (delimiter && DELIMITERS[delimiter]) ?? said ?? delimiterOf(head)
  const before = hint ? 1 : 0
  const records = recordsOf(without(hint.length, all), between, before)
  const { value: first } = await records.next()
  if (first && first.record.length > MOST_COLUMNS)
    throw new Unreadable(`the header has ${first.record.length} columns, and a file can have ${MOST_COLUMNS}`)
  const header = headerOf(first?.record ?? [])
  async function* rows() {
    let number = 0
    for await (const one of records) {
      if (++number * header.names.length > mostCells)
        throw new Unreadable(
          `this file has more than ${mostCells} cells: leave out columns, or send it in parts`,
        )
      yield { number, line: lineOf(one, before), ...rowOf(header.names, one.record, isRead) }
    }
  }
  const { names, nameless, repeated } = header
  return { header: names, nameless, repeated, rows: rows() }
}

/** The line on which a record begins. */
const lineOf = ({ record, info }: CsvRecord, before: number) =>
  before + info.lines - record.reduce((count, cell) => count + newlinesIn(cell), 0)

/** More than the exports of any system. */
export const MOST_COLUMNS = 20_000

/** A row can have empty cells behind those of its columns. This many take 1 MB until the row ends. */
const MOST_CELLS_OF_ROW = 100_000

/** Enough text to know how it is written; a header is no longer. */
const HEAD = 65_536

/** The text without its first characters. */
async function* without(length: number, text: AsyncIterable<string>): AsyncGenerator<string> {
  let left = length
  for await (const piece of text) {
    yield piece.slice(left)
    left = Math.max(0, left - piece.length)
  }
}

/** The delimiter that the first line with text contains most often outside of quotes; a comma if it contains none. */
function delimiterOf(head: string): string {
  const [line = ''] = /^.*\S.*$/m.exec(head.replace(/"[^"]*"/g, '""')) ?? []
  const counted = Object.values(DELIMITERS).map((one) => ({ one, count: line.split(one).length }))
  return counted.reduce((most, next) => (next.count > most.count ? next : most)).one
}

/** csv-parse's own messages, in the words of this program. */
const FAULTS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  INVALID_OPENING_QUOTE: 'a quote is in the middle of a cell that does not begin with a quote',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'there is text between a closing quote and the next delimiter',
  CSV_INVALID_CLOSING_QUOTE: 'there is text between a closing quote and the next delimiter',
}

/** `before` is how many lines of the file are not in the text. */
async function* recordsOf(
  text: AsyncIterable<string>,
  delimiter: string,
  before: number,
): AsyncGenerator<CsvRecord, undefined> {
  let ended = 0
  const parser = parse({
    delimiter,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    // Files separated by tabs mostly have no quotes: an inch sign in the middle of a cell is an inch sign.
    relax_quotes: delimiter === DELIMITERS.tab,
    // Some write blanks around quotes; those in quotes stay.
    trim: true,
    // It is called for each cell, long before the row ends.
    cast(cell, { index, lines }) {
      if (index < MOST_CELLS_OF_ROW) return cell
      throw new Unreadable(`line ${before + lines}: a row has more than ${MOST_CELLS_OF_ROW} cells`)
    },
    on_record(record, { lines }) {
      ended = lines
      return record
    },
  })
  // A failure also ends the parser, which throws it to the reader of the records.
  const fed = pipeline(Readable.from(text), parser).catch(() => {})
  try {
    yield* parser as AsyncIterable<CsvRecord>
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // An open quote is only noticed at the end of the file: it is in the record behind the last one.
    const line = error.code === 'CSV_QUOTE_NOT_CLOSED' ? ended + 1 : Number(error.lines)
    throw new Unreadable(`line ${before + line}: ${FAULTS[error.code] ?? quoted(error.message)}`, {
      cause: error,
    })
  } finally {
    parser.destroy()
    await fed
  }
}

interface Header {
  /** White space in a name counts as one blank. A column without a name is called by its place. */
  names: string[]
  nameless: ReadonlySet<string>
  /** Names that several columns have: the later ones are called by their places, too. */
  repeated: ReadonlySet<string>
}

function headerOf(record: readonly string[]): Header {
  const said = record.map((name, n) => name.trim().replace(/\s+/g, ' ') || `column ${n + 1}`)
  const first = new Map<string, number>()
  for (const [n, name] of said.entries()) if (!first.has(name)) first.set(name, n)
  const isRepeated = (name: string, n: number) => first.get(name) !== n
  const names = said.map((name, n) => (isRepeated(name, n) ? `${name} in column ${n + 1}` : name))
  return {
    names,
    nameless: new Set(names.filter((_, n) => !record[n]?.trim())),
    repeated: new Set(said.filter(isRepeated)),
  }
}

/** The characters of a cell that are read: readers of fields make many values of the text of one. */
export const MAX_CELL_TEXT = 1024 * 1024

const isLong = (cell: string) => cell.length > MAX_CELL_TEXT

function rowOf(
  names: readonly string[],
  record: readonly string[],
  isRead: (column: string) => boolean,
): Omit<SourceRow, 'number' | 'line'> {
  const fault = raggedness(names.length, record)
  const values: [string, string][] = []
  const cut: string[] = []
  for (const [n, name] of names.entries()) {
    const cell = record[n] ?? ''
    if (cell.trim() === '' || !isRead(name)) continue
    if (isLong(cell)) cut.push(name)
    values.push([name, isLong(cell) ? cell.slice(0, MAX_CELL_TEXT) : cell])
  }
  return {
    values: Object.fromEntries(values),
    ...(fault !== undefined && { fault }),
    ...(cut.length > 0 && { cut }),
    ...(record.length < names.length && { cells: record.length }),
  }
}

/** A cell too many is harmless while it is empty. One that is missing could be any: the others are not where they seem. */
function raggedness(columns: number, record: readonly string[]): string | undefined {
  const isLong = record.slice(columns).some((cell) => cell.trim() !== '')
  if (!isLong && record.length >= columns) return undefined
  return `has ${record.length} cells, and the header has ${columns}: look for a quote too many or too few`
}
