import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { makeCursor } from '../../../lib/api/http/lists/cursor.ts'
import { putItem } from '../../../lib/data/table/calls/writer.ts'
import { newId } from '../../../lib/data/table/ids.ts'
import { eventKey, webhookStateKey } from '../../../lib/data/table/keys.ts'
import { type StoredDelivery, writeDelivery } from '../../../lib/data/webhooks/deliveries.ts'
import { listDeliveries } from '../../../lib/data/webhooks/delivery-list.ts'
import { eventsAt } from '../../../lib/domain/events.ts'
import {
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryStatus,
  deliveryId,
} from '../../../lib/domain/webhooks/delivery.ts'
import type { Webhook } from '../../../lib/domain/webhooks/webhook.ts'
import { type Body, type Merchant, makeMerchant, outcome } from '../merchant.ts'
import { overwrite } from '../table.ts'
import { makeHook, pathOf, recordEvent } from './hooks.ts'

const TRY = { at: '2026-01-01T00:00:00.000Z', status_code: 500, error: null, duration_ms: 7 }

/** An event of a business, and what has become of it at a webhook. */
interface Happened {
  isWanted: boolean
  /** Undefined if it was not tried. */
  status: DeliveryStatus | undefined
  /** The JSON of a large event. */
  size: number
}

interface Scene {
  events: Happened[]
  /** How many of the events lie before the webhook's time, and how many below its watermark. */
  before: number
  passed: number
  limits: number[]
  status: DeliveryStatus | undefined
  isEnabled: boolean
}

/** As often undefined as not. */
const STATUS = fc.option(fc.constantFrom(...DELIVERY_STATUSES), { nil: undefined, freq: 1 })

const SCENE: fc.Arbitrary<Scene> = fc.record({
  events: fc.array(
    fc.record({ isWanted: fc.boolean(), status: STATUS, size: fc.constantFrom(1, 1, 1, 100_000) }),
    { maxLength: 30 },
  ),
  before: fc.nat(4),
  passed: fc.nat(12),
  limits: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 }),
  status: STATUS,
  isEnabled: fc.constantFrom(true, true, true, false),
})

let owner: Merchant
beforeAll(async () => {
  owner = await makeMerchant()
})

/** A webhook of a business of its own in which a scene has happened, and the deliveries that there are then. */
async function stage({ events, before, passed, isEnabled }: Scene) {
  const businessId = randomUUID()
  const start = Date.now() - 60_000
  const ids = events.map((_, n) => `evt_${newId(new Date(start + n))}`)
  const since = eventsAt(start + before)
  const watermark = ids[passed - 1] ?? eventsAt(start)
  const webhook: Webhook = {
    ...SAMPLE,
    id: randomUUID(),
    is_enabled: isEnabled,
  }
  const of = { businessId, webhookId: webhook.id }
  await putItem({ ...webhookStateKey(businessId, webhook.id), type: 'webhook_state', watermark, since })
  await Promise.all(
    events.map(async ({ isWanted, status, size }, n) => {
      const eventId = ids[n] ?? ''
      const eventType = isWanted ? 'product.updated' : 'category.updated'
      const json = 'x'.repeat(size)
      await putItem({ ...eventKey(businessId, eventId), type: 'event', event_type: eventType, json })
      if (status) await writeDelivery(of, undefined, { ...rowOf(eventId, eventType, status), json })
    }),
  )
  const expected = events.flatMap(({ isWanted, status }, n): Delivery[] => {
    const id = ids[n] ?? ''
    if (status) return [{ ...shown(id, status), type: isWanted ? 'product.updated' : 'category.updated' }]
    const waits = isEnabled && isWanted && id > watermark && id > since
    return waits ? [{ ...shown(id, 'pending'), tries: [], next_try_at: null }] : []
  })
  return { businessId, webhook, expected: expected.reverse() }
}

const SAMPLE: Omit<Webhook, 'id'> = {
  url: 'https://hooks.example/',
  events: ['product.*'],
  description: '',
  is_enabled: true,
  disabled_reason: null,
  previous_expires_at: null,
  created_by: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  version: 1,
}

const NEXT = '2099-01-01T00:00:00.000Z'
const rowOf = (eventId: string, eventType: string, status: DeliveryStatus): StoredDelivery => ({
  eventId,
  eventType,
  status,
  tries: [TRY],
  attempts: 1,
  nextTryAt: status === 'pending' ? NEXT : null,
})

const shown = (eventId: string, status: DeliveryStatus): Delivery => ({
  id: deliveryId(eventId),
  event_id: eventId,
  type: 'product.updated',
  status,
  tries: [TRY],
  next_try_at: status === 'pending' ? NEXT : null,
})

const event = (isWanted: boolean, status?: DeliveryStatus): Happened => ({ isWanted, status, size: 1 })

/** Oldest first: one that was tried, one that waits, and more than a page of what nobody wants. */
const FAR_APART: Scene = {
  events: [event(true, 'failed'), event(true), event(false), event(false), event(false)],
  before: 0,
  passed: 1,
  limits: [1],
  status: undefined,
  isEnabled: true,
}

test('the union of the pages is what was tried and what waits, each once, newest first', async () => {
  await fc.assert(
    fc.asyncProperty(SCENE, async (scene) => {
      const { businessId, webhook, expected } = await stage(scene)
      const { status, limits } = scene
      const found: Delivery[] = []
      let after: string | undefined
      for (let n = 0; ; n++) {
        expect(n).toBeLessThan(100)
        const limit = limits[n % limits.length] ?? 1
        const page = await listDeliveries(businessId, webhook, { status }, { after, limit })
        expect(page.items.length).toBeLessThanOrEqual(limit)
        found.push(...page.items)
        if (page.position === null) break
        after = page.position
      }
      expect(found).toEqual(expected.filter((delivery) => !status || delivery.status === status))
    }),
    { numRuns: 60, examples: [[FAR_APART]] },
  )
})

const askFor = (hook: Body, query = '') => owner.ask('GET', `${pathOf(hook)}/deliveries${query}`)
const nameOf = (hook: Body) => ({ businessId: owner.business.id, webhookId: hook.id })

/** A webhook with an event of each kind: one that failed, one that succeeded, one that is due, and one that waits. */
async function makeBusy(): Promise<{ hook: Body; deliveries: Delivery[] }> {
  const hook = await makeHook(owner)
  const deliveries: Delivery[] = []
  for (const status of ['failed', 'succeeded', 'pending'] as const) {
    const eventId = await recordEvent(owner.business.id)
    await writeDelivery(nameOf(hook), undefined, rowOf(eventId, 'product.updated', status))
    await overwrite(webhookStateKey(owner.business.id, hook.id), 'watermark', eventId)
    deliveries.unshift(shown(eventId, status))
  }
  const waiting = await recordEvent(owner.business.id, { at: new Date(Date.now() + 5) })
  deliveries.unshift({ ...shown(waiting, 'pending'), tries: [], next_try_at: null })
  return { hook, deliveries }
}

test('a list is returned page by page, and by status', async () => {
  const { hook, deliveries } = await makeBusy()
  const whole = await askFor(hook)
  expect([whole.status, whole.body]).toEqual([
    200,
    { data: deliveries, count: 4, has_more: false, next_cursor: null },
  ])
  for (const status of DELIVERY_STATUSES)
    expect((await askFor(hook, `?status=${status}`)).body.data).toEqual(
      deliveries.filter((delivery) => delivery.status === status),
    )
  const first = await askFor(hook, '?limit=3&status=pending')
  const [, next] = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? []
  const rest = next ? (await askFor(hook, next)).body.data : []
  expect([...first.body.data, ...rest]).toEqual(deliveries.filter(({ status }) => status === 'pending'))
})

test('a list takes its own parameters and cursors only', async () => {
  const { hook } = await makeBusy()
  const other = await makeHook(owner)
  const { next_cursor } = (await askFor(hook, '?limit=1')).body
  expect(outcome(await askFor(hook, `?limit=2&cursor=${next_cursor}`))).toBe('200')
  expect(outcome(await askFor(other, `?cursor=${next_cursor}`))).toBe('400 invalid_cursor')
  expect(outcome(await askFor(hook, `?status=failed&cursor=${next_cursor}`))).toBe('400 invalid_cursor')
  expect(outcome(await askFor(hook, '?status=waiting'))).toBe('400 invalid_parameter')
  expect(outcome(await askFor(hook, '?type=product.updated'))).toBe('400 unknown_parameter')
  expect(outcome(await askFor({ ...hook, id: randomUUID() }))).toBe('404 webhook_not_found')
  expect(outcome(await askFor(hook, `?limit=1&cursor=${next_cursor}&business=x`))).toBe(
    '400 unknown_parameter',
  )
})

test('a forged position moves within the own deliveries only', async () => {
  const { hook, deliveries } = await makeBusy()
  const identity = [owner.business.id, `${pathOf(hook)}/deliveries`, []]
  for (const [position, expected] of [
    ['0', []],
    ['zzz', deliveries],
    ['STATE0', []],
    [deliveries[1]?.event_id ?? '', deliveries.slice(2)],
  ] as const) {
    const told = await askFor(hook, `?cursor=${makeCursor(position, identity)}`)
    expect([told.status, told.body.data], position).toEqual([200, expected])
  }
})

test('what is older than 30 days is not shown, though the table may still hold it', async () => {
  const hook = await makeHook(owner)
  const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60 * 1000)
  for (const at of [days(30.01), days(29.99)])
    await writeDelivery(
      nameOf(hook),
      undefined,
      rowOf(await recordEvent(owner.business.id, { at }), 'product.updated', 'failed'),
    )
  expect((await askFor(hook)).body.count).toBe(1)
})

test('a disabled webhook waits for nothing', async () => {
  const { hook, deliveries } = await makeBusy()
  await owner.ask('PATCH', pathOf(hook), { is_enabled: false })
  expect((await askFor(hook)).body.data).toEqual(deliveries.slice(1))
})

test('a page reads a bounded part of the table, however much it has to skip', async () => {
  const scene = { before: 0, passed: 0, limits: [1], isEnabled: true, status: 'failed' as const }
  // More than the 4 MB that a page reads of either list.
  const events = Array.from({ length: 15 }, () => ({
    isWanted: true,
    status: 'succeeded' as const,
    size: 300_000,
  }))
  const { businessId, webhook } = await stage({ ...scene, events })
  const first = await listDeliveries(businessId, webhook, { status: 'failed' }, { limit: 200 })
  expect(first.items).toEqual([])
  expect(first.position).not.toBeNull()
})
