import type { ImportFault } from '../../../../typescript/src/imports.ts'

/** The most refused rows of an import that the API keeps. */
export const MOST_KEPT = 10_000

const COLUMNS = ['row', 'line', 'name', 'external_id', 'outcome', 'reasons']

/**
 * Rows that were refused or left out, as a CSV file for spreadsheets: with a byte order mark, and with an apostrophe before each
 * text that a spreadsheet would run.
 */
export function refusedCsv(faults: readonly ImportFault[]): string {
  const lines = faults.map(({ row, line, name, external_id, outcome, reasons }) =>
    [row, line, name, external_id, outcome, reasons.join('; ')].map((value) => cellOf(value)).join(','),
  )
  return `\uFEFF${[COLUMNS.join(','), ...lines].map((line) => `${line}\r\n`).join('')}`
}

function cellOf(value: string | number | null): string {
  const text = String(value ?? '').replace(/^[=+\-@\t\r]/, "'$&")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** How many of these rows a file of them has: ` (the first 10,000 of 12,345)`, or nothing if it has all. */
export const keptWords = (total: number): string =>
  total > MOST_KEPT ? ` (the first 10,000 of ${total.toLocaleString('en-US')})` : ''
