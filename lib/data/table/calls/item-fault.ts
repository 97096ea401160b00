import { TableUnavailable } from './table-fault.ts'
import { ForeignItem } from './tenant-guard.ts'

/** Errors of DynamoDB that say something of one call. Any other one is of the table, the role or the account. */
const OF_ONE_CALL = ['ValidationException', 'TransactionCanceledException']

/**
 * True if an error says something of the one item that was worked on, so that the next one can go well. False for an item of
 * another business, and for a table, disk, network or credentials that the next one would meet as well.
 */
export function isOfOneItem(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if (error instanceof TableUnavailable || error instanceof ForeignItem) return false
  // Of SQLite, of the system, and of the SDK where it has no credentials.
  if (['errcode', 'syscall', 'tryNextLink'].some((member) => member in error)) return false
  return !('$metadata' in error) || OF_ONE_CALL.includes(error.name)
}

/** The number of failures in a row after which the next item is expected to fail, too. */
export const MOST_FAILURES_IN_A_ROW = 20
