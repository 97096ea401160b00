import { withUnknown } from '../../domain/newer-members.ts'
import { pick } from '../../domain/pick.ts'
import type { Webhook } from '../../domain/webhooks/webhook.ts'
import { WEBHOOK_FIELDS } from '../../domain/webhooks/webhook-view.ts'
import { queryItems, readItem } from '../table/calls/writer.ts'
import { isOf, listItems } from '../table/item-pages.ts'
import { type Key, webhookKey } from '../table/keys.ts'
import type { Page, PageRequest } from '../table/pages.ts'

type WebhookItem = Webhook & Key & { type: 'webhook' }

/** A webhook, read consistently, or undefined. */
export async function getWebhook(businessId: string, webhookId: string): Promise<Webhook | undefined> {
  const item = await readItem<WebhookItem>(webhookKey(businessId, webhookId))
  return item && webhookOf(item)
}

/** A page of webhooks in the order they were made. */
export const listWebhooks = (businessId: string, page: PageRequest): Promise<Page<Webhook>> =>
  listItems<WebhookItem, Webhook>(
    { start: webhookKey(businessId, ''), type: 'webhook', reverse: false, where: [], read: webhookOf },
    page,
  )

/** The enabled webhooks of a business as they are now: few enough for one Query. */
export async function enabledWebhooks(businessId: string): Promise<Webhook[]> {
  const { pk, sk } = webhookKey(businessId, '')
  const { items } = await queryItems<WebhookItem>({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
    ConsistentRead: true,
  })
  const webhooks = items.filter((item) => isOf('webhook', item)).map(webhookOf)
  return webhooks.filter(({ is_enabled }) => is_enabled)
}

/** The webhook in an item, without what only the table needs. */
const webhookOf = (item: WebhookItem): Webhook =>
  withUnknown(pick(item, WEBHOOK_FIELDS), item, ['pk', 'sk', 'type'])
