import { runDue } from '../../lib/due/run-due.ts'
import { logged } from '../../lib/log.ts'

/** Every minute: ends the holds of stock whose time is over. */
export const handler = async (): Promise<void> => void (await logged('due', {}, () => runDue()))
