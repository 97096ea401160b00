import { expect, test } from 'vitest'
import { webhookStateKey } from '../../lib/data/table/keys.ts'
import { dueItemOf, firstDue } from '../../lib/data/webhooks/due-items.ts'
import { readState } from '../../lib/data/webhooks/state.ts'
import { eventsAt } from '../../lib/domain/events.ts'
import { corruptItem, plantItem } from '../support/items.ts'
import { begin, callsOf, HOUR, MINUTE, useSimulation } from './simulation/simulated.ts'
import { beforeSteps } from './simulation/tasks.ts'

await useSimulation()

/** A page of the feed that takes so long is what a few hundred of them are for a function with little memory. */
const QUERY_MS = 9_000

/** A webhook of a rare type that is paused, and whose next turn is that of an event that was not tried yet. */
async function pausedScene() {
  const made = await begin(() => ({ status: 200 }), ['category.*'])
  const { world, business, webhook } = made
  world.loses = (what) => what === 'event'
  const commit = async (type: 'category.updated' | 'product.updated', count: number) => {
    const ids: string[] = []
    for (let n = 0; n < count; n++) {
      ids.push(await world.commitEvent(business, { type }))
      // Ids of one millisecond have no order.
      world.clock.now++
    }
    return ids
  }
  const probeNow = async () => {
    // The watermark can move over all of them.
    await world.pass(MINUTE)
    const probe_at = new Date(world.clock.now).toISOString()
    const paused = { outages: 5, failures: 5, probes: 4, probe_at }
    await corruptItem(webhookStateKey(business, webhook.id), paused)
    beforeSteps(async (step) => {
      if (step === 'QueryCommand') await world.clock.pass(QUERY_MS)
    })
    world.wake(business, webhook)
  }
  return { ...made, commit, probeNow }
}

test.each([
  ['behind', 0, 300],
  ['around', 300, 150],
])(
  'a paused webhook of a rare type gets its event however many of other types are %s it',
  async (_, before, behind) => {
    const { world, webhook, commit, probeNow } = await pausedScene()
    await commit('product.updated', before)
    const wanted = await commit('category.updated', 1)
    await commit('product.updated', behind)
    await probeNow()
    await world.pass(HOUR)
    expect(callsOf(world, webhook).map(({ id }) => id)).toEqual(wanted)
    expect([world.kills, world.dead]).toEqual([0, 0])
  },
)

test('a paused webhook that has nothing to try moves its watermark over any number of events, run by run', async () => {
  const { world, of, commit, probeNow } = await pausedScene()
  const ids = await commit('product.updated', 300)
  await probeNow()
  await world.pass(HOUR)
  expect(await readState(of)).toMatchObject({ watermark: ids.at(-1) })
  expect([world.kills, world.dead]).toEqual([0, 0])
})

test('times of deleted deliveries are removed run by run, however many there are', async () => {
  const { world, business, webhook, of } = await begin(() => ({ status: 200 }))
  for (let n = 0; n < 100; n++) {
    const eventId = `${eventsAt(world.clock.now + n)}-7000-8000-000000000000`
    await plantItem(dueItemOf(business, webhook.id, { at: new Date(world.clock.now).toISOString(), eventId }))
  }
  beforeSteps(async (step) => {
    if (step === 'DeleteCommand') await world.clock.pass(1_000)
  })
  world.wake(business, webhook)
  await world.pass(HOUR)
  expect(await firstDue(of)).toBeUndefined()
  expect([world.kills, world.dead]).toEqual([0, 0])
})
