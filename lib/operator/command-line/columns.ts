/**
 * Rows of texts beneath a row of headings, in columns as wide as their widest text. A column of unknown width on
 * a terminal, such as names in any script, is last. Controls are shown, not obeyed.
 */
export function inColumns(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((row) => row.map((cell) => cell.replace(/\p{C}/gu, '�')))
  const widths = headings.map((_, n) =>
    lines.reduce((widest, row) => Math.max(widest, row[n]?.length ?? 0), 0),
  )
  return lines
    .map((row) =>
      row
        .map((cell, n) => cell.padEnd(widths[n] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
