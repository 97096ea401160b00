import { Presets, SingleBar } from 'cli-progress'

export interface Progress {
  advance(count?: number): void
  stop(): void
}

/** In a log a line now and then is enough. */
const LINE_EVERY_MS = 3_000

/** Shows on stderr how far a piece of work of `total` rows is: a bar on a terminal, else a line every few seconds. */
export function showProgress(total: number, what = 'rows'): Progress {
  return process.stderr.isTTY ? showBar(total, what) : writeLines(total, what)
}

function showBar(total: number, what: string): Progress {
  const bar = new SingleBar(
    {
      format: `{bar} {percentage}% | {value} of {total} ${what} | {eta_formatted} left`,
      stream: process.stderr,
    },
    Presets.shades_classic,
  )
  bar.start(total, 0)
  return { advance: (count = 1) => bar.increment(count), stop: () => bar.stop() }
}

function writeLines(total: number, what: string): Progress {
  let done = 0
  let last = Date.now()
  return {
    advance(count = 1) {
      done += count
      if (Date.now() - last < LINE_EVERY_MS || done === total) return
      last = Date.now()
      console.error(`${done} of ${total} ${what} (${Math.floor((done / total) * 100)} %)`)
    },
    stop() {},
  }
}

/** Phases of work, one after the other, each with its own progress. */
export function showPhases() {
  let current: Progress | undefined
  return {
    begin(what: string, total: number): Progress {
      current?.stop()
      current = showProgress(total, what)
      return current
    },
    /** Ends the current phase, also after an error. */
    stop: () => current?.stop(),
  }
}
