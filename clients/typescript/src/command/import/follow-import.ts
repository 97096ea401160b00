import { cancelImport, type ImportJob, isRunning, POLL_MS, readImport } from '../../imports.ts'
import { waitFor } from '../../retry.ts'
import type { Connection } from '../connection.ts'
import { runningLine } from '../running-line.ts'
import { progressLine } from './import-report.ts'

/** Shows how far an import is until its end. If the signal comes first, it is cancelled, or left as it is. */
export async function followImport(
  { client }: Connection,
  begun: ImportJob,
  { signal, cancels }: { signal: AbortSignal; cancels: boolean },
): Promise<ImportJob> {
  const line = runningLine()
  let job = begun
  let isCancelled = false
  try {
    while (isRunning(job)) {
      if (signal.aborted && !cancels) return job
      if (signal.aborted && !isCancelled) {
        isCancelled = true
        line.clear()
        console.error('cancelling the import …')
        job = await cancelImport(client, job.id)
        continue
      }
      line.show(progressLine(job))
      await pause(isCancelled ? new AbortController().signal : signal)
      job = await readImport(client, job.id)
    }
    return job
  } finally {
    line.clear()
  }
}

/** Waits until the next look, or until the signal. */
const pause = (signal: AbortSignal) => waitFor(POLL_MS, signal).catch(() => {})
