import { sweep } from '../../lib/delivery/sweep.ts'
import { sweepImports } from '../../lib/import/run/sweep-imports.ts'
import { logLine } from '../../lib/log.ts'

/** Every 15 minutes: wakes the webhooks that nobody else wakes any more, and ends the imports that nobody works on. */
export const handler = async (): Promise<void> => {
  const logged = async (swept: Promise<object>) => logLine('info', 'sweep', { ...(await swept) })
  // Neither of them keeps the other from being done.
  const parts = await Promise.allSettled([logged(sweep()), logged(sweepImports())])
  const failures = parts.flatMap((part) => (part.status === 'rejected' ? [part.reason] : []))
  // Only the first is thrown, and the log of the function says no more than that.
  for (const failure of failures.slice(1)) logLine('error', 'sweep', { error: String(failure) })
  if (failures.length > 0) throw failures[0]
}
