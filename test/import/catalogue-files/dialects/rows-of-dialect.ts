import type { Dialect } from '../../../../lib/import/catalogue-files/dialects/dialect.ts'
import { findDialect } from '../../../../lib/import/catalogue-files/dialects/find-dialect.ts'
import type { SourceRow } from '../../../../lib/import/catalogue-files/read/source-row.ts'

export type Cells = Readonly<Record<string, string>>

/** Rows with these cells, on the lines from 2 on. As in a file, a blank cell is not there. */
export const rowsOf = (...rows: Cells[]): SourceRow[] =>
  rows.map((cells, n) => ({
    number: n + 1,
    line: n + 2,
    values: Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== '')),
  }))

/** The dialect of a file with these rows and all of their columns. */
export function dialectOf(...rows: Cells[]): Dialect {
  const header = [...new Set(rows.flatMap((cells) => Object.keys(cells)))]
  const [first = { number: 1, line: 2, values: {} }] = rowsOf(...rows)
  const found = findDialect(header, first)
  if (!found) throw new Error(`no other system writes the columns ${header}`)
  return found.dialect
}

/** The product that these rows of a file are, with its values and the texts of its notes. */
export function readRows(...rows: Cells[]) {
  const read = { source: 'shop', now: '2026-11-27 12:00:00' }
  const { values, notes, ...rest } = dialectOf(...rows).productOf(rowsOf(...rows), read)
  return { ...rest, values: Object(values), notes: notes.map(({ loss, detail }) => `${loss}: ${detail}`) }
}
