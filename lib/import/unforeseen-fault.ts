import { TableUnavailable } from '../data/table/calls/table-fault.ts'
import { ForeignItem } from '../data/table/calls/tenant-guard.ts'
import { quoted } from '../domain/text/quoted.ts'
import { isLambda } from '../environment.ts'
import { logLine } from '../log.ts'
import { ImportRefused } from './import-refused.ts'

/** Errors of DynamoDB that say something of one write. Any other one is of the table, the role or the account. */
const OF_ONE_WRITE = ['ValidationException', 'TransactionCanceledException']

/**
 * The fault of a row whose error nobody foresaw, so that it costs this row and no other; the log of a function gets the error.
 * Throws what is not of one row: an item of another business, and a table, disk or network that the next row would meet as
 * well.
 */
export function unforeseenFault(
  error: unknown,
  place: { row: number; import_id?: string | undefined },
): string {
  if (!(error instanceof Error) || !isOfRow(error)) throw error
  if (isLambda()) logLine('error', 'import', { ...place, error: error.stack ?? error.message })
  return `cannot be imported because of an error of this program: ${quoted(error.name)}`
}

function isOfRow(error: Error): boolean {
  if ([TableUnavailable, ForeignItem, ImportRefused].some((kind) => error instanceof kind)) return false
  if ('errcode' in error || 'syscall' in error) return false
  return !('$metadata' in error) || OF_ONE_WRITE.includes(error.name)
}
