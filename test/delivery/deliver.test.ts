import { expect, test } from 'vitest'
import { readDeliveries } from '../../lib/data/webhooks/deliveries.ts'
import { readState } from '../../lib/data/webhooks/state.ts'
import { deleteWebhook, rotateSecret, updateWebhook } from '../../lib/data/webhooks/webhook-writes.ts'
import { getWebhook } from '../../lib/data/webhooks/webhooks.ts'
import {
  aBusiness,
  begin,
  callsOf,
  DAY,
  HOUR,
  MINUTE,
  secondsOf,
  useSimulation,
} from './simulation/simulated.ts'
import { type Reply, Simulation } from './simulation/simulation.ts'

await useSimulation()

const OK: Reply = { status: 200 }

test('an event is delivered once, at once, with three messages to the queue in all', async () => {
  const { world, business, webhook, of } = await begin(() => ({ status: 204 }))
  const began = world.clock.now
  const id = await world.commitEvent(business)
  await world.pass(HOUR)
  expect(callsOf(world, webhook)).toEqual([{ url: webhook.url, id, at: began + 250, status: 204 }])
  expect(world.messages).toBe(1)
  const rows = await readDeliveries(of, [id])
  expect(rows.get(id)).toMatchObject({ status: 'succeeded', nextTryAt: null, attempts: 1 })
})

test('a webhook gets its types, and nothing older than itself', async () => {
  const world = new Simulation()
  const business = aBusiness()
  await world.commitEvent(business)
  await world.pass(10)
  const all = await world.makeWebhook(business, () => OK, ['*'])
  const products = await world.makeWebhook(business, () => OK, ['product.*'])
  const others = await world.makeWebhook(business, () => OK, ['product.created', 'category.*'])
  await world.pass(MINUTE)
  // One that is committed late: its id is from before the webhooks.
  await world.commitEvent(business, { bornMsAgo: MINUTE + 5 })
  const id = await world.commitEvent(business)
  await world.pass(HOUR)
  expect(callsOf(world, all).map((call) => call.id)).toEqual([id])
  expect(callsOf(world, products).map((call) => call.id)).toEqual([id])
  expect(callsOf(world, others)).toEqual([])
})

test('an endpoint that fails is tried ten times, when the contract says, and not again', async () => {
  const { world, business, webhook, of } = await begin(() => ({ status: 500, ms: 0 }))
  const id = await world.commitEvent(business)
  await world.pass(3 * DAY)
  const waits = [0, 5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 11 * 3600, 11 * 3600, 11 * 3600]
  const times = secondsOf(callsOf(world, webhook))
  const expected = waits.map((_, n) => waits.slice(0, n + 1).reduce((sum, wait) => sum + wait))
  expect(times).toHaveLength(10)
  // Whole seconds of the queue, and the start of a run, for each part of a wait.
  for (const [n, time] of times.entries())
    expect(time - (expected[n] ?? 0)).toBeOneOf([0, 1, 2, 3, 4, 5, 6, 7, 8])
  const row = (await readDeliveries(of, [id])).get(id)
  expect(row).toMatchObject({ status: 'failed', nextTryAt: null, attempts: 10 })
  expect(row?.tries.map(({ status_code }) => status_code)).toEqual(Array(10).fill(500))
})

test('chance makes a wait shorter, and Retry-After makes it longer', async () => {
  const replies: Reply[] = [{ status: 500 }, { status: 500 }, { status: 500, retryAfterS: 3600 }]
  const { world, business, webhook } = await begin(() => ({ ms: 0, ...(replies.shift() ?? OK) }))
  world.random = () => 1
  await world.commitEvent(business)
  await world.pass(90 * MINUTE)
  expect(secondsOf(callsOf(world, webhook))).toEqual([0, 5, 275, 3875])
})

test('the log of a delivery has the response, or why none came', async () => {
  const replies: Reply[] = [{ status: 301 }, { error: 'connection_reset' }, { status: 299 }]
  const { world, business, of } = await begin(() => replies.shift() ?? OK)
  const id = await world.commitEvent(business)
  await world.pass(10 * MINUTE)
  const tries = [
    { status_code: 301, error: null },
    { status_code: null, error: 'connection_reset' },
    { status_code: 299, error: null },
  ]
  expect((await readDeliveries(of, [id])).get(id)).toMatchObject({ status: 'succeeded', tries })
})

test('410 disables the webhook, with an event', async () => {
  const { world, business, webhook } = await begin(() => ({ status: 410 }), ['product.*'])
  const watching = await world.makeWebhook(business, () => OK, ['webhook.*'])
  await world.pass(MINUTE)
  await world.commitEvent(business)
  await world.pass(MINUTE)
  await world.commitEvent(business)
  await world.pass(HOUR)
  expect(callsOf(world, webhook)).toHaveLength(1)
  expect(await getWebhook(business, webhook.id)).toMatchObject({
    is_enabled: false,
    disabled_reason: 'endpoint_gone',
  })
  world.startSweeping()
  await world.pass(2 * HOUR)
  expect(callsOf(world, watching)).toHaveLength(1)
})

test('a webhook that is deleted, disabled or sent elsewhere while a run is sending gets no more', async () => {
  const gone = async (stop: (business: string, id: string) => Promise<unknown>) => {
    const { world, business, webhook } = await begin(() => ({ status: 200, ms: 5_000 }))
    for (let n = 0; n < 30; n++) await world.commitEvent(business)
    await world.pass(3_000)
    await stop(business, webhook.id)
    await world.pass(HOUR)
    return callsOf(world, webhook).length
  }
  // A page of events that was read before the change is still sent.
  expect(await gone((business, id) => deleteWebhook(business, id))).toBe(25)
  const disabled = (business: string, id: string) =>
    updateWebhook(business, id, (webhook) => ({ webhook: { ...webhook, is_enabled: false } }))
  expect(await gone(disabled)).toBe(25)
  const moved = (business: string, id: string) =>
    updateWebhook(business, id, (webhook) => ({ webhook: { ...webhook, url: 'https://elsewhere.example/' } }))
  expect(await gone(moved)).toBe(25)
})

test('both secrets sign for a day after a rotation, then the new one alone', async () => {
  const seen: number[] = []
  const { world, business, webhook } = await begin(
    ({ secrets }) => {
      seen.push(secrets.length)
      return OK
    },
    ['product.*'],
  )
  const now = () => new Date(world.clock.now)
  await world.commitEvent(business)
  await world.pass(MINUTE)
  await rotateSecret(business, webhook.id, { now: now() })
  await world.commitEvent(business)
  await world.pass(DAY)
  await world.commitEvent(business)
  await world.pass(MINUTE)
  expect(seen).toEqual([1, 2, 1])
})

test('a rotation that is repeated leaves the secret from before both its 24 hours', async () => {
  const seen: (readonly string[])[] = []
  const { world, business, webhook } = await begin(
    ({ secrets }) => {
      seen.push(secrets)
      return OK
    },
    ['product.*'],
  )
  const rotate = async () =>
    (await rotateSecret(business, webhook.id, { now: new Date(world.clock.now) }))?.secret
  const deliverAfter = async (ms: number) => {
    await world.pass(ms)
    await world.commitEvent(business)
    await world.pass(MINUTE)
    return seen.at(-1)
  }
  const [first] = (await deliverAfter(0)) ?? []
  const second = await rotate()
  await world.pass(12 * HOUR)
  const third = await rotate()
  expect(await deliverAfter(11 * HOUR)).toEqual([third, second, first])
  expect(await deliverAfter(HOUR)).toEqual([third, second])
  expect(await deliverAfter(12 * HOUR)).toEqual([third])
})

test('a webhook that is enabled again gets what comes, or what came since a time', async () => {
  const { world, business, webhook } = await begin(() => OK, ['product.*'])
  const now = () => new Date(world.clock.now)
  const enable = (is_enabled: boolean, replayFrom?: string) =>
    updateWebhook(business, webhook.id, (stored) => ({ webhook: { ...stored, is_enabled }, replayFrom }), {
      now: now(),
    })
  await enable(false)
  const missed = await world.commitEvent(business)
  await world.pass(MINUTE)
  const from = now()
  const replayed = await world.commitEvent(business)
  await world.pass(MINUTE)
  await enable(true)
  world.webhookChanged(business, webhook)
  await world.pass(MINUTE)
  expect(callsOf(world, webhook)).toEqual([])
  await enable(false)
  await enable(true, from.toISOString())
  world.webhookChanged(business, webhook)
  await world.pass(MINUTE)
  expect(callsOf(world, webhook).map(({ id }) => id)).toEqual([replayed])
  expect(missed).not.toBe(replayed)
})

test('an event whose id is older than what was delivered already is delivered', async () => {
  const { world, business, webhook } = await begin(() => OK)
  const ids = [await world.commitEvent(business)]
  await world.pass(2 * MINUTE)
  // The watermark is above this one's id by now.
  world.wake(business, webhook)
  await world.pass(MINUTE)
  ids.push(await world.commitEvent(business, { bornMsAgo: 3.5 * MINUTE }))
  await world.pass(MINUTE)
  expect(callsOf(world, webhook).map(({ id }) => id)).toEqual(ids)
})

test('the watermark never passes an event that can still be joined by older ones', async () => {
  const { world, business, of } = await begin(() => OK)
  const id = await world.commitEvent(business)
  await world.pass(5_000)
  expect((await readState(of))?.watermark.localeCompare(id)).toBeLessThan(0)
  await world.pass(MINUTE)
  const next = await world.commitEvent(business)
  await world.pass(5_000)
  expect((await readState(of))?.watermark).toBe(id)
  expect(next > id).toBe(true)
})
