/**
 * Writes one line of JSON to the function's log. Values must be free of secrets: never a token, a header as it
 * was sent, or a body.
 */
export function logLine(level: 'info' | 'error', message: string, fields: Record<string, unknown>): void {
  const line = JSON.stringify({ level, message, ...fields })
  if (level === 'error') console.error(line)
  else console.log(line)
}
