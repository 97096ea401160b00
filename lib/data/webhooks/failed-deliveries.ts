/** The failed deliveries of a webhook, requested again, many in one transaction. */
import { eventsAt, eventTime } from '../../domain/events.ts'
import { MOST_REDELIVERED, type Redelivered, type Redelivery } from '../../domain/webhooks/redelivery.ts'
import type { Webhook } from '../../domain/webhooks/webhook.ts'
import { queryItems } from '../table/calls/writer.ts'
import { commit, Refusal, type Step } from '../table/commit.ts'
import { DELIVERY_PREFIX, deliveryKey, justAbove, justBelow, type Key } from '../table/keys.ts'
import { ADMIN_READ_BYTES, type Consumed, gatherPage, type Page } from '../table/pages.ts'
import { againstNewest } from '../table/versions.ts'
import { KEPT_MS, type StoredDelivery } from './deliveries.ts'
import { again, dueStep, promptly } from './delivery-requests.ts'
import type { WebhookName } from './enabled.ts'
import { getWebhook } from './webhooks.ts'

interface RequestOptions {
  now?: Date
  /** Further steps of the same transaction, made from the outcome; they are checked first. */
  also?: (outcome: Redelivered) => Step[]
}

type Failed = Pick<StoredDelivery, 'eventId' | 'status' | 'attempts'>

/**
 * Has the oldest failed deliveries of some time sent again, up to `MOST_REDELIVERED`, each with as many tries as a new
 * one. Reads at most about 4 MB of the table. Returns undefined if there is no such webhook. Throws the `Refusal`
 * `webhook_disabled`.
 */
export const requestFailed = (
  of: WebhookName,
  { from, until }: Omit<Redelivery, 'status'>,
  { now = new Date(), also }: RequestOptions = {},
): Promise<Redelivered | undefined> =>
  againstNewest(async () => {
    const { businessId, webhookId } = of
    const webhook = await getWebhook(businessId, webhookId)
    if (!webhook) return undefined
    const first = eventsAt(Math.max(Date.parse(from), now.getTime() - KEPT_MS))
    const end = eventsAt(until === undefined ? now.getTime() : Date.parse(until))
    const { items, position } = await readFailed(of, first, end)
    const outcome: Redelivered = {
      count: items.length,
      has_more: position !== null,
      next_from: position && new Date(eventTime(position)).toISOString(),
    }
    const steps = [...(also?.(outcome) ?? []), ...(await askFor(of, webhook, items, now.toISOString()))]
    if (steps.length > 0) await commit(steps)
    return outcome
  })

/** The steps that have failed deliveries made again, also while the webhook is paused. */
async function askFor(
  of: WebhookName,
  webhook: Webhook,
  failed: readonly Failed[],
  at: string,
): Promise<Step[]> {
  if (!webhook.is_enabled) throw new Refusal('webhook_disabled')
  if (failed.length === 0) return []
  const ids = failed.map(({ eventId }) => eventId)
  return [
    ...(await promptly(of.businessId, webhook, ids)),
    ...failed.flatMap((one) => [dueStep(of, { at, eventId: one.eventId }), again(of, one, at)]),
  ]
}

/** The failed deliveries of the events from one id up to another one, oldest first; positions are ids of events. */
function readFailed(
  { businessId, webhookId }: WebhookName,
  first: string,
  end: string,
): Promise<Page<Failed>> {
  const rules = { isFiltered: true, mostBytes: ADMIN_READ_BYTES }
  const { sk: upper } = deliveryKey(businessId, webhookId, end)
  return gatherPage({ limit: MOST_REDELIVERED }, rules, async (position, limit) => {
    const { pk, sk: lower } = deliveryKey(
      businessId,
      webhookId,
      position === null ? first : justAbove(position),
    )
    // DynamoDB refuses a range that ends before it begins.
    if (lower >= upper) return { found: [], stoppedAt: null, consumed: {} }
    const { items, lastKey, consumed } = await queryFailed(pk, lower, justBelow(upper), limit)
    const found = items.map((item) => ({ item, position: item.eventId, bytes: 0 }))
    return { found, stoppedAt: lastKey ? eventIn(lastKey) : null, consumed }
  })
}

async function queryFailed(pk: string, lower: string, upper: string, Limit: number) {
  const { items, lastKey, consumed } = await queryItems<Key & Omit<Failed, 'eventId'>>({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :lower AND :upper',
    FilterExpression: '#status = :failed',
    ProjectionExpression: 'pk, sk, #status, #attempts',
    ExpressionAttributeNames: { '#status': 'status', '#attempts': 'attempts' },
    ExpressionAttributeValues: { ':pk': pk, ':lower': lower, ':upper': upper, ':failed': 'failed' },
    ConsistentRead: true,
    Limit,
    ReturnConsumedCapacity: 'TOTAL',
  })
  const failed = items.map(
    ({ status, attempts, ...key }): Failed => ({ eventId: eventIn(key), status, attempts }),
  )
  return { items: failed, lastKey, consumed: inUnits(consumed) }
}

/** A consistent read is billed twice what its bytes are. */
const inUnits = ({ ScannedCount, ConsumedCapacity }: Consumed): Consumed => ({
  ScannedCount,
  ConsumedCapacity: { CapacityUnits: (ConsumedCapacity?.CapacityUnits ?? Number.POSITIVE_INFINITY) / 2 },
})

const eventIn = ({ sk }: Key) => sk.slice(DELIVERY_PREFIX.length)
