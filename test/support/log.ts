import { vi } from 'vitest'

/** A line of a function's log, read. */
export interface LogLine extends Record<string, unknown> {
  timestamp: string
  level: 'info' | 'error'
  message: string
}

const write = process.stdout.write.bind(process.stdout)

/**
 * From now on the log of handlers that run in this process goes into the array this returns, and nothing of it to the
 * terminal: a line per request would bury what a test has to say. Throws on JSON that is not one whole line, which
 * Lambda would not take for a line with fields.
 */
export function catchLog(): LogLine[] {
  const lines: LogLine[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((written) => {
    const text = String(written)
    if (!text.startsWith('{')) return write(text)
    if (text.indexOf('\n') !== text.length - 1) throw new Error(`not one line: ${text}`)
    return lines.push(JSON.parse(text)) > 0
  })
  return lines
}
