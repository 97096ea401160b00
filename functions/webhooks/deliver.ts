import type { Context, SQSEvent } from 'aws-lambda'
import { deliver } from '../../lib/delivery/deliver.ts'
import { readWakeUp } from '../../lib/delivery/wake-ups.ts'
import { logged, logLine } from '../../lib/log.ts'

/** The queue: delivers what the webhook of a wake-up is to get. What it throws brings the wake-up back. */
export const handler = async ({ Records }: SQSEvent, { awsRequestId }: Context): Promise<void> => {
  for (const { body, messageId: message_id } of Records) {
    const beganMs = performance.now()
    const wakeUp = readWakeUp(body)
    if (!wakeUp) {
      const error = 'a message of the queue cannot be read as a wake-up'
      logLine('error', 'delivery', { error, message_id })
      continue
    }
    const { business_id, webhook_id, swept } = wakeUp
    const counts = await logged('delivery', { message_id, business_id, webhook_id }, () =>
      deliver(wakeUp, awsRequestId),
    )
    const isHealed = swept && counts !== undefined && counts.late > 0
    logLine(isHealed ? 'error' : 'info', 'delivery', {
      business_id,
      webhook_id,
      duration_ms: Math.round(performance.now() - beganMs),
      ...counts,
      ...(isHealed && { alarm: 'webhook_healed' }),
    })
  }
}
