/** A cell in quotes, as spreadsheets write one with a tab or a line break in it. */
const QUOTED = /"((?:[^"]|"")*)"(?=\t|\r?\n|$)/y
const PLAIN = /[^\t\r\n]*/y

/** The cells of a block that was copied from a spreadsheet, row after row. An empty line at the end is no row. */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [[]]
  for (let at = 0; at < text.length; ) {
    const [cell, length] = cellAt(text, at)
    rows.at(-1)?.push(cell)
    at += length
    const end = /^\r?\n|^\r/.exec(text.slice(at, at + 2))
    if (end) rows.push([])
    at += end ? end[0].length : 1
    if (!end && at === text.length) rows.at(-1)?.push('')
  }
  if (rows.at(-1)?.length === 0) rows.pop()
  return rows
}

function cellAt(text: string, at: number): [cell: string, length: number] {
  QUOTED.lastIndex = at
  const [whole = '', inside = ''] = QUOTED.exec(text) ?? []
  // Without a tab or a line break in it the quotes are the text's own.
  if (/[\t\n]/.test(inside)) return [inside.replaceAll('""', '"').replace(/\s+/g, ' ').trim(), whole.length]
  PLAIN.lastIndex = at
  const [cell = ''] = PLAIN.exec(text) ?? []
  return [cell.trim(), cell.length]
}

/** Rows as the text that a spreadsheet takes. */
export const blockText = (rows: readonly string[][]): string => rows.map((row) => row.join('\t')).join('\n')
