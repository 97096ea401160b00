import { StorefrontError } from '../../problem.ts'
import { waitFor } from '../../retry.ts'
import type { Connection } from '../connection.ts'
import { runningLine } from '../running-line.ts'
import { type ImportJob, isRunning } from './import-job.ts'
import { progressLine } from './import-report.ts'
import { cancelImport, readImport } from './import-requests.ts'

const POLL_MS = 1_000

/** Shows how far an import is until its end. If the signal comes first, it is cancelled, and its end is waited for. */
export async function followImport(
  connection: Connection,
  begun: ImportJob,
  signal: AbortSignal,
): Promise<ImportJob> {
  const line = runningLine()
  let job = begun
  let isCancelled = false
  try {
    while (isRunning(job)) {
      if (signal.aborted && !isCancelled) {
        isCancelled = true
        line.clear()
        console.error('cancelling the import …')
        job = await cancelled(connection, job)
        continue
      }
      line.show(progressLine(job))
      await pause(isCancelled ? new AbortController().signal : signal)
      job = await readImport(connection, job.id)
    }
    return job
  } finally {
    line.clear()
  }
}

/** Waits until the next look, or until the signal. */
const pause = (signal: AbortSignal) => waitFor(POLL_MS, signal).catch(() => {})

/** An import can end right before it is cancelled: then its end is the outcome. */
async function cancelled(connection: Connection, { id }: ImportJob): Promise<ImportJob> {
  try {
    return await cancelImport(connection, id)
  } catch (error) {
    if (!(error instanceof StorefrontError && error.status === 409)) throw error
    return readImport(connection, id)
  }
}
