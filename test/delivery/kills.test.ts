import { expect, test } from 'vitest'
import { webhookStateKey } from '../../lib/data/table/keys.ts'
import type { WebhookName } from '../../lib/data/webhooks/enabled.ts'
import { readState } from '../../lib/data/webhooks/state.ts'
import { itemsIn } from '../support/items.ts'
import { inTurn } from '../support/turns.ts'
import { aBusiness, callsOf, MINUTE, useSimulation } from './simulation/simulated.ts'
import { Simulation } from './simulation/simulation.ts'
import { killWhen } from './simulation/tasks.ts'

await useSimulation()

/**
 * An event for an endpoint that fails twice, with a kill before one step of dispatch or deliver. Returns how often it
 * arrived, and the step.
 */
async function scene(killBefore: number) {
  const world = new Simulation()
  const business = aBusiness()
  let call = 0
  const webhook = await world.makeWebhook(business, () => ({ status: call++ < 2 ? 500 : 200 }))
  await world.pass(MINUTE)
  let steps = 0
  let step = ''
  killWhen((name) => {
    steps++
    if (steps === killBefore) step = name
    return steps === killBefore
  })
  const id = await world.commitEvent(business)
  // No sweep comes: SQS and the stream repeat what was killed.
  await world.pass(10 * MINUTE)
  killWhen(() => false)
  const arrived = callsOf(world, webhook).filter(({ status }) => status === 200)
  return {
    steps,
    step,
    times: arrived.filter((one) => one.id === id).length,
    dead: world.dead,
    kills: world.kills,
    left: await leftOf({ businessId: business, webhookId: webhook.id }),
  }
}

/** The items of a webhook: its deliveries by their status, and whether any are still due. */
async function leftOf(of: WebhookName) {
  const items = await itemsIn(webhookStateKey(of.businessId, of.webhookId).pk)
  const state = await readState(of)
  return {
    deliveries: items.filter(({ type }) => type === 'delivery').map(({ status }) => status),
    due: items.filter(({ type }) => type === 'due').length,
    isTaken: state?.run !== undefined || state?.lease_until !== undefined || state?.again !== undefined,
    isExpected: state?.next_at !== undefined,
  }
}

const NOTHING_LEFT = { deliveries: ['succeeded'], due: 0, isTaken: false, isExpected: false }

test('whatever step dispatch or a delivery is killed before, every event arrives, and at most twice', async () => {
  const { steps, times, left } = await scene(0)
  expect(times).toBe(1)
  expect(left).toEqual(NOTHING_LEFT)
  expect(steps).toBeGreaterThan(20)
  let twice = 0
  const tried = inTurn(Array.from({ length: steps }, (_, n) => n + 1))
  for (const n of tried) {
    const killed = await scene(n)
    expect(killed, `${n}, ${killed.step}`).toMatchObject({ kills: 1, dead: 0 })
    // Twice if the endpoint had answered, and that was not written yet.
    expect([1, 2], `${n}, ${killed.step}`).toContain(killed.times)
    if (killed.times === 2) twice++
    expect(killed.left, `${n}, ${killed.step}`).toEqual(NOTHING_LEFT)
  }
  expect(twice).toBeLessThan(tried.length / 3)
})
