import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { itemOf, type StoredDelivery } from '../../lib/data/webhooks/deliveries.ts'
import { dueItemOf, firstDue } from '../../lib/data/webhooks/due-items.ts'
import { createWebhook } from '../../lib/data/webhooks/webhook-writes.ts'
import { dueJobs } from '../../lib/delivery/due.ts'
import type { Effects } from '../../lib/delivery/effects.ts'
import { newRun } from '../../lib/delivery/run.ts'
import { eventsAt } from '../../lib/domain/events.ts'
import { newHook } from '../admin/webhooks/hooks.ts'
import { plantItem } from '../support/items.ts'
import { useOwnTable } from '../support/own-table.ts'

await useOwnTable({ indexes: [] })

const NOW = 1_800_000_000_000
const iso = (ms: number) => new Date(ms).toISOString()

const nothing = () => Promise.reject(new Error('a look at what is due does nothing else'))
const world: Effects = { now: () => NOW, random: () => 0, wait: nothing, send: nothing, wake: nothing }

/** A delivery that failed once, with the time of its next try in a row of its own. */
async function deliveryDue(at: string, row: Partial<StoredDelivery>) {
  const businessId = randomUUID()
  const { webhook } = await createWebhook(businessId, { ...newHook(), description: '', is_enabled: true })
  const webhookId = webhook.id
  const eventId = `${eventsAt(NOW - 60_000)}-7000-8000-000000000000`
  const stored: StoredDelivery = {
    eventId,
    eventType: 'webhook.test',
    status: 'pending',
    tries: [],
    attempts: 1,
    nextTryAt: at,
    json: '{}',
    ...row,
  }
  await plantItem(itemOf(businessId, webhookId, stored))
  await plantItem(dueItemOf(businessId, webhookId, { at, eventId }))
  const start = eventsAt(0)
  const run = newRun({ businessId, webhookId, run: 'own' }, world, { watermark: start, since: start })
  const due = await dueJobs(run)
  const jobs = due === undefined || due === 'off' ? [] : due.jobs
  return { jobs: jobs.map(({ event }) => event.id), left: await firstDue(run), eventId }
}

test.each([
  ['now', NOW],
  ['a minute ago', NOW - 60_000],
])('a delivery is due whose next try is %s', async (_, ms) => {
  const { jobs, left, eventId } = await deliveryDue(iso(ms), {})
  expect([jobs, left]).toEqual([[eventId], { at: iso(ms), eventId }])
})

test('a delivery whose next try is to come is not due yet', async () => {
  const at = iso(NOW + 1)
  const { jobs, left, eventId } = await deliveryDue(at, {})
  expect([jobs, left]).toEqual([[], { at, eventId }])
})

test.each<[string, Partial<StoredDelivery>]>([
  ['is to be tried at another time', { nextTryAt: iso(NOW + 60_000) }],
  ['has succeeded', { status: 'succeeded', nextTryAt: null }],
  ['has failed for good', { status: 'failed' }],
])('a time is removed, and nothing is sent for it, if its delivery %s', async (_, row) => {
  const { jobs, left } = await deliveryDue(iso(NOW), row)
  expect([jobs, left]).toEqual([[], undefined])
})
