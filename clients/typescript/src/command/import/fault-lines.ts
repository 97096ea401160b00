import type { ImportFault } from '../../imports.ts'

/** The most lines that a person reads; the report has the rest. */
const MOST_LINES = 20

/** Faults with the same reasons, except for quoted values and numbers. */
interface Kind {
  count: number
  /** The line of the first one. */
  first: string
}

/** Gathers the rows that were refused or left out by their reasons. */
export class FaultLines {
  readonly #kinds = new Map<string, Kind>()

  add(fault: ImportFault): void {
    const { outcome, reasons } = fault
    const name = JSON.stringify([outcome, ...kindsOf(reasons).keys()])
    const known = this.#kinds.get(name)
    if (known) known.count++
    else this.#kinds.set(name, { count: 1, first: lineOf(fault) })
  }

  /** A line for each kind, the most frequent first: `in 516 rows, the first in row 1 (line 2): …`. */
  lines(report: string | undefined): string[] {
    const all = [...this.#kinds.values()].sort((a, b) => b.count - a.count)
    const lines = all
      .slice(0, MOST_LINES)
      .map(({ count, first }) => (count === 1 ? first : `in ${count} rows, the first in ${first}`))
    const rest = all.slice(MOST_LINES).reduce((sum, { count }) => sum + count, 0)
    const where = report === undefined ? 'add --report <file> to see all' : `all are in ${report}`
    if (rest > 0) lines.push(`and for other reasons ${rest} more rows: ${where}`)
    return lines
  }
}

/** `row 17 (line 18): price: must be …; name: is required`. */
function lineOf({ row, line, reasons }: ImportFault): string {
  const kinds = [...kindsOf(reasons).values()]
  const shown = kinds.map(({ first, count }) =>
    count === 1 ? first : `${first} (and ${count - 1} more like it)`,
  )
  return `row ${row}${line === null ? '' : ` (line ${line})`}: ${shown.join('; ')}`
}

/** Reasons by the text that they have in common: the first of each kind, and how many there are. */
function kindsOf(reasons: readonly string[]): Map<string, Kind> {
  const kinds = new Map<string, Kind>()
  for (const reason of reasons) {
    const known = kinds.get(withoutValues(reason))
    if (known) known.count++
    else kinds.set(withoutValues(reason), { first: reason, count: 1 })
  }
  return kinds
}

/** A reason without the values that differ from row to row. */
const withoutValues = (reason: string) => reason.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\d+/g, '0')
