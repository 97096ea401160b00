import type { WebhookName } from '../data/webhooks/enabled.ts'
import { logLine } from '../log.ts'
import { sendWakeUps } from './wake-ups.ts'

/**
 * Wakes a webhook for what a request has just written. Never throws: that is in the table, and if the queue does not take
 * the wake-up, the sweep sends another one within 15 minutes.
 */
export async function wakeNow({
  businessId: business_id,
  webhookId: webhook_id,
}: WebhookName): Promise<void> {
  try {
    await sendWakeUps([{ business_id, webhook_id }], 0)
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    logLine('error', 'wake_up', { business_id, webhook_id, error: String(error), cause: String(cause) })
  }
}
