import { expect, test } from 'vitest'
import { webhookStateKey } from '../../lib/data/table/keys.ts'
import { readState } from '../../lib/data/webhooks/state.ts'
import { corruptItem, itemsIn } from '../support/items.ts'
import { scene } from './simulation/scene.ts'
import { HOUR, MINUTE, useSimulation } from './simulation/simulated.ts'

await useSimulation()

/** A webhook that is paused for another hour. */
async function pausedScene() {
  const made = await scene()
  const { simulation, business, webhook } = made
  const { now } = simulation.clock
  const iso = (ms: number) => new Date(now + ms).toISOString()
  const paused = {
    next_at: iso(HOUR),
    probe_at: iso(HOUR),
    outages: 5,
    failures: 5,
    failing_since: iso(-HOUR),
    probes: 4,
  }
  await corruptItem(webhookStateKey(business, webhook.id), paused)
  return { ...made, iso }
}

test.each([
  ['over', -MINUTE],
  ['sooner', MINUTE],
  ['later', 2 * HOUR],
])('a delayed wake-up for a time that is %s than the one agreed on ends at once', async (_, ms) => {
  const { run, of, messages, sent, iso } = await pausedScene()
  const before = await readState(of)
  expect(await run({ at: iso(ms) })).toBeUndefined()
  expect(messages).toEqual([])
  expect(sent).toEqual([])
  expect(await readState(of)).toEqual(before)
})

test('a delayed wake-up that arrives before its time is sent on, once, and changes nothing', async () => {
  const { run, of, messages, sent, iso } = await pausedScene()
  const before = await readState(of)
  expect(await run({ at: iso(HOUR) })).toBeUndefined()
  expect(messages).toEqual([{ business_id: of.businessId, webhook_id: of.webhookId, at: iso(HOUR) }])
  expect(sent).toEqual([])
  expect(await readState(of)).toEqual(before)
})

test('however often a paused webhook is woken, no further wake-up is sent for the end of the pause', async () => {
  const { run, of, messages, iso } = await pausedScene()
  for (let n = 0; n < 5; n++) await run()
  expect(messages).toEqual([])
  expect(await readState(of)).toMatchObject({ next_at: iso(HOUR), probe_at: iso(HOUR), probes: 4 })
})

test('a delivery that failed has one time at which it is tried again, also when that fails', async () => {
  const { simulation, business, webhook, of } = await scene()
  simulation.loses = () => false
  simulation.endpoints.set(webhook.url, () => ({ status: 503, ms: 0 }))
  for (let n = 0; n < 6; n++) {
    await simulation.commitEvent(business)
    // The fifth failure pauses the webhook; then one is tried alone.
    await simulation.pass(10 * MINUTE)
    const items = await itemsIn(webhookStateKey(of.businessId, of.webhookId).pk)
    const times = items
      .filter(({ type, status }) => type === 'delivery' && status === 'pending')
      .map(({ next_try_at, sk }) => `DUE#${next_try_at}#${sk.split('#')[1]}`)
    const due = items.filter(({ type }) => type === 'due').map(({ sk }) => sk)
    expect(due.sort()).toEqual(times.sort())
  }
})
