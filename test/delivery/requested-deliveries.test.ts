import { expect, test } from 'vitest'
import { commit } from '../../lib/data/table/commit.ts'
import { readDeliveries, writeDelivery } from '../../lib/data/webhooks/deliveries.ts'
import { requestDelivery, requestTest } from '../../lib/data/webhooks/delivery-requests.ts'
import { requestFailed } from '../../lib/data/webhooks/failed-deliveries.ts'
import { readState } from '../../lib/data/webhooks/state.ts'
import { deliverAtOnce } from '../../lib/data/webhooks/state-steps.ts'
import { begin, callsOf, MINUTE, useSimulation } from './simulation/simulated.ts'

await useSimulation()

/** A webhook that is paused for half an hour, with events that wait. */
async function pausedScene() {
  const endpoint = { status: 503, ms: 0 }
  const made = await begin(() => endpoint)
  const { world, business, webhook, of } = made
  const ids: string[] = []
  for (let n = 0; n < 20; n++) ids.push(await world.commitEvent(business))
  await world.pass(10 * MINUTE)
  const before = callsOf(world, webhook).length
  const now = () => new Date(world.clock.now)
  /** The calls since the webhook was paused. */
  const calls = () => callsOf(world, webhook).slice(before)
  const waiting = ids.filter((id) => !world.calls.some((call) => call.id === id))
  const pause = async () => {
    const { probe_at, probes, outages, next_at, asked } = (await readState(of)) ?? {}
    return { probe_at, probes, outages, next_at, asked }
  }
  return { ...made, endpoint, ids, waiting, now, calls, pause }
}

test('a test of a paused webhook is sent at once, once, and moves neither the pause nor what waits', async () => {
  const { world, business, webhook, of, now, calls, pause } = await pausedScene()
  const paused = await pause()
  expect(Date.parse(paused.probe_at ?? '')).toBeGreaterThan(world.clock.now + 10 * MINUTE)
  const messages = world.messages
  const asked = []
  for (let n = 0; n < 5; n++) {
    asked.push((await requestTest(of, { now: now() }))?.event_id)
    world.wake(business, webhook)
    await world.pass(1_000)
    expect(calls().map(({ id }) => id)).toEqual(asked)
    expect(await pause()).toEqual(paused)
  }
  // No further chain of wake-ups for the end of the pause.
  expect(world.messages - messages).toBe(5)
})

test('a requested delivery of a paused webhook is sent at once, whether it was tried before or waits', async () => {
  const { world, business, webhook, of, ids, waiting, now, calls, pause } = await pausedScene()
  const paused = await pause()
  const [tried, untried] = [ids[0] ?? '', waiting[2] ?? '']
  for (const id of [tried, untried]) {
    await requestDelivery(of, id, { now: now() })
    world.wake(business, webhook)
    await world.pass(1_000)
  }
  expect(calls().map(({ id }) => id)).toEqual([tried, untried])
  expect(await pause()).toEqual(paused)
  const rows = await readDeliveries(of, [untried])
  expect(rows.get(untried)).toMatchObject({ status: 'pending', attempts: 1 })
})

test('all failed deliveries of a paused webhook in one request are sent at once', async () => {
  const { world, business, webhook, of, ids, now, calls, pause } = await pausedScene()
  const tried = await readDeliveries(of, ids)
  expect(tried.size).toBeGreaterThan(3)
  for (const before of tried.values())
    await writeDelivery(of, before, { ...before, status: 'failed', nextTryAt: null })
  const paused = await pause()
  const from = new Date(0).toISOString()
  expect(await requestFailed(of, { from }, { now: now() })).toMatchObject({ count: tried.size })
  world.wake(business, webhook)
  await world.pass(1_000)
  expect(calls().map(({ id }) => id)).toEqual([...tried.keys()].sort())
  expect(await pause()).toEqual(paused)
})

test('beyond a thousand deliveries that are still to be made, another one waits for the end of the pause', async () => {
  const { world, business, webhook, of, now, calls, endpoint, pause } = await pausedScene()
  const many = Array.from({ length: 1_000 }, (_, n) => `evt_${n}`)
  await commit([deliverAtOnce(of.businessId, of.webhookId, many)])
  const id = (await requestTest(of, { now: now() }))?.event_id
  expect((await pause()).asked?.size).toBe(1_000)
  world.wake(business, webhook)
  await world.pass(1_000)
  expect([calls(), (await pause()).asked]).toEqual([[], undefined])
  endpoint.status = 200
  await world.pass(3 * 60 * MINUTE)
  expect(calls().map((call) => call.id)).toContain(id)
})

test.each([200, 500])(
  'a test that gets %i ends the pause: waiting deliveries follow at once',
  async (status) => {
    const { world, business, webhook, of, endpoint, waiting, now, calls } = await pausedScene()
    const id = (await requestTest(of, { now: now() }))?.event_id
    endpoint.status = status
    world.wake(business, webhook)
    await world.pass(5_000)
    const [first, ...others] = calls().map((call) => call.id)
    expect(first).toBe(id)
    expect(others).toEqual(expect.arrayContaining(waiting))
  },
)

test('a delivery that is requested while another run has the lease is sent by that run', async () => {
  const { world, business, webhook, of } = await begin(() => ({ status: 503, ms: 10_000 }))
  for (let n = 0; n < 5; n++) await world.commitEvent(business)
  await world.pass(5_000)
  const id = (await requestTest(of, { now: new Date(world.clock.now) }))?.event_id
  world.wake(business, webhook)
  await world.pass(10_000)
  expect(callsOf(world, webhook).map((call) => call.id)).toContain(id)
})

test('a requested delivery is sent after the next sweep if its wake-up is lost', async () => {
  const { world, of, now, calls } = await pausedScene()
  const id = (await requestTest(of, { now: now() }))?.event_id
  world.startSweeping()
  await world.pass(16 * MINUTE)
  expect(calls().map((call) => call.id)).toEqual([id])
})
