import type { SQSEvent } from 'aws-lambda'
import { readIndexRequest } from '../../lib/data/search/index-request.ts'
import { buildIndex } from '../../lib/data/search/store-index.ts'
import { asTenant } from '../../lib/data/table/calls/tenant-guard.ts'
import { logged, logLine } from '../../lib/log.ts'

/** The queue: makes and stores the search index of a business. What it throws brings the message back. */
export const handler = async ({ Records }: SQSEvent): Promise<void> => {
  for (const { body, messageId: message_id } of Records) {
    const beganMs = performance.now()
    const request = readIndexRequest(body)
    if (!request) {
      const error = 'a message of the queue cannot be read'
      logLine('error', 'search_index', { error, message_id })
      continue
    }
    const { business_id, requested_at } = request
    const built = await logged('search_index', { message_id, business_id }, () =>
      asTenant(business_id, () => buildIndex(business_id, requested_at)),
    )
    const duration_ms = Math.round(performance.now() - beganMs)
    logLine('info', 'search_index', { business_id, duration_ms, ...built })
  }
}
