import { sweep } from '../../lib/delivery/sweep.ts'
import { sweepImports } from '../../lib/import/run/sweep-imports.ts'
import { logged, logLine } from '../../lib/log.ts'

/** Every 15 minutes: wakes the webhooks that nobody else wakes any more, and takes up or ends the imports that nobody works on. */
export const handler = async (): Promise<void> => {
  const part = (swept: Promise<object>) =>
    logged('sweep', {}, async () => logLine('info', 'sweep', { ...(await swept) }))
  // Neither of them keeps the other from being done.
  const parts = await Promise.allSettled([part(sweep()), part(sweepImports())])
  const failed = parts.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}
