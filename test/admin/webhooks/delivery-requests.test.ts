import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { handler as redeliver } from '../../../functions/admin/webhooks/deliveries/redeliver.ts'
import { handler as sendTest } from '../../../functions/admin/webhooks/test.ts'
import { webhookStateKey } from '../../../lib/data/table/keys.ts'
import { type StoredDelivery, writeDelivery } from '../../../lib/data/webhooks/deliveries.ts'
import { deleteWebhook, updateWebhook } from '../../../lib/data/webhooks/webhook-writes.ts'
import { sendWakeUps, type WakeUp } from '../../../lib/delivery/wake-ups.ts'
import { eventTime } from '../../../lib/domain/events.ts'
import { deliveryId } from '../../../lib/domain/webhooks/delivery.ts'
import { others } from '../../data/table/others.ts'
import { catchLog } from '../../support/log.ts'
import { invoke } from '../in-process.ts'
import { atOnce, type Body, type Merchant, makeMerchant, outcome, tally } from '../merchant.ts'
import { overwrite, typesOf } from '../table.ts'
import { itemsOf, makeHook, pathOf, recordEvent } from './hooks.ts'

vi.mock('../../../lib/delivery/wake-ups.ts', async (actual) => ({
  ...(await actual<typeof import('../../../lib/delivery/wake-ups.ts')>()),
  sendWakeUps: vi.fn(),
}))

vi.mock('../../../lib/data/table/commit.ts', async (original) =>
  (await import('../../data/table/others.ts')).afterOthers(
    await original<typeof import('../../../lib/data/table/commit.ts')>(),
  ),
)

const log = catchLog()
let owner: Merchant
let hook: Body
let sent: { wakeUps: readonly WakeUp[]; delayS: number }[]

beforeEach(async () => {
  owner = await makeMerchant()
  hook = await makeHook(owner, { events: ['product.*'] })
  sent = []
  vi.mocked(sendWakeUps).mockImplementation(async (wakeUps, delayS) => void sent.push({ wakeUps, delayS }))
})

const own = () => ({ businessId: owner.business.id, webhookId: hook.id })
const woken = () => [{ wakeUps: [{ business_id: owner.business.id, webhook_id: hook.id }], delayS: 0 }]
const test_ = (headers: Record<string, string> = {}, id = hook.id) =>
  invoke(sendTest, owner.business.id, {
    method: 'POST',
    route: '/admin/webhooks/{id}/test',
    path: { id },
    headers,
  })
const again = (delivery_id: string, headers: Record<string, string> = {}, id = hook.id) =>
  invoke(redeliver, owner.business.id, {
    method: 'POST',
    route: '/admin/webhooks/{id}/deliveries/{delivery_id}/redeliver',
    path: { id, delivery_id },
    headers,
  })
const said = ({ status, body }: Awaited<ReturnType<typeof invoke>>) =>
  status < 300 ? String(status) : `${status} ${body.code}`

const disable = () =>
  updateWebhook(owner.business.id, hook.id, (webhook) => ({ webhook: { ...webhook, is_enabled: false } }))

const TRY = { at: '2026-01-01T00:00:00.000Z', status_code: 500, error: null, duration_ms: 7 }

/** Writes what became of an event, as a run would. */
async function tried(change: Partial<StoredDelivery> = {}): Promise<StoredDelivery> {
  const delivery: StoredDelivery = {
    eventId: await recordEvent(owner.business.id),
    eventType: 'product.updated',
    status: 'failed',
    tries: [TRY],
    attempts: 1,
    nextTryAt: null,
    ...change,
  }
  await writeDelivery(own(), undefined, delivery)
  return delivery
}

describe('a test', () => {
  test('writes a delivery with an event of its own, due now, and wakes the webhook', async () => {
    const { status, body } = await test_()
    const uuid = body.id.slice('dlv_'.length)
    const at = new Date(eventTime(`evt_${uuid}`)).toISOString()
    expect([status, body]).toEqual([
      202,
      {
        id: expect.stringMatching(/^dlv_[0-9a-f-]{36}$/),
        event_id: `evt_${uuid}`,
        type: 'webhook.test',
        status: 'pending',
        tries: [],
        next_try_at: at,
      },
    ])
    const { deliveries, due, state } = await itemsOf(own())
    expect(deliveries).toMatchObject([{ status: 'pending', attempts: 0, event_type: 'webhook.test' }])
    const event = JSON.parse(String(deliveries[0]?.json))
    const { paused_until: _, failing_since: __, secret: ___, ...data } = hook
    expect(Object.entries(event)).toEqual(
      Object.entries({
        id: `evt_${uuid}`,
        type: 'webhook.test',
        timestamp: at,
        business_id: owner.business.id,
        actor: { kind: 'api_key', key_id: expect.any(String), key_name: null },
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        data,
        previous: {},
      }),
    )
    expect(due).toEqual([`DUE#${at}#evt_${uuid}`])
    expect(state).toMatchObject({ again: true, asked: new Set([`evt_${uuid}`]) })
    expect(sent).toEqual(woken())
    expect(await typesOf(owner.business.id)).toEqual(['webhook.created'])
  })

  test('of a disabled webhook is refused, also of one that is disabled or deleted in that moment', async () => {
    others.act = disable
    expect(said(await test_())).toBe('409 webhook_disabled')
    expect(said(await test_())).toBe('409 webhook_disabled')
    hook = await makeHook(owner)
    others.act = () => deleteWebhook(owner.business.id, hook.id)
    expect(said(await test_())).toBe('404 webhook_not_found')
    expect([(await itemsOf(own())).deliveries, sent]).toEqual([[], []])
  })

  test('of what is not there is refused', async () => {
    const other = await makeHook(await makeMerchant())
    for (const id of [randomUUID(), other.id, 'x'])
      expect(said(await test_({}, id))).toBe('404 webhook_not_found')
    expect(sent).toEqual([])
  })

  test('that is repeated under its Idempotency-Key is made once', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await atOnce(10, () => test_(headers))
    expect(tally(answers.map(said))).toEqual({ 202: 10 })
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect((await itemsOf(own())).deliveries).toHaveLength(1)
  })

  test('is there also if the queue does not take the wake-up, and the log says so', async () => {
    vi.mocked(sendWakeUps).mockRejectedValue(new Error('no queue', { cause: new Error('ECONNREFUSED') }))
    expect(said(await test_())).toBe('202')
    expect((await itemsOf(own())).due).toHaveLength(1)
    expect(log).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'wake_up', webhook_id: hook.id }),
    )
  })

  test('over the running stack is accepted', async () => {
    const told = await owner.ask('POST', `${pathOf(hook)}/test`)
    expect([outcome(told), told.body.type]).toEqual(['202', 'webhook.test'])
    const key = told.headers.get('x-request-id')
    const [row] = (await itemsOf(own())).deliveries
    expect(JSON.parse(String(row?.json))).toMatchObject({ request_id: key, actor: { key_name: 'test' } })
  })
})

describe('a delivery that is requested again', () => {
  test.each<[status: StoredDelivery['status'], nextTryAt: string | null]>([
    ['failed', null],
    ['succeeded', null],
    ['pending', '2099-01-01T00:00:00.000Z'],
  ])('is pending and due now, whatever came of it: %s', async (status, nextTryAt) => {
    const { eventId } = await tried({ status, nextTryAt })
    const told = await again(deliveryId(eventId))
    const at = String(told.body.next_try_at)
    expect([told.status, told.body]).toEqual([
      202,
      {
        id: deliveryId(eventId),
        event_id: eventId,
        type: 'product.updated',
        status: 'pending',
        tries: [TRY],
        next_try_at: expect.any(String),
      },
    ])
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(30_000)
    const { deliveries, due, state } = await itemsOf(own())
    expect(deliveries).toMatchObject([{ status: 'pending', attempts: 0, tries: [TRY], next_try_at: at }])
    // The time that it had before is removed by the run that meets it.
    expect(due).toEqual([at, ...(nextTryAt ? [nextTryAt] : [])].map((time) => `DUE#${time}#${eventId}`))
    expect(state).toMatchObject({ again: true, asked: new Set([eventId]) })
    expect(sent).toEqual(woken())
  })

  test('keeps the event of a test', async () => {
    const { body } = await test_()
    expect(said(await again(body.id))).toBe('202')
    expect((await itemsOf(own())).deliveries).toMatchObject([
      { json: expect.stringContaining('webhook.test') },
    ])
  })

  test('is decided on what has become of it in that moment', async () => {
    const before = await tried({ status: 'pending', nextTryAt: '2099-01-01T00:00:00.000Z' })
    const tries = [TRY, { ...TRY, status_code: 200 }]
    others.act = () =>
      writeDelivery(own(), before, { ...before, status: 'succeeded', nextTryAt: null, attempts: 2, tries })
    const told = await again(deliveryId(before.eventId))
    expect([told.status, told.body]).toMatchObject([202, { status: 'pending', tries }])
    expect((await itemsOf(own())).deliveries).toMatchObject([{ status: 'pending', attempts: 0, tries }])
  })

  test('can be one that waits for its first try', async () => {
    const eventId = await recordEvent(owner.business.id)
    const told = await again(deliveryId(eventId))
    expect([told.status, told.body]).toEqual([
      202,
      {
        id: deliveryId(eventId),
        event_id: eventId,
        type: 'product.updated',
        status: 'pending',
        tries: [],
        next_try_at: expect.any(String),
      },
    ])
    const at = told.body.next_try_at
    const { deliveries, due, state } = await itemsOf(own())
    expect(deliveries).toMatchObject([{ status: 'pending', attempts: 0, tries: [], next_try_at: at }])
    expect(due).toEqual([`DUE#${at}#${eventId}`])
    expect(state).toMatchObject({ again: true, asked: new Set([eventId]) })
    expect(sent).toEqual(woken())
  })

  test('is refused for an event that the webhook neither got nor waits for', async () => {
    const unwanted = await recordEvent(owner.business.id, { type: 'category.updated' })
    const early = await recordEvent(owner.business.id, { at: new Date(Date.parse(hook.created_at) - 1) })
    const passed = await recordEvent(owner.business.id)
    await overwrite(webhookStateKey(owner.business.id, hook.id), 'watermark', passed)
    const later = await recordEvent(owner.business.id, { at: new Date(Date.now() + 5) })
    const theirs = await makeMerchant()
    const foreign = await recordEvent(theirs.business.id, { at: new Date(Date.now() + 5) })
    for (const id of [unwanted, early, passed, foreign, `evt_${randomUUID()}`])
      expect(said(await again(deliveryId(id))), id).toBe('404 delivery_not_found')
    for (const id of ['x', later, randomUUID(), `${deliveryId(later)}x`, '%', `dlv_${'x'.repeat(5_000)}`])
      expect(said(await again(id)), id).toBe('404 delivery_not_found')
    expect(sent).toEqual([])
    expect(said(await again(deliveryId(later).toUpperCase()))).toBe('202')
  })

  test('is refused for a delivery of another webhook, of another business, and older than 30 days', async () => {
    const { eventId } = await tried()
    const second = await makeHook(owner, { events: ['category.*'] })
    expect(said(await again(deliveryId(eventId), {}, second.id))).toBe('404 delivery_not_found')
    const theirs = await makeMerchant()
    const foreign = await makeHook(theirs)
    expect(said(await again(deliveryId(eventId), {}, foreign.id))).toBe('404 webhook_not_found')
    expect(said(await again(deliveryId(eventId), {}, randomUUID()))).toBe('404 webhook_not_found')
    const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60 * 1000)
    const old = await recordEvent(owner.business.id, { at: days(30.01) })
    const younger = await recordEvent(owner.business.id, { at: days(29.99) })
    for (const id of [old, younger]) await tried({ eventId: id })
    expect(said(await again(deliveryId(old)))).toBe('404 delivery_not_found')
    expect(said(await again(deliveryId(younger)))).toBe('202')
  })

  test('is refused while the webhook is disabled', async () => {
    const { eventId } = await tried()
    await disable()
    const before = await itemsOf(own())
    expect(said(await again(deliveryId(eventId)))).toBe('409 webhook_disabled')
    expect([await itemsOf(own()), sent]).toEqual([before, []])
  })

  test('under one Idempotency-Key is requested once', async () => {
    const { eventId } = await tried()
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await atOnce(10, () => again(deliveryId(eventId), headers))
    expect(tally(answers.map(said))).toEqual({ 202: 10 })
    expect(new Set(answers.map(({ body }) => body.next_try_at)).size).toBe(1)
    expect((await itemsOf(own())).due).toHaveLength(1)
  })
})
