import { stringify } from 'csv-stringify/sync'

/** The text of a CSV file with these columns; cells that a row does not name are empty. */
export const csvOf = (
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string>>[],
): string =>
  stringify(
    rows.map((row) => columns.map((column) => row[column] ?? '')),
    { header: true, columns: [...columns] },
  )
