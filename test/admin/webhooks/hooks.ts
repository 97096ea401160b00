import { randomUUID } from 'node:crypto'
import { queryItems, readItem } from '../../../lib/data/table/calls/writer.ts'
import { commit } from '../../../lib/data/table/commit.ts'
import { newId } from '../../../lib/data/table/ids.ts'
import { eventKey, webhookKey, webhookSecretKey, webhookStateKey } from '../../../lib/data/table/keys.ts'
import type { WebhookName } from '../../../lib/data/webhooks/enabled.ts'
import type { Item } from '../../support/items.ts'
import { type Body, create, type Merchant } from '../merchant.ts'

/** The least that makes a webhook. */
export const HOOK = { url: 'https://hooks.example/storefront', events: ['*'] }

/** The same with a URL that no other webhook has. */
export const newHook = () => ({ ...HOOK, url: `https://hooks.example/${randomUUID()}` })

/** Creates a webhook and gives back what the API says of it. */
export const makeHook = (merchant: Merchant, body: object = {}): Promise<Body> =>
  create(merchant, '/admin/webhooks', { ...newHook(), ...body })

export const pathOf = ({ id }: { id: string }) => `/admin/webhooks/${id}`

/** The items of a webhook other than its own: its secrets, and its state with its deliveries. */
export async function itemsOf({ businessId, webhookId }: WebhookName) {
  const { items } = await queryItems<Item>({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': webhookStateKey(businessId, webhookId).pk },
    ConsistentRead: true,
  })
  return {
    webhook: await readItem<Item>(webhookKey(businessId, webhookId)),
    secret: await readItem<Item>(webhookSecretKey(businessId, webhookId)),
    state: items.find(({ sk }) => sk === 'DELIVERIES'),
    deliveries: items.filter(({ sk }) => sk.startsWith('DELIVERY#')),
    due: items.filter(({ sk }) => sk.startsWith('DUE#')).map(({ sk }) => sk),
  }
}

/** Records an event of a type, as a change would, at a time. Returns its id. */
export async function recordEvent(
  businessId: string,
  { type = 'product.updated', at = new Date() }: { type?: string; at?: Date } = {},
): Promise<string> {
  const id = `evt_${newId(at)}`
  const json = JSON.stringify({ id, type, data: { id: randomUUID() } })
  await commit([
    { write: { Put: { Item: { ...eventKey(businessId, id), type: 'event', event_type: type, json } } } },
  ])
  return id
}
