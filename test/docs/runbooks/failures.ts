/** Failures that several rows make. */
import { expect } from 'vitest'
import { productKey, webhookStateKey } from '../../../lib/data/table/keys.ts'
import { createWebhook } from '../../../lib/data/webhooks/webhook-writes.ts'
import { isJsonObject } from '../../../lib/domain/body/json-object.ts'
import { eventsAt } from '../../../lib/domain/events.ts'
import type { Trigger } from '../../../lib/local/event-sources/event-sources.ts'
import type { RunningStack } from '../../../lib/local/stack.ts'
import { plantEvent } from '../../support/feed.ts'
import { corruptItem, storedItem } from '../../support/items.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'
import type { Desk } from './desk.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS)

/** A business with a webhook that wants the events that rows plant, and not that of its own creation; since an hour ago. */
export async function makeListening({ receiver }: Pick<Desk, 'receiver'>) {
  const business = await makeBusiness()
  const wanted = { url: receiver.url, events: ['product.*'], description: '', is_enabled: true }
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
export const sweepNow = async ({ stack }: Pick<Desk, 'stack'>): Promise<unknown> =>
  stack.fire(sweepClock({ stack }).logicalId)

/** The rule of the sweep. */
export const sweepClock = ({ stack }: Pick<Desk, 'stack'>): Trigger => mappingTo(stack, 'WebhooksSweep')

/** Lets the time of the run come that ends what is due. */
export const runDueNow = async ({ stack }: Pick<Desk, 'stack'>): Promise<unknown> =>
  stack.fire(mappingTo(stack, 'DueRun').logicalId)

/** A message becomes a dead letter after so many runs. */
const RUNS = 5

/**
 * Makes an event whose wake-up fails until it is a dead letter: the state of its webhook is broken. Its runs are together, and the
 * last of them can end after that: one that read a repaired state would deliver the event.
 */
export async function failForGood(
  { stack, outputs, log }: Pick<Desk, 'stack' | 'outputs' | 'log'>,
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
  const failed = () =>
    log.filter(({ message, webhook_id }) => message === 'delivery' && webhook_id === made.webhook_id)
  await expect.poll(failed).toHaveLength(RUNS)
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

/** Two businesses with a product each, and that of the owner is in a list of the other one. */
export async function makeForeignRow() {
  const [business, owner] = [await makeBusiness(), await makeBusiness()]
  const { id: own } = await makeProduct(business, { category_id: (await makeCategory(business)).id })
  const { id: other } = await makeProduct(owner, { category_id: (await makeCategory(owner)).id })
  const { store } = await storedItem(productKey(business.id, own))
  await corruptItem(productKey(owner.id, other), { store })
  return { business: business.slug, business_id: business.id, owner: owner.slug, owner_id: owner.id }
}

/** The list of products, as a shop reads it. */
export const readProducts = ({ baseUrl }: Pick<RunningStack, 'baseUrl'>, slug: string): Promise<Response> =>
  fetch(`${baseUrl}/products`, { headers: { 'x-public-business-slug': slug } })

/** The status of a read with a key. */
export const readAs = async (
  { baseUrl }: Pick<RunningStack, 'baseUrl'>,
  token: string,
  path: string,
): Promise<number> => (await fetch(baseUrl + path, { headers: { authorization: `Bearer ${token}` } })).status

/** The trigger of a background function, by the beginning of its name. */
export function mappingTo({ triggers }: Pick<RunningStack, 'triggers'>, name: string): Trigger {
  const found = triggers.find(({ function: invoked }) => invoked.logicalId.startsWith(name))
  if (!found) throw new Error(`nothing invokes ${name}`)
  return found
}
