/** The enabled webhooks of all businesses, for whoever looks after all of them. */
import type { Step } from '../table/commit.ts'
import { isOwnOrNobodys } from '../table/expressions.ts'
import { isOf } from '../table/item-pages.ts'
import { ENABLED_SHARDS, enabledPartition, enabledWebhookKey, type Key } from '../table/keys.ts'
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

/** Every enabled webhook of every business, page by page. `turn` is a whole number that says which part comes first. */
export async function* allEnabled(turn = 0): AsyncGenerator<WebhookName[]> {
  for (let n = 0; n < ENABLED_SHARDS; n++) {
    const all: Key = { pk: enabledPartition((turn + n) % ENABLED_SHARDS), sk: '' }
    for await (const page of pagesOf(all))
      yield page
        .filter((item) => isOf('enabled_webhook', item))
        .map(({ business_id, webhook_id }) => ({
          businessId: String(business_id),
          webhookId: String(webhook_id),
        }))
  }
}
