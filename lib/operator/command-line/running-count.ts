/** A line now and then is enough, on a terminal and in a log. */
const LINE_EVERY_MS = 3_000

/** Says on stderr how far a piece of work is of which nobody knows how much there is; nothing while it is short. */
export function showRunningCount(line: (count: number) => string): (count: number) => void {
  let total = 0
  let last = Date.now()
  return (count) => {
    total += count
    if (Date.now() - last < LINE_EVERY_MS) return
    last = Date.now()
    console.error(line(total))
  }
}
