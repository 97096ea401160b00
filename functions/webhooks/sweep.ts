import { sweep } from '../../lib/delivery/sweep.ts'
import { logLine } from '../../lib/log.ts'

/** Every 15 minutes: wakes the webhooks that nobody else wakes any more. */
export const handler = async (): Promise<void> => {
  logLine('info', 'sweep', { ...(await sweep()) })
}
