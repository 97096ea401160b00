import { clearLine, cursorTo } from 'node:readline'
import type { WriteStream } from 'node:tty'

/** Shows the current step: each text takes the place of the one before; without a text the line is cleared. */
export type StatusLine = (text?: string) => void

/** One line on a terminal that is written again and again. In a log, which cannot take a line back, only the first. */
export function createStatusLine(stream: WriteStream): StatusLine {
  let isFirst = true
  return (text) => {
    if (stream.isTTY) {
      cursorTo(stream, 0)
      clearLine(stream, 0)
      if (text) stream.write(text)
    } else if (isFirst && text) stream.write(`${text}\n`)
    isFirst = false
  }
}
