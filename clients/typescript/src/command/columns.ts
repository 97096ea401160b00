import { paint } from './paint.ts'
import { shown } from './shown.ts'

/**
 * Rows of texts beneath a row of headings, in columns as wide as their widest text. Texts of any script have no known
 * width on a terminal, so a name belongs in the last column. Controls are shown, not obeyed.
 */
export const inColumns: TablePrinter = (headings, rows) => tablePrinter()(headings, rows)

type TablePrinter = (headings: readonly string[], rows: readonly (readonly string[])[]) => string

/** The same for a table in parts: the headings are above the first, and no later part is narrower than one before it. */
export function tablePrinter(): TablePrinter {
  let widths: number[] | undefined
  return (headings, rows) => {
    const lines = [headings, ...rows].map((row) => row.map((cell) => shown(cell)))
    const before = widths
    const now = headings.map((_, n) =>
      lines.reduce((widest, row) => Math.max(widest, row[n]?.length ?? 0), before?.[n] ?? 0),
    )
    widths = now
    const [first = '', ...others] = lines.map((row) =>
      row
        .map((cell, n) => cell.padEnd(now[n] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    return (before ? others : [paint('bold', first), ...others]).join('\n')
  }
}

/** `name  value` on each line. */
export function asList(values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([name, value]) => [shown(name), shown(value)] as const)
  const width = Math.max(...lines.map(([name]) => name.length))
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}
