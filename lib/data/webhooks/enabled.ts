/** The enabled webhooks of all businesses, for the sweep. */
import type { Step } from '../table/commit.ts'
import { isOwnOrNobodys } from '../table/expressions.ts'
import { isOf } from '../table/item-pages.ts'
import { enabledPartition, enabledWebhookKey } from '../table/keys.ts'
import { pagesOf } from '../table/patient-reads.ts'

/** A webhook and whose it is. */
export interface WebhookName {
  businessId: string
  webhookId: string
}

/** The step that lists a webhook as enabled. */
export const listAsEnabled = (businessId: string, webhookId: string): Step => ({
  write: {
    Put: {
      Item: {
        ...enabledWebhookKey(businessId, webhookId),
        type: 'enabled_webhook',
        business_id: businessId,
        webhook_id: webhookId,
      },
      ...isOwnOrNobodys(businessId),
    },
  },
})

/** The step that takes it off the list. */
export const unlist = (businessId: string, webhookId: string): Step => ({
  write: { Delete: { Key: enabledWebhookKey(businessId, webhookId), ...isOwnOrNobodys(businessId) } },
})

/** The enabled webhooks in a part of the list, of which there are `ENABLED_SHARDS`, page by page. */
export async function* enabledIn(part: number): AsyncGenerator<WebhookName[]> {
  for await (const page of pagesOf({ pk: enabledPartition(part), sk: '' }))
    yield page
      .filter((item) => isOf('enabled_webhook', item))
      .map(({ business_id, webhook_id }) => ({
        businessId: String(business_id),
        webhookId: String(webhook_id),
      }))
}
