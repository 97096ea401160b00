/** Failures that several rows make. */
import { expect } from 'vitest'
import { webhookStateKey } from '../../../lib/data/table/keys.ts'
import { createWebhook } from '../../../lib/data/webhooks/webhook-writes.ts'
import { isJsonObject } from '../../../lib/domain/body/json-object.ts'
import { eventsAt } from '../../../lib/domain/events.ts'
import type { RunningStack } from '../../../lib/local/stack.ts'
import { plantEvent } from '../../support/feed.ts'
import { corruptItem } from '../../support/items.ts'
import { makeBusiness } from '../../support/shop.ts'
import { readTemplate } from '../../support/template.ts'
import type { Desk } from './desk.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS)

/** A business with a webhook that wants all events, and has got those of before the last hour. */
export async function makeListening({ receiver }: Pick<Desk, 'receiver'>) {
  const business = await makeBusiness()
  const wanted = { url: receiver.url, events: ['*'], description: '', is_enabled: true }
  const { webhook } = await createWebhook(business.id, wanted)
  const watermark = eventsAt(Date.now() - HOUR_MS)
  const made = { business: business.slug, business_id: business.id, webhook_id: webhook.id, watermark }
  await changeState(made, { watermark, since: watermark })
  return made
}

/** Changes members of a webhook's state past every rule; undefined removes one. */
export const changeState = (
  { business_id, webhook_id }: { business_id: string; webhook_id: string },
  changes: Record<string, unknown>,
) => corruptItem(webhookStateKey(business_id, webhook_id), changes)

/** Lets the time of the sweep come. */
export async function sweepNow({ stack, assemblyDir }: Pick<Desk, 'stack' | 'assemblyDir'>): Promise<void> {
  const [rule] = Object.entries(readTemplate(assemblyDir).Resources).filter(
    ([, { Type }]) => Type === 'AWS::Events::Rule',
  )
  await stack.fire(String(rule?.[0]))
}

/** Makes an event whose wake-ups fail until they are dead letters: the state of its webhook is broken. */
export async function failForGood(
  { stack, outputs }: Pick<Desk, 'stack' | 'outputs'>,
  made: { business_id: string; webhook_id: string },
): Promise<string> {
  const queue = { QueueUrl: outputs.WakeQueueUrl ?? '' }
  const hideFor = (VisibilityTimeout: string) =>
    stack.queue('SetQueueAttributes', { ...queue, Attributes: { VisibilityTimeout } })
  await changeState(made, { watermark: undefined })
  // A wake-up comes again at once, not after 90 s.
  await hideFor('0')
  const event = await plantEvent(made.business_id, { at: minutesAgo(5) })
  await expect.poll(() => countMessages(stack, outputs.DeadLettersUrl)).toBeGreaterThan(0)
  await hideFor('90')
  await expect.poll(() => countMessages(stack, outputs.WakeQueueUrl)).toBe(0)
  return event
}

/** The number of messages in a queue, also of those that somebody has received. */
export async function countMessages({ queue }: Pick<RunningStack, 'queue'>, url = ''): Promise<number> {
  const { Attributes } = await queue('GetQueueAttributes', { QueueUrl: url, AttributeNames: ['All'] })
  const { ApproximateNumberOfMessages: visible, ApproximateNumberOfMessagesNotVisible: hidden } =
    isJsonObject(Attributes) ? Attributes : {}
  return Number(visible) + Number(hidden)
}
