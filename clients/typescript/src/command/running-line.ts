/** In a log a line now and then is enough. */
const LINE_EVERY_MS = 3_000

/** Shows on stderr how far a piece of work is: one line that changes on a terminal, else a line every few seconds. */
export function runningLine() {
  const { stderr } = process
  let last = Date.now()
  let shown = ''
  let isShown = false
  return {
    show(text: string): void {
      if (stderr.isTTY) {
        stderr.write(`\r\u001b[K${text}`)
        isShown = true
        return
      }
      if (text === shown || Date.now() - last < LINE_EVERY_MS) return
      last = Date.now()
      shown = text
      console.error(text)
    },
    /** Takes the line away, before another one is written. */
    clear(): void {
      if (isShown) stderr.write('\r\u001b[K')
      isShown = false
    },
  }
}
