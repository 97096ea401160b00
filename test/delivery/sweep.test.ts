import { afterAll, afterEach, expect, inject, test } from 'vitest'
import {
  businessKey,
  ENABLED_SHARDS,
  enabledPartition,
  eventKey,
  type Key,
  webhookStateKey,
} from '../../lib/data/table/keys.ts'
import { listAsEnabled } from '../../lib/data/webhooks/enabled.ts'
import type { WebhookState } from '../../lib/data/webhooks/state.ts'
import { deleteWebhook, updateWebhook } from '../../lib/data/webhooks/webhook-writes.ts'
import { sweep } from '../../lib/delivery/sweep.ts'
import { type WakeUp, WakeUpsRefused } from '../../lib/delivery/wake-ups.ts'
import { tableName, useTable } from '../../lib/environment.ts'
import { dynamoProxy } from '../support/dynamo-proxy.ts'
import { corruptItem, itemsIn, plantItem, removeItem } from '../support/items.ts'
import { catchLog } from '../support/log.ts'
import { aBusiness, HOUR, MINUTE, useSimulation } from './simulation/simulated.ts'
import { Simulation } from './simulation/simulation.ts'

await useSimulation()
const log = catchLog()

/** A partition that cannot be read: the table refuses for good. */
let unreadable = ''
/** Comes before each look for the newest event of a business. */
let beforeNewest = async () => {}
const proxy = await dynamoProxy({
  endpoint: inject('table').endpoint,
  onCall: async ({ body, send }) => {
    if (body.includes('sk < :position')) await beforeNewest()
    return unreadable && body.includes(unreadable)
      ? { status: 400, body: JSON.stringify({ __type: 'com.amazon.coral.validate#ValidationException' }) }
      : send()
  },
})
afterAll(() => proxy.close())
useTable({ name: tableName(), endpoint: proxy.endpoint })

const SHARDS = Array.from({ length: ENABLED_SHARDS }, (_, shard) => enabledPartition(shard))

/** Each test has the list of enabled webhooks to itself. */
afterEach(async () => {
  unreadable = ''
  beforeNewest = async () => {}
  for (const item of (await Promise.all(SHARDS.map(itemsIn))).flat()) await removeItem(item)
})

/** A webhook a minute after it was made, with its state changed. */
async function webhookIn(change: (now: number) => Partial<WebhookState> = () => ({})) {
  const simulation = new Simulation()
  const business = aBusiness()
  const webhook = await simulation.makeWebhook(business, () => ({ status: 200 }))
  simulation.clock.now += MINUTE
  const { now } = simulation.clock
  await corruptItem(webhookStateKey(business, webhook.id), change(now))
  return { simulation, business, webhook, now }
}

type Made = Awaited<ReturnType<typeof webhookIn>>

/** The part of the list of enabled webhooks that has one. */
const shardOf = async ({ webhook: { id } }: Made) =>
  (await Promise.all(SHARDS.map(itemsIn))).findIndex((items) => items.some((item) => item.webhook_id === id))

/** Sweeps; `refused` are webhooks for which the queue takes nothing. */
async function sweepAt(now: number, refused: readonly string[] = [], error = new Error('no answer')) {
  const calls: WakeUp[][] = []
  let asked = 0
  const wake = async (wakeUps: readonly WakeUp[], delayS: number) => {
    asked++
    if (wakeUps.some(({ webhook_id }) => refused.includes(webhook_id))) throw error
    expect(delayS).toBe(0)
    calls.push([...wakeUps])
  }
  const swept = await sweep({ now: () => now, wake }).catch((error: unknown) => ({ error }))
  return { swept, calls, asked, woken: calls.flat() }
}

const wakeUpOf = ({ business, webhook }: Made): WakeUp => ({
  business_id: business,
  webhook_id: webhook.id,
  swept: true,
})

const iso = (ms: number) => new Date(ms).toISOString()

test.each<[string, (now: number) => Partial<WebhookState>]>([
  ['whose lease lapsed and was not given back', (now) => ({ run: 'dead', lease_until: now })],
  [
    'whose lease lapsed, though the next wake-up is to come',
    (now) => ({ run: 'dead', lease_until: now - 1, next_at: iso(now + HOUR) }),
  ],
  ['whose next wake-up is over two minutes late', (now) => ({ next_at: iso(now - 2 * MINUTE - 1) })],
  [
    'whose pause ended over two minutes ago',
    (now) => ({ next_at: iso(now - HOUR), probe_at: iso(now - HOUR), failures: 5, probes: 3 }),
  ],
])('it wakes a webhook %s', async (_, change) => {
  const made = await webhookIn(change)
  const { swept, woken } = await sweepAt(made.now)
  expect(woken).toEqual([wakeUpOf(made)])
  expect(swept).toEqual({ enabled: 1, woken: 1 })
})

test.each<[string, (now: number) => Partial<WebhookState>]>([
  ['that is fine', () => ({})],
  ['that a run is working for', (now) => ({ run: 'alive', lease_until: now + 1 })],
  ['that a run is working for, though late', (now) => ({ run: 'a', lease_until: now + 1, next_at: iso(0) })],
  ['whose next wake-up is less than two minutes late', (now) => ({ next_at: iso(now - 2 * MINUTE) })],
  ['whose next wake-up is to come', (now) => ({ next_at: iso(now + HOUR) })],
  [
    'that is paused until later',
    (now) => ({ next_at: iso(now + HOUR), probe_at: iso(now + HOUR), failures: 5, probes: 3 }),
  ],
])('it leaves a webhook %s', async (_, change) => {
  const made = await webhookIn(change)
  const { swept, woken } = await sweepAt(made.now)
  expect(woken).toEqual([])
  expect(swept).toEqual({ enabled: 1, woken: 0 })
})

test('a webhook with no next wake-up is woken if an event older than 15 s is above its watermark', async () => {
  const made = await webhookIn()
  const { simulation, business, webhook } = made
  const id = await simulation.commitEvent(business)
  // An event in the last 15 s can still be joined by older ones: its own wake-up is on its way.
  expect((await sweepAt(made.now + 15_000)).woken).toEqual([])
  expect((await sweepAt(made.now + 15_001)).woken).toEqual([wakeUpOf(made)])
  await corruptItem(webhookStateKey(business, webhook.id), { watermark: id })
  expect((await sweepAt(made.now + HOUR)).woken).toEqual([])
})

test('one that waits for a retry is woken all the same if an event is above its watermark', async () => {
  const made = await webhookIn((at) => ({ next_at: iso(at + 11 * HOUR) }))
  await made.simulation.commitEvent(made.business)
  expect((await sweepAt(made.now + 15_000)).woken).toEqual([])
  expect((await sweepAt(made.now + 15_001)).woken).toEqual([wakeUpOf(made)])
})

test('one whose business is suspended is passed over, whatever is the matter with it', async () => {
  const [suspended, active] = [
    await webhookIn((now) => ({ next_at: iso(now - HOUR) })),
    await webhookIn((now) => ({ next_at: iso(now - HOUR) })),
  ]
  await plantItem({ ...businessKey(suspended.business), type: 'business', status: 'suspended' })
  await plantItem({ ...businessKey(active.business), type: 'business', status: 'active' })
  expect((await sweepAt(active.now)).woken).toEqual([wakeUpOf(active)])
})

test('businesses are read at the same time', async () => {
  // Of so many, eight at least are in one part of the list.
  const made: Made[] = []
  for (let n = 0; n < 8 * ENABLED_SHARDS; n++) made.push(await webhookIn())
  const two = Promise.withResolvers<void>()
  let asked = 0
  beforeNewest = async () => {
    if (++asked === 2) two.resolve()
    await two.promise
  }
  const { swept } = await sweepAt(Date.now() + MINUTE)
  expect(swept).toEqual({ enabled: made.length, woken: 0 })
})

test.each([
  [240_000, 1],
  [240_001, 0],
])(
  'a sweep looks at webhooks for four minutes: %i ms after its beginning at %i of one',
  async (ms, looked) => {
    const made = await webhookIn((now) => ({ next_at: iso(now - HOUR) }))
    const began = Date.now() + MINUTE
    let looks = 0
    const woken: WakeUp[] = []
    const wake = async (wakeUps: readonly WakeUp[]) => void woken.push(...wakeUps)
    const swept = sweep({ now: () => began + (looks++ === 0 ? 0 : ms), wake })
    if (looked === 1) expect(await swept).toEqual({ enabled: 1, woken: 1 })
    else await expect(swept).rejects.toThrow('no time for all')
    expect(woken).toEqual(looked === 1 ? [wakeUpOf(made)] : [])
  },
)

test('a queue that is slow ends a sweep in time, however many webhooks are to be woken', async () => {
  const { business, webhook, now } = await webhookIn((at) => ({ next_at: iso(at - HOUR) }))
  const entry = {
    pk: String(SHARDS[0]),
    type: 'enabled_webhook',
    business_id: business,
    webhook_id: webhook.id,
  }
  await Promise.all(Array.from({ length: 300 }, (_, n) => plantItem({ ...entry, sk: `${n}` })))
  let ms = 0
  const wake = async (wakeUps: readonly WakeUp[]) => {
    ms += 10_000 * Math.ceil(wakeUps.length / 10)
  }
  await expect(sweep({ now: () => now + ms, wake })).rejects.toThrow('no time for all')
  expect(ms).toBeGreaterThan(240_000)
  expect(ms).toBeLessThan(300_000 - 9_000)
})

test('sweeps begin with each part of the list in turn', async () => {
  const overdue = () => webhookIn((now) => ({ next_at: iso(now - HOUR) }))
  const made = [await overdue(), await overdue()]
  while ((await shardOf(made[0] as Made)) === (await shardOf(made.at(-1) as Made))) made.push(await overdue())
  const shards = new Map<string | undefined, number>()
  for (const each of made) shards.set(each.webhook.id, await shardOf(each))
  const firsts = new Set<number | undefined>()
  for (let turn = 0; turn < ENABLED_SHARDS; turn++) {
    const { woken } = await sweepAt(Date.now() + MINUTE + turn * 15 * MINUTE)
    firsts.add(shards.get(woken[0]?.webhook_id))
  }
  expect(firsts).toEqual(new Set(shards.values()))
})

test('one that is paused is left, though events wait for it', async () => {
  const paused = (at: number) => ({ next_at: iso(at + HOUR), outages: 5, probe_at: iso(at + HOUR) })
  const { simulation, business, now } = await webhookIn(paused)
  await simulation.commitEvent(business)
  expect((await sweepAt(now + MINUTE)).woken).toEqual([])
})

test('a webhook that is disabled or deleted is neither looked at nor woken', async () => {
  const overdue = (now: number) => ({ next_at: iso(now - HOUR) })
  const [disabled, deleted, gone] = [
    await webhookIn(overdue),
    await webhookIn(overdue),
    await webhookIn(overdue),
  ]
  const disable = (stored: Made['webhook']) => ({ webhook: { ...stored, is_enabled: false } })
  await updateWebhook(disabled.business, disabled.webhook.id, disable)
  await deleteWebhook(deleted.business, deleted.webhook.id)
  // One that is listed, but is no more.
  await removeItem(webhookStateKey(gone.business, gone.webhook.id))
  expect(await sweepAt(gone.now)).toMatchObject({ swept: { enabled: 1, woken: 0 }, woken: [] })
})

test('it reads the whole list, however long', async () => {
  // A page ends at 1 MB: with so much in each entry it has two.
  const padding = 'x'.repeat(390_000)
  const all: Made[] = []
  for (let n = 0; n < 14; n++) {
    const made = await webhookIn((now) => ({ next_at: iso(now - HOUR) }))
    const { Item } = listAsEnabled(made.business, made.webhook.id).write.Put ?? {}
    await plantItem({ ...(Item as { pk: string; sk: string }), padding })
    all.push(made)
  }
  const { swept, calls, woken } = await sweepAt(Date.now() + MINUTE)
  expect(swept).toEqual({ enabled: all.length, woken: all.length })
  expect(woken).toHaveLength(all.length)
  expect(woken).toEqual(expect.arrayContaining(all.map(wakeUpOf)))
  expect(calls.length).toBeGreaterThan(ENABLED_SHARDS)
})

test('a wake-up that the queue refuses is logged and does not stop the others; then the sweep has failed', async () => {
  const overdue = () => webhookIn((now) => ({ next_at: iso(now - HOUR) }))
  const made = [await overdue(), await overdue()]
  while ((await shardOf(made[0] as Made)) === (await shardOf(made.at(-1) as Made))) made.push(await overdue())
  const shards = await Promise.all(made.map(shardOf))
  const isFirst = (_: unknown, n: number) => shards[n] === shards[0]
  const refused = made.filter(isFirst).map(({ webhook }) => webhook.id)
  // A time at which that part of the list comes first.
  let now = Date.now() + MINUTE
  while (Math.floor(now / (15 * MINUTE)) % ENABLED_SHARDS !== shards[0]) now += 15 * MINUTE
  log.length = 0
  const { swept, woken } = await sweepAt(now, refused, new WakeUpsRefused(['InternalError']))
  expect(woken).toEqual(made.filter((_, n) => !isFirst(_, n)).map(wakeUpOf))
  expect(log).toEqual([expect.objectContaining({ level: 'error', message: 'sweep' })])
  expect(swept).toHaveProperty('error')
})

test('a page that the queue does not take ends the sweep, which has failed', async () => {
  const overdue = () => webhookIn((now) => ({ next_at: iso(now - HOUR) }))
  const made = [await overdue(), await overdue()]
  while ((await shardOf(made[0] as Made)) === (await shardOf(made.at(-1) as Made))) made.push(await overdue())
  const refused = made.map(({ webhook }) => webhook.id)
  const { swept, asked } = await sweepAt(Date.now() + MINUTE, refused)
  expect(asked).toBe(1)
  expect(swept).toHaveProperty('error')
})

test('a part of the list that cannot be read is logged and does not stop the others; then the sweep has failed', async () => {
  const overdue = () => webhookIn((now) => ({ next_at: iso(now - HOUR) }))
  const made = [await overdue(), await overdue()]
  while ((await shardOf(made[0] as Made)) === (await shardOf(made.at(-1) as Made))) made.push(await overdue())
  const shards = await Promise.all(made.map(shardOf))
  const last = shards.at(-1)
  unreadable = `"${enabledPartition(shards[0] ?? 0)}"`
  log.length = 0
  const { swept, woken } = await sweepAt(Date.now() + MINUTE)
  expect(woken).toEqual(made.filter((_, n) => shards[n] === last).map(wakeUpOf))
  expect(log).toEqual([expect.objectContaining({ level: 'error', message: 'sweep' })])
  expect(swept).toHaveProperty('error')
})

test.each<[string, (made: Made) => Key]>([
  ['state', ({ business, webhook }) => webhookStateKey(business, webhook.id)],
  ['events', ({ business }) => eventKey(business, '')],
  ['business', ({ business }) => businessKey(business)],
])(
  'a webhook whose %s cannot be read is logged and does not stop the others; then the sweep has failed',
  async (_, keyOf) => {
    const [one, failing, other] = [await webhookIn(), await webhookIn(), await webhookIn()]
    for (const { simulation, business } of [one, failing, other]) await simulation.commitEvent(business)
    unreadable = `"${keyOf(failing).pk}"`
    log.length = 0
    const { swept, woken } = await sweepAt(other.now + MINUTE)
    expect(woken).toHaveLength(2)
    expect(woken).toEqual(expect.arrayContaining([one, other].map(wakeUpOf)))
    const named = { business_id: failing.business, webhook_id: failing.webhook.id }
    expect(log).toEqual([expect.objectContaining({ level: 'error', message: 'sweep', ...named })])
    expect(swept).toHaveProperty('error')
  },
)
