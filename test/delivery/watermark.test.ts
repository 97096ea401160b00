import { expect, test } from 'vitest'
import { webhookStateKey } from '../../lib/data/table/keys.ts'
import { updateWebhook } from '../../lib/data/webhooks/webhook-writes.ts'
import { eventsAt } from '../../lib/domain/events.ts'
import { corruptItem } from '../support/items.ts'
import { everyOrder } from './simulation/every-order.ts'
import { scene } from './simulation/scene.ts'
import { DAY, MINUTE, useSimulation } from './simulation/simulated.ts'

await useSimulation()

/** A scene with an event that was missed while the webhook was disabled, and one that its watermark has passed. */
async function passedScene() {
  const made = await scene()
  const { simulation, business, webhook, sent, run } = made
  const enable = (is_enabled: boolean, replayFrom?: string) =>
    updateWebhook(business, webhook.id, (stored) => ({ webhook: { ...stored, is_enabled }, replayFrom }), {
      now: new Date(simulation.clock.now),
    })
  const from = new Date(simulation.clock.now).toISOString()
  await enable(false)
  const missed = await simulation.commitEvent(business)
  await simulation.pass(DAY)
  await enable(true)
  await simulation.pass(MINUTE)
  const passed = await simulation.commitEvent(business)
  await simulation.pass(MINUTE)
  await run()
  expect(sent).toEqual([passed])
  const replay = async () => {
    await enable(false)
    await enable(true, from)
  }
  const passedAt = simulation.clock.now - MINUTE
  /** Commits an event whose id is older than the one that the watermark has passed. */
  const commitLate = () =>
    simulation.commitEvent(business, { bornMsAgo: simulation.clock.now - passedAt + 30_000 })
  return { ...made, missed, passed, replay, commitLate }
}

test('a run does not put the watermark back when a replay is requested while it begins', async () => {
  await everyOrder({ from: 0, before: 2, until: 4 }, async () => {
    const { sent, run, replay, missed } = await passedScene()
    return {
      work: { a: () => run(), b: replay },
      async check() {
        await run()
        expect(sent).toContain(missed)
      },
    }
  })
})

test('the watermark is not put back when a replay is requested while a wake-up meets the lease of a run', async () => {
  await everyOrder({ from: 0, until: 4 }, async () => {
    const { simulation, business, webhook, sent, run, replay, missed } = await passedScene()
    const lease_until = simulation.clock.now + MINUTE
    await corruptItem(webhookStateKey(business, webhook.id), { run: 'another', lease_until })
    return {
      work: { a: () => run(), b: replay },
      async check() {
        simulation.clock.now = lease_until
        await run()
        expect(sent).toContain(missed)
      },
    }
  })
})

test('whenever an event with an older id comes while a run moves the watermark on, it is delivered, once', async () => {
  await everyOrder({ from: 4, before: 9, until: 2 }, async () => {
    const { simulation, business, sent, run, passed, commitLate } = await passedScene()
    // More than one page, of which the webhook wants nothing.
    for (let n = 0; n < 30; n++) await simulation.commitEvent(business, { type: 'category.updated' })
    simulation.clock.now += MINUTE
    const late = await commitLate()
    return {
      work: { a: () => run(), b: () => run({ from: late }) },
      check: async () => expect(sent).toEqual([passed, late]),
    }
  })
})

test('events with older ids are delivered, also if they are more than one page', async () => {
  const { simulation, business, sent, run, passed } = await passedScene()
  const late = []
  for (let n = 0; n < 60; n++)
    late.push(await simulation.commitEvent(business, { bornMsAgo: MINUTE + 30_000 - n }))
  await run({ from: late[0] })
  expect(sent.sort()).toEqual([...late, passed].sort())
})

test('an event that is older than the webhook is not delivered, wherever the watermark is', async () => {
  const { simulation, business, webhook, run, sent } = await scene()
  await simulation.commitEvent(business, { bornMsAgo: DAY })
  const watermark = eventsAt(simulation.clock.now - 2 * DAY)
  await corruptItem(webhookStateKey(business, webhook.id), { watermark })
  const id = await simulation.commitEvent(business)
  await run()
  expect(sent).toEqual([id])
})
