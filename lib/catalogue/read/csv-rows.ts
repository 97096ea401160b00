import { CsvError, parse } from 'csv-parse/sync'
import { quoted } from '../../domain/quoted.ts'
import { Unreadable } from '../../domain/unreadable.ts'
import { EMPTY_CELL, type SourceRow } from './source-row.ts'

interface CsvRecord {
  record: string[]
  info: { lines: number }
}

/**
 * The rows of a CSV file (RFC 4180) whose first line names its columns. Blank rows are left out, and blank
 * cells of columns without a name, which a spreadsheet may leave behind. */
export function readCsv(text: string): SourceRow[] {
  const [header, ...records] = parseRecords(text)
  if (!header) return []
  const columns = columnNames(header.record)
  return records.map(({ record, info }, n) => ({
    number: n + 1,
    line: info.lines - record.join('').split('\n').length + 1,
    values: Object.fromEntries(
      columns
        .map((name, column) => [name, record[column]?.trim() ? record[column] : EMPTY_CELL] as const)
        .filter(([, cell], column) => cell !== EMPTY_CELL || header.record[column]?.trim()),
    ),
  }))
}

/** csv-parse's own messages, in the words of this program. */
const FAULTS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  INVALID_OPENING_QUOTE: 'a quote is in the middle of a cell that does not begin with a quote',
  CSV_INVALID_CLOSING_QUOTE: 'there is text between a closing quote and the next comma',
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'the row has more or fewer cells than the header',
}

/** `to` ends the parsing after so many records. */
function parseRecords(text: string, to?: number): CsvRecord[] {
  try {
    return parse(text, {
      info: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      ...(to !== undefined && { to }),
    }) as unknown as CsvRecord[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = error.code === 'CSV_QUOTE_NOT_CLOSED' ? lineAfter(text, Number(error.records)) : error.lines
    throw new Unreadable(`line ${line}: ${FAULTS[error.code] ?? quoted(error.message)}`, { cause: error })
  }
}

/** The line behind so many records. An open quote is only noticed at the end of the file. */
const lineAfter = (text: string, records: number) =>
  records === 0 ? 1 : (parseRecords(text, records).at(-1)?.info.lines ?? 0) + 1

function columnNames(header: string[]): string[] {
  const names = header.map((name, n) => name.trim() || `column ${n + 1}`)
  const repeated = names.find((name, n) => names.indexOf(name) !== n)
  if (repeated !== undefined) throw new Unreadable(`line 1: there are two columns ${quoted(repeated)}`)
  if (names.length === 1 && /[;\t]/.test(names[0] ?? ''))
    throw new Unreadable('line 1: the columns are not separated by commas')
  return names
}
