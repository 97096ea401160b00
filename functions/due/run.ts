import { runDue } from '../../lib/due/run-due.ts'
import { logged } from '../../lib/log.ts'

/** Every minute: ends holds of stock, and makes and ends scheduled changes. */
export const handler = async (): Promise<void> => void (await logged('due', {}, () => runDue()))
