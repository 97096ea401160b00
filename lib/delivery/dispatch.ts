import { asTenant } from '../data/table/calls/tenant-guard.ts'
import { tenantOf, WEBHOOK_PREFIX } from '../data/table/keys.ts'
import { readTypes } from '../data/webhooks/feed-events.ts'
import { enabledWebhooks } from '../data/webhooks/webhooks.ts'
import { type Webhook, wants } from '../domain/webhooks/webhook.ts'
import { logLine } from '../log.ts'
import { EFFECTS, type Effects } from './effects.ts'
import { type WakeUp, watched } from './wake-ups.ts'

/** A record of the table's stream, which has the keys of what was written. */
export interface StreamRecord {
  dynamodb?: { Keys?: Record<string, { S?: string }>; SequenceNumber?: string }
}

/** The records of one business in a batch of the stream: new events, and webhooks that were created or changed. */
interface Written {
  businessId: string
  eventIds: string[]
  webhookIds: string[]
  /** Of the first of its records in the batch. */
  sequenceNumber: string
}

/** For so long an instance remembers the webhooks of a business. */
const REMEMBERED_MS = 5_000

/** A webhook that was made or changed is woken when every instance has forgotten what it was before, and clocks differ. */
const CHANGE_DELAY_S = 20

/** More businesses than this are not remembered at a time. */
const MOST_REMEMBERED = 1_000
const remembered = new Map<string, { webhooks: Webhook[]; until: number }>()

/**
 * Wakes the webhooks that want what a batch of the stream says, and all those of a business that was changed. It writes
 * nothing: who writes has the lease of a webhook. Returns the sequence numbers of the records to be sent again. A record that cannot be
 * read is skipped.
 *
 * It ends at the first call without a response of the queue: a silent queue would be waited for once for each business, for
 * longer than the function may run. Lambda sends again everything from the first record on that is returned:
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 */
export async function dispatch(
  records: readonly StreamRecord[],
  effects: Pick<Effects, 'now' | 'wake'> = EFFECTS,
): Promise<string[]> {
  const failed: string[] = []
  const queue = watched(effects.wake)
  for (const written of byBusiness(records)) {
    if (!queue.isAnswering) break
    try {
      await asTenant(written.businessId, () => wake(written, { now: () => effects.now(), wake: queue.wake }))
    } catch (error) {
      const { businessId: business_id, sequenceNumber } = written
      logLine('error', 'dispatch', { business_id, error: String(error) })
      failed.push(sequenceNumber)
    }
  }
  return failed
}

function byBusiness(records: readonly StreamRecord[]): Iterable<Written> {
  const all = new Map<string, Written>()
  for (const { dynamodb } of records) {
    const { pk, sk } = dynamodb?.Keys ?? {}
    const businessId = tenantOf(pk?.S ?? '')
    const sequenceNumber = dynamodb?.SequenceNumber
    if (businessId === undefined || sk?.S === undefined || sequenceNumber === undefined) {
      logLine('error', 'dispatch', {
        error: 'a record of the stream cannot be read',
        sequence_number: sequenceNumber,
      })
      continue
    }
    const written = all.get(businessId) ?? { businessId, eventIds: [], webhookIds: [], sequenceNumber }
    all.set(businessId, written)
    if (sk.S.startsWith(WEBHOOK_PREFIX)) written.webhookIds.push(sk.S.slice(WEBHOOK_PREFIX.length))
    else written.eventIds.push(sk.S)
  }
  return all.values()
}

async function wake(
  { businessId: business_id, eventIds, webhookIds }: Written,
  effects: Pick<Effects, 'now' | 'wake'>,
): Promise<void> {
  const changed = [...new Set(webhookIds)].map((webhook_id) => ({ business_id, webhook_id }))
  if (changed.length > 0) await effects.wake(changed, CHANGE_DELAY_S)
  const webhooks = eventIds.length > 0 ? await webhooksOf(business_id, effects.now()) : []
  if (webhooks.length === 0) return
  const types = await readTypes(business_id, eventIds)
  // It may have been resumed: then all of its webhooks continue, and learn of it when it is suspended.
  const isBusinessChanged = [...types.values()].includes('business.updated')
  const wakeUps = webhooks.flatMap((webhook): WakeUp[] => {
    const wanted = [...types].filter(([, type]) => wants(webhook, type)).map(([id]) => id)
    const [from] = wanted.sort()
    if (from !== undefined) return [{ business_id, webhook_id: webhook.id, from }]
    return isBusinessChanged ? [{ business_id, webhook_id: webhook.id }] : []
  })
  if (wakeUps.length > 0) await effects.wake(wakeUps, 0)
}

async function webhooksOf(businessId: string, now: number): Promise<Webhook[]> {
  const known = remembered.get(businessId)
  if (known && known.until > now) return known.webhooks
  const webhooks = await enabledWebhooks(businessId)
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(businessId, { webhooks, until: now + REMEMBERED_MS })
  return webhooks
}
