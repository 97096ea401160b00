const CODES = { bold: [1, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const

/**
 * A text in a colour, on a terminal that shows colours. https://no-color.org: NO_COLOR wins over everything;
 * FORCE_COLOR is for programs that show the output of others.
 */
export function paint(style: keyof typeof CODES, text: string): string {
  if (!usesColours()) return text
  const [begin, end] = CODES[style]
  return `\u001b[${begin}m${text}\u001b[${end}m`
}

function usesColours(): boolean {
  const { NO_COLOR = '', FORCE_COLOR = '', TERM } = process.env
  if (NO_COLOR !== '') return false
  if (FORCE_COLOR !== '') return FORCE_COLOR !== '0'
  return process.stdout.isTTY && TERM !== 'dumb'
}
