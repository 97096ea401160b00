import { paint } from './paint.ts'

/**
 * Rows of texts beneath a row of headings, in columns as wide as their widest text. Texts of any script have no known
 * width on a terminal, so a name belongs in the last column. Controls are shown, not obeyed.
 */
export function inColumns(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((row) => row.map((cell) => cell.replace(/\p{C}/gu, '�')))
  const widths = headings.map((_, n) =>
    lines.reduce((widest, row) => Math.max(widest, row[n]?.length ?? 0), 0),
  )
  const [first = '', ...others] = lines.map((row) =>
    row
      .map((cell, n) => cell.padEnd(widths[n] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [paint('bold', first), ...others].join('\n')
}

/** `name  value` on each line. */
export function asList(values: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(values).map(({ length }) => length))
  return Object.entries(values)
    .map(([name, value]) => `${name.padEnd(width)}  ${value.replace(/\p{C}/gu, '�')}`)
    .join('\n')
}
