import { type Progress, showProgress } from '../lib/operator/command-line/progress.ts'

/** Says on stderr what is being measured and how far it is; the function it returns counts. */
export function begin(what: string, total: number): (more?: number) => void {
  process.stderr.write(`bench: ${what}\n`)
  const progress: Progress = showProgress(total, what)
  let left = total
  return (more = 1) => {
    progress.advance(more)
    left -= more
    if (left <= 0) progress.stop()
  }
}
