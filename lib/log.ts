import { isLambda } from './environment.ts'

/**
 * Writes one line of JSON to the function's log. Values must be free of secrets: never a token, a header as it
 * was sent, or a body. Functions share log groups; the name of the log stream has that of the function.
 *
 * Past `console`, which Lambda replaces by its own: that would set time, request id and level before the line, or wrap
 * the line as a string in an object, and no metric filter could see a field of it (docs/decisions/0016). Lambda reads
 * a line's level and time from `level` and `timestamp`.
 */
export function logLine(level: 'info' | 'error', message: string, fields: Record<string, unknown>): void {
  const timestamp = new Date().toISOString()
  process.stdout.write(`${JSON.stringify({ timestamp, level, message, ...fields })}\n`)
}

/** The log fields of an error of any type. */
export const faultFields = (error: unknown) =>
  error instanceof Error
    ? { error: error.stack, cause: error.cause && String(error.cause) }
    : { error: String(error) }

/**
 * Does the work of a background function. What nobody caught is logged and thrown on: Lambda's own line of it has neither the
 * message nor the business. `ids` are those of what the work is about.
 */
export async function logged<T>(
  message: string,
  ids: Record<string, unknown>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    logLine('error', message, { ...ids, ...faultFields(error) })
    throw error
  }
}

/**
 * Says that an item of another business was met: an alarm looks for this line. It is written where the error is made, because
 * some callers that catch it continue with other work. Nothing outside Lambda, as below.
 */
export function logForeignItem(businessId: string, error: Error): void {
  if (!isLambda()) return
  const fields = { alarm: 'foreign_item', business_id: businessId, ...faultFields(error) }
  logLine('error', 'tenant_guard', fields)
}

/**
 * Says that DynamoDB throttled a try of a call. The service's own metric does not count those of an index, from which all
 * public reads come (docs/decisions/0055). Nothing outside Lambda, where stdout is for the results of a program.
 */
export function logThrottled(): void {
  if (isLambda()) logLine('info', 'throttled', { alarm: 'table_throttled' })
}
