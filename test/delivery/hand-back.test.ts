import { expect, test } from 'vitest'
import { readState } from '../../lib/data/webhooks/state.ts'
import { updateWebhook } from '../../lib/data/webhooks/webhook-writes.ts'
import { everyOrder } from './simulation/every-order.ts'
import { scene } from './simulation/scene.ts'
import { DAY, MINUTE, useSimulation } from './simulation/simulated.ts'

await useSimulation()

test('whenever an event comes while a run ends, it is delivered, by one of the two', async () => {
  await everyOrder({ from: 3, until: 4, inQuarters: true }, async () => {
    const { simulation, business, sent, run, of } = await scene()
    let id = ''
    return {
      work: {
        a: () => run(),
        async b() {
          id = await simulation.commitEvent(business)
          await run({ from: id })
        },
      },
      async check() {
        expect(sent).toEqual([id])
        expect(await readState(of)).not.toHaveProperty('lease_until')
        expect(await readState(of)).not.toHaveProperty('again')
      },
    }
  })
})

test('a replay that is requested while a run ends is delivered', async () => {
  await everyOrder({ from: 5, until: 4, inQuarters: true }, async () => {
    const { simulation, business, webhook, sent, run } = await scene()
    const now = () => new Date(simulation.clock.now)
    const enable = (is_enabled: boolean, replayFrom?: string) =>
      updateWebhook(business, webhook.id, (stored) => ({ webhook: { ...stored, is_enabled }, replayFrom }), {
        now: now(),
      })
    const from = now().toISOString()
    await enable(false)
    const missed = await simulation.commitEvent(business)
    await simulation.pass(DAY)
    await enable(true)
    const later = await simulation.commitEvent(business)
    await simulation.pass(MINUTE)
    return {
      work: {
        a: () => run(),
        async b() {
          await enable(false)
          await enable(true, from)
          await run()
        },
      },
      async check() {
        expect([...new Set(sent)].sort()).toEqual([missed, later].sort())
      },
    }
  })
})
