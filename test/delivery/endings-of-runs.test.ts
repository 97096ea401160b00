import { expect, test } from 'vitest'
import { webhookStateKey } from '../../lib/data/table/keys.ts'
import { requestTest } from '../../lib/data/webhooks/delivery-requests.ts'
import { readState } from '../../lib/data/webhooks/state.ts'
import { updateWebhook } from '../../lib/data/webhooks/webhook-writes.ts'
import { getWebhook } from '../../lib/data/webhooks/webhooks.ts'
import type { Outgoing } from '../../lib/delivery/send/send.ts'
import { corruptItem } from '../support/items.ts'
import { begin, callsOf, DAY, HOUR, MINUTE, useSimulation } from './simulation/simulated.ts'
import type { Reply } from './simulation/simulation.ts'
import { beforeSteps } from './simulation/tasks.ts'

await useSimulation()

/** A webhook for which so many events wait, so old that the watermark can move over them, when a run begins. */
async function waitingScene(count: number, endpoint: (outgoing: Outgoing) => Reply) {
  const made = await begin(endpoint, ['product.*'])
  const { world, business, webhook } = made
  await world.pass(MINUTE)
  world.loses = (what) => what === 'event'
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    ids.push(await world.commitEvent(business))
    // Ids of one millisecond have no order.
    world.clock.now++
  }
  await world.pass(MINUTE)
  world.loses = () => false
  void world.arrive(business, webhook)
  const sent = () => callsOf(world, webhook).map(({ id }) => id)
  return { ...made, ids, sent }
}

test('a run that has sent everything leaves the watermark at the newest event', async () => {
  const { world, of, ids, sent } = await waitingScene(3, () => ({ status: 200 }))
  await world.pass(10_000)
  expect(sent()).toEqual(ids)
  expect((await readState(of))?.watermark).toBe(ids.at(-1))
})

test('once an endpoint is gone, nothing more is sent, and no run comes for what is due later', async () => {
  const replies: Reply[] = [{ status: 500, ms: 0, retryAfterS: 3600 }]
  const { world, of, ids, sent } = await waitingScene(20, () => replies.shift() ?? { status: 410, ms: 0 })
  await world.pass(HOUR)
  expect(sent()).toEqual(ids.slice(0, 2))
  expect(await readState(of)).not.toHaveProperty('next_at')
})

test('the 410 of an address that was changed meanwhile does not disable the webhook', async () => {
  const { world, business, of, ids } = await waitingScene(1, () => ({ status: 410, ms: 5_000 }))
  await world.pass(2_000)
  const url = 'https://moved.example/'
  const sentThere: string[] = []
  world.endpoints.set(url, ({ id }) => {
    sentThere.push(id)
    return { status: 200 }
  })
  const now = new Date(world.clock.now)
  await updateWebhook(business, of.webhookId, (stored) => ({ webhook: { ...stored, url } }), { now })
  await world.pass(MINUTE)
  expect(await getWebhook(business, of.webhookId)).toMatchObject({ url, is_enabled: true })
  ids.push(await world.commitEvent(business))
  await world.pass(MINUTE)
  expect(sentThere).toEqual(ids.slice(1))
})

test.each([
  ['later', 60, 3600],
  ['now', 20, 0],
])(
  'a run that finds its webhook disabled has none come for what is due %s',
  async (_, count, retryAfterS) => {
    let calls = 0
    const { world, business, of, sent } = await waitingScene(count, () =>
      calls++ === 0 ? { status: 500, ms: 0, retryAfterS } : { status: 200, ms: 5_000 },
    )
    await world.pass(3_000)
    const { messages } = world
    const now = new Date(world.clock.now)
    await updateWebhook(business, of.webhookId, (stored) => ({ webhook: { ...stored, is_enabled: false } }), {
      now,
    })
    await world.pass(MINUTE)
    expect(sent()).toHaveLength(Math.min(count, 25))
    expect(world.messages).toBe(messages)
    expect(await readState(of)).not.toHaveProperty('next_at')
  },
)

test('an event with an older id that comes while a page is sent is sent before the next page', async () => {
  const { world, business, ids, sent } = await waitingScene(60, () => ({ status: 200, ms: 1_000 }))
  // The watermark has moved over the first page.
  await world.pass(3_500)
  const late = await world.commitEvent(business, { bornMsAgo: 1.5 * MINUTE })
  await world.pass(MINUTE)
  expect(sent().indexOf(late)).toBe(50)
  expect(sent().sort()).toEqual([late, ...ids].sort())
})

test('a delivery that is due while a page is sent is tried before the next page', async () => {
  let calls = 0
  const { world, sent } = await waitingScene(60, () =>
    calls++ === 0 ? { status: 500, ms: 0 } : { status: 200, ms: 3_000 },
  )
  await world.pass(MINUTE)
  expect(sent().lastIndexOf(sent()[0] ?? '')).toBe(25)
})

test('a run that has nothing to probe moves the watermark over what was tried', async () => {
  const { world, business, webhook, of, ids } = await waitingScene(3, () => ({ status: 200 }))
  await world.pass(10_000)
  const watermark = (await readState(of))?.since
  const probe_at = new Date(world.clock.now).toISOString()
  await corruptItem(webhookStateKey(business, webhook.id), { watermark, outages: 5, failures: 5, probe_at })
  await world.arrive(business, webhook)
  expect(await readState(of)).toMatchObject({ watermark: ids.at(-1), outages: 5 })
})

test('events that were passed over while the endpoint seemed down are not lost if it is up before the next page', async () => {
  let calls = 0
  const { world, business, ids, sent } = await waitingScene(60, () => {
    calls++
    if (calls === 1) return { status: 200, ms: 10_000 }
    return { status: calls <= 6 ? 503 : 200, ms: 0 }
  })
  await world.pass(MINUTE)
  expect(new Set(sent()).size).toBeLessThan(60)
  ids.push(await world.commitEvent(business))
  await world.pass(MINUTE)
  expect([...new Set(sent())].sort()).toEqual(ids.sort())
})

test.each(['a test', 'a probe'])('%s that has a webhook disabled leaves no wake-up', async (kind) => {
  const { world, business, webhook, of } = await begin(() => ({ status: 503, ms: 0 }), ['product.*'])
  const iso = (ms: number) => new Date(world.clock.now + ms).toISOString()
  const paused = { outages: 5, probes: 4, probe_at: iso(kind === 'a test' ? HOUR : 0) }
  const failing = { failures: 20, failing_since: iso(-6 * DAY) }
  await corruptItem(webhookStateKey(business, webhook.id), { ...paused, ...failing })
  if (kind === 'a test') await requestTest(of, { now: new Date(world.clock.now) })
  else await world.commitEvent(business)
  void world.arrive(business, webhook)
  await world.pass(100)
  expect(callsOf(world, webhook)).toHaveLength(1)
  expect((await getWebhook(business, webhook.id))?.is_enabled).toBe(false)
  expect(await readState(of)).not.toHaveProperty('next_at')
})

test('an endpoint that goes down makes one step of the schedule, however many pages of events wait', async () => {
  const { world, of, sent } = await waitingScene(60, () => ({ status: 503, ms: 0 }))
  await world.pass(1_000)
  expect(sent()).toHaveLength(5)
  expect(await readState(of)).toMatchObject({ outages: 5, probes: 1 })
})

test('tests that find an endpoint down pause its webhook', async () => {
  const { world, business, webhook, of } = await begin(() => ({ status: 503, ms: 0 }))
  for (let n = 0; n < 6; n++) await requestTest(of, { now: new Date(world.clock.now) })
  world.wake(business, webhook)
  await world.pass(2_000)
  expect(callsOf(world, webhook)).toHaveLength(6)
  expect(await readState(of)).toMatchObject({ probes: 1, probe_at: expect.any(String) })
})

test('tests of a paused webhook beyond what one run has time for are sent by the next', async () => {
  let ms = 0
  const { world, business, webhook, of } = await begin(() => ({ status: 503, ms }))
  for (let n = 0; n < 20; n++) await world.commitEvent(business)
  // The next probe is half an hour later.
  await world.pass(10 * MINUTE)
  const { length } = callsOf(world, webhook)
  ms = 13_000
  for (let n = 0; n < 60; n++) await requestTest(of, { now: new Date(world.clock.now) })
  world.wake(business, webhook)
  await world.pass(3 * MINUTE)
  expect(callsOf(world, webhook)).toHaveLength(length + 60)
})

test('a run that finds an endpoint down tries another one at once if the URL was changed meanwhile', async () => {
  const { world, business, webhook } = await begin(() => ({ status: 503, ms: 5_000 }), ['product.*'])
  const failing_since = new Date(world.clock.now).toISOString()
  await corruptItem(webhookStateKey(business, webhook.id), { failures: 1, failing_since })
  for (let n = 0; n < 25; n++) await world.commitEvent(business)
  await world.pass(2_000)
  const url = 'https://elsewhere.example/'
  world.endpoints.set(url, () => ({ status: 200, ms: 0 }))
  const now = new Date(world.clock.now)
  await updateWebhook(business, webhook.id, (stored) => ({ webhook: { ...stored, url } }), { now })
  await world.pass(9_000)
  // The first five fail when nine are under way, and all that failed is due by now.
  expect([callsOf(world, webhook).length, callsOf(world, { url }).length]).toEqual([14, 25])
})

test('a run that goes round once more still knows that the endpoint is down', async () => {
  const { world, business, webhook } = await begin(() => ({ status: 503, ms: 5_000 }))
  for (let n = 0; n < 25; n++) await world.commitEvent(business)
  await world.pass(2_000)
  world.wake(business, webhook)
  await world.pass(9_000)
  expect(callsOf(world, webhook)).toHaveLength(14)
})

test('a run that goes round once more sends no second wake-up for the same time', async () => {
  const { world, business, webhook } = await begin(() => ({ status: 500, ms: 0 }))
  let last = ''
  beforeSteps(async (step) => {
    const isBeforeGivingBack = last === 'wake' && step === 'UpdateCommand'
    last = step
    if (isBeforeGivingBack && world.messages < 3) await world.arrive(business, webhook)
  })
  await world.commitEvent(business)
  await world.pass(3_000)
  // One for the event, the one that comes in between, and one for the next try.
  expect(world.messages).toBe(3)
})
