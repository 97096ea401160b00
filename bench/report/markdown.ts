/** A column of a table: its heading, and whether it holds numbers, which are on the right. */
export interface Column {
  heading: string
  isNumber?: boolean
}

/** A table in Markdown whose columns are also aligned as plain text. Every row has a cell for each column. */
export function markdownTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ heading }, n) =>
    Math.max(3, heading.length, ...rows.map((row) => row[n]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, n) => pad(cell, widths[n] ?? 0, columns[n]?.isNumber)).join(' | ')} |`
  const rule = columns.map(({ isNumber }, n) => {
    const dashes = '-'.repeat((widths[n] ?? 0) - (isNumber ? 1 : 0))
    return isNumber ? `${dashes}:` : dashes
  })
  return [line(columns.map(({ heading }) => heading)), line(rule), ...rows.map(line)].join('\n')
}

const pad = (text: string, width: number, isNumber = false) =>
  isNumber ? text.padStart(width) : text.padEnd(width)
