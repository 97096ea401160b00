import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { handler as redeliver } from '../../../functions/admin/webhooks/deliveries/redeliver-failed.ts'
import { readItem } from '../../../lib/data/table/calls/writer.ts'
import { commit } from '../../../lib/data/table/commit.ts'
import { newId } from '../../../lib/data/table/ids.ts'
import { deliveryKey } from '../../../lib/data/table/keys.ts'
import { itemOf } from '../../../lib/data/webhooks/deliveries.ts'
import { updateWebhook } from '../../../lib/data/webhooks/webhook-writes.ts'
import { sendWakeUps } from '../../../lib/delivery/wake-ups.ts'
import type { DeliveryStatus } from '../../../lib/domain/webhooks/delivery.ts'
import { MOST_REDELIVERED } from '../../../lib/domain/webhooks/redelivery.ts'
import { invoke } from '../in-process.ts'
import { atOnce, type Body, type Merchant, makeMerchant } from '../merchant.ts'
import { itemsOf, makeHook } from './hooks.ts'

vi.mock('../../../lib/delivery/wake-ups.ts', async (actual) => ({
  ...(await actual<typeof import('../../../lib/delivery/wake-ups.ts')>()),
  sendWakeUps: vi.fn(),
}))

let owner: Merchant
let hook: Body
beforeEach(async () => {
  owner = await makeMerchant()
  hook = await makeHook(owner)
  vi.mocked(sendWakeUps).mockReset()
})

const own = () => ({ businessId: owner.business.id, webhookId: hook.id })
const ask = (body: object, headers: Record<string, string> = {}, id = hook.id) =>
  invoke(redeliver, owner.business.id, {
    method: 'POST',
    route: '/admin/webhooks/{id}/deliveries/redeliver',
    path: { id },
    headers,
    body,
  })

/** An hour ago, and some minutes later. */
const HOUR_AGO = Date.now() - 3_600_000
const at = (minutes: number) => new Date(HOUR_AGO + minutes * 60_000).toISOString()
const ALL = { status: 'failed', from: at(-60) }

/** Deliveries of events of these minutes, as runs would have left them; their events, in this order. */
async function plant(...minutes: number[]): Promise<string[]> {
  return plantAs('failed', ...minutes)
}

async function plantAs(status: DeliveryStatus, ...minutes: number[]): Promise<string[]> {
  const { businessId, webhookId } = own()
  const ids = minutes.map((minute) => `evt_${newId(new Date(at(minute)))}`)
  const next = status === 'pending' ? '2099-01-01T00:00:00.000Z' : null
  const steps = ids.map((eventId) => {
    const delivery = {
      eventId,
      eventType: 'product.updated',
      status,
      tries: [],
      attempts: 10,
      nextTryAt: next,
    }
    return { write: { Put: { Item: itemOf(businessId, webhookId, delivery) } } }
  })
  for (let n = 0; n < steps.length; n += 100) await commit(steps.slice(n, n + 100))
  return ids
}

/** The events that are due now, and those that failed, as the table has them. */
async function left() {
  const { deliveries, due } = await itemsOf(own())
  const idsOf = (status: string) =>
    deliveries.filter((item) => item.status === status).map(({ sk }) => sk.split('#')[1])
  return { due: due.map((sk) => sk.split('#')[2]), pending: idsOf('pending'), failed: idsOf('failed') }
}

describe('failed deliveries are sent again', () => {
  test('those of the events from a time until before another', async () => {
    const [before, first, second, end] = await plant(0, 1, 2, 3)
    const { status, body } = await ask({ status: 'failed', from: at(1), until: at(3) })
    expect([status, body]).toEqual([202, { count: 2, has_more: false, next_from: null }])
    expect(await left()).toEqual({ due: [first, second], pending: [first, second], failed: [before, end] })
    const { deliveries, state } = await itemsOf(own())
    expect(deliveries[1]).toMatchObject({ attempts: 0, next_try_at: expect.any(String) })
    expect(state).toMatchObject({ again: true, asked: new Set([first, second]) })
    expect(sendWakeUps).toHaveBeenCalledOnce()
  })

  test('not those that succeeded or are to be tried anyway', async () => {
    const [failed] = await plant(2)
    await plantAs('succeeded', 1)
    const [pending] = await plantAs('pending', 3)
    expect((await ask(ALL)).body).toMatchObject({ count: 1 })
    expect(await left()).toEqual({ due: [failed], pending: [failed, pending], failed: [] })
  })

  test('a limited number at once, the oldest first, and with next_from all of them', async () => {
    const ids = await plant(...Array.from({ length: 2 * MOST_REDELIVERED + 5 }, (_, n) => n / 100))
    const first = (await ask(ALL)).body
    expect(first).toEqual({ count: MOST_REDELIVERED, has_more: true, next_from: expect.any(String) })
    expect((await left()).due).toEqual(ids.slice(0, MOST_REDELIVERED))
    const second = (await ask({ ...ALL, from: String(first.next_from) })).body
    const third = (await ask({ ...ALL, from: String(second.next_from) })).body
    expect([second.count, third]).toEqual([MOST_REDELIVERED, { count: 5, has_more: false, next_from: null }])
    expect((await left()).failed).toEqual([])
  })

  test('once, if the request is retried, under a key or not, or sent twice at once', async () => {
    await plant(1, 2, 3)
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await atOnce(3, () => ask(ALL, headers))
    expect(answers.map(({ status, body: { count } }) => [status, count])).toEqual(
      Array.from({ length: 3 }, () => [202, 3]),
    )
    expect((await ask(ALL)).body).toEqual({ count: 0, has_more: false, next_from: null })
    expect((await left()).due).toHaveLength(3)
    await plant(4, 5)
    const counts = (await atOnce(4, () => ask(ALL))).map(({ body }) => body.count)
    expect(counts.sort()).toEqual([0, 0, 0, 2])
  })

  test('by the function that is deployed, which wakes the webhook', async () => {
    await plant(1)
    const told = await owner.ask('POST', `/admin/webhooks/${hook.id}/deliveries/redeliver`, ALL)
    expect([told.status, told.body.count]).toEqual([202, 1])
  })

  test('and nothing else is written or woken if there are none', async () => {
    const before = await itemsOf(own())
    expect((await ask(ALL)).body.count).toBe(0)
    expect(await itemsOf(own())).toEqual(before)
    expect(sendWakeUps).not.toHaveBeenCalled()
  })

  test('none that are older than 30 days, though the table may still hold them', async () => {
    const day = 24 * 60
    const [old, younger] = await plant(-30.1 * day, -29.9 * day)
    expect((await ask({ ...ALL, from: '2020-01-01T00:00:00Z' })).body.count).toBe(1)
    expect(await left()).toMatchObject({ pending: [younger], failed: [old] })
  })

  test('a request reads a bounded part of the table, and says from where to continue', async () => {
    const { businessId, webhookId } = own()
    const type = 'x'.repeat(350_000)
    for (let n = 0; n < 20; n++) {
      const eventId = `evt_${newId(new Date(at(n)))}`
      const row = { eventId, eventType: type, tries: [], attempts: 1, nextTryAt: null }
      const Item = itemOf(businessId, webhookId, { ...row, status: 'succeeded' })
      await commit([{ write: { Put: { Item } } }])
    }
    const [last = ''] = await plant(30)
    const counts: number[] = []
    for (let from: unknown = ALL.from; from !== null; ) {
      const { body } = await ask({ ...ALL, from: String(from) })
      counts.push(body.count)
      expect(body.next_from === null || String(body.next_from) > String(from)).toBe(true)
      from = body.next_from
    }
    // 7 MB, of which one request reads 4 at most.
    expect([counts.length > 1, counts[0], counts.at(-1)]).toEqual([true, 0, 1])
    expect(await readItem(deliveryKey(businessId, webhookId, last))).toMatchObject({ status: 'pending' })
  })
})

describe('such a request is refused', () => {
  test('with all that is wrong', async () => {
    const told = await ask({ ...ALL, from: 'yesterday', until: 7, x: 1 })
    expect(told.status).toBe(422)
    expect(told.body.errors.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
      '/from invalid',
      '/until invalid',
      '/x unknown_field',
    ])
    expect((await ask({ ...ALL, until: ALL.from })).body.errors).toMatchObject([{ pointer: '/until' }])
  })

  test('while the webhook is disabled, and where there is none', async () => {
    const [failed] = await plant(1)
    const change = (webhook: Parameters<Parameters<typeof updateWebhook>[2]>[0]) => ({
      webhook: { ...webhook, is_enabled: false },
    })
    await updateWebhook(owner.business.id, hook.id, change)
    const told = await Promise.all([ask(ALL), ask(ALL, {}, randomUUID())])
    expect(told.map(({ status, body }) => `${status} ${body.code}`)).toEqual([
      '409 webhook_disabled',
      '404 webhook_not_found',
    ])
    expect((await left()).failed).toEqual([failed])
  })
})
