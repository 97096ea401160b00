import { Presets, SingleBar } from 'cli-progress'

export interface Progress {
  advance(): void
  stop(): void
}

/** In a log a line now and then is enough. */
const LINE_EVERY_MS = 3_000

/** Shows on stderr how far a piece of work of `total` rows is: a bar on a terminal, else a line every few seconds. */
export function showProgress(total: number): Progress {
  return process.stderr.isTTY ? showBar(total) : writeLines(total)
}

function showBar(total: number): Progress {
  const bar = new SingleBar(
    {
      format: '{bar} {percentage}% | {value} of {total} rows | {eta_formatted} left',
      stream: process.stderr,
    },
    Presets.shades_classic,
  )
  bar.start(total, 0)
  return { advance: () => bar.increment(), stop: () => bar.stop() }
}

function writeLines(total: number): Progress {
  let done = 0
  let last = Date.now()
  return {
    advance() {
      done++
      if (Date.now() - last < LINE_EVERY_MS || done === total) return
      last = Date.now()
      console.error(`${done} of ${total} rows (${Math.floor((done / total) * 100)} %)`)
    },
    stop() {},
  }
}
