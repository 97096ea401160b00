import type { Methods } from '../../calls.ts'
import { cancelImport, type ImportJob, isRunning, POLL_MS, readImport } from '../../imports.ts'
import { StorefrontError } from '../../problem.ts'
import { isPassing, waitFor } from '../../retry.ts'
import { explain, oneLine } from '../error-line.ts'
import { runningLine } from '../running-line.ts'
import { COMMAND } from '../words.ts'
import { progressLine } from './import-report.ts'

const SILENT = 'the API does not respond'

/**
 * Shows how far an import is until its end, and waits while the API is away: the import continues. If the signal comes first,
 * it is cancelled, or left as it is. Throws `StorefrontError` for an error that does not pass.
 */
export async function followImport(
  client: Pick<Methods, 'GET' | 'POST'>,
  begun: ImportJob,
  { signal, cancels }: { signal: AbortSignal; cancels: boolean },
): Promise<ImportJob> {
  const { id } = begun
  const line = runningLine()
  const say = (text: string) => {
    line.clear()
    console.error(text)
  }
  let job = begun
  let isCancelled = false
  let isAway = false
  let reason = SILENT
  /** The next state; undefined if the API is away. */
  const next = async (request: Promise<ImportJob>): Promise<ImportJob | undefined> => {
    const read = await request.catch((error: unknown) => {
      reason = error instanceof StorefrontError && error.problem ? oneLine(explain(error)) : SILENT
      if (signal.aborted || isAbsence(error)) return undefined
      throw error
    })
    if (read && isAway) say('the API responds again')
    if (read) isAway = false
    return read
  }
  try {
    while (isRunning(job)) {
      if (signal.aborted && !cancels) return job
      if (signal.aborted && !isCancelled) {
        say('cancelling the import …')
        const cancelled = await next(cancelImport(client, id))
        if (!cancelled) {
          say(`${reason}: nothing was cancelled; ${COMMAND} imports cancel ${id} cancels it`)
          return job
        }
        isCancelled = true
        job = cancelled
        continue
      }
      line.show(progressLine(job))
      const until = isCancelled ? new AbortController().signal : signal
      await pause(until)
      if (until.aborted) continue
      const read = await next(readImport(client, id, until))
      if (!read && !until.aborted && !isAway) {
        isAway = true
        say(
          `the API does not respond, and the import continues; ${COMMAND} imports follow ${id} shows it later`,
        )
      }
      job = read ?? job
    }
    return job
  } finally {
    line.clear()
  }
}

/** True for an error that passes: there is no connection, or the API cannot respond now. */
const isAbsence = (error: unknown): boolean =>
  error instanceof StorefrontError
    ? isPassing(error.status)
    : error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')

/** Waits until the next look, or until the signal. */
const pause = (signal: AbortSignal) => waitFor(POLL_MS, signal).catch(() => {})
