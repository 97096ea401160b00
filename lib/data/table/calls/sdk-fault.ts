import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TURNED_AWAY } from '../../dynamodb/service-error.ts'
import { TableUnavailable } from './table-fault.ts'

/** The service's own words for "not now" (DynamoDB Developer Guide, "Error handling": errors to retry). */
const PASSING = new Set([
  ...TURNED_AWAY,
  'InternalServerError',
  'ServiceUnavailable',
  'TimeoutError',
  'AbortError',
  'TransactionInProgressException',
  // To a single write of an item that a transaction is just writing. Nobody was throttled.
  'TransactionConflictException',
])

/** Node's error codes for a connection that cannot be made or that breaks. */
const BROKEN_CONNECTION = /^(ECONN|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|EHOSTUNREACH|ENETUNREACH)/

/** True if a repeated call may succeed: throttled, timed out, a fault of the service or of the network. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, $metadata } = error as { code?: string; $metadata?: { httpStatusCode?: number } }
  return (
    PASSING.has(error.name) || BROKEN_CONNECTION.test(code ?? '') || ($metadata?.httpStatusCode ?? 0) >= 500
  )
}

/** The codes with which a cancelled transaction says that one of its items was throttled. */
const THROTTLED_ITEM = new Set(['ThrottlingError', 'ProvisionedThroughputExceeded'])

/** True if DynamoDB throttled the call, or an item of its transaction. */
export const isThrottled = (error: unknown): boolean =>
  error instanceof TransactionCanceledException
    ? (error.CancellationReasons ?? []).some(({ Code = '' }) => THROTTLED_ITEM.has(Code))
    : error instanceof Error && TURNED_AWAY.has(error.name)

/** True if a passing error does not show whether the call was carried out, or still will be. */
export const isUncertain = (error: unknown) => !(error instanceof Error && TURNED_AWAY.has(error.name))

/** The error to throw on: a `TableUnavailable` if passing, else the error itself. */
export function asTableFault(error: unknown): unknown {
  return isPassing(error) ? new TableUnavailable('DynamoDB did not respond', { cause: error }) : error
}
