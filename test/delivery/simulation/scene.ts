import { randomUUID } from 'node:crypto'
import { deliver } from '../../../lib/delivery/deliver.ts'
import type { Effects } from '../../../lib/delivery/effects.ts'
import type { Sent } from '../../../lib/delivery/send/send.ts'
import type { WakeUp } from '../../../lib/delivery/wake-ups.ts'
import { aBusiness, MINUTE } from './simulated.ts'
import { Simulation } from './simulation.ts'

/** A world in which an event has just been delivered, so that a run of its webhook has nothing to do but to end. */
export async function scene() {
  const simulation = new Simulation()
  const business = aBusiness()
  const webhook = await simulation.makeWebhook(business, () => ({ status: 200 }), ['product.*'])
  await simulation.pass(MINUTE)
  // Nobody but the two pieces of work delivers anything.
  simulation.loses = () => true
  const messages: WakeUp[] = []
  const sent: string[] = []
  const world: Effects = {
    now: () => simulation.clock.now,
    random: () => 0,
    wait: async () => {},
    async send({ id }): Promise<Sent> {
      sent.push(id)
      return { status_code: 200, error: null, duration_ms: 0, retry_after_s: null }
    },
    wake: async (wakeUps) => void messages.push(...wakeUps),
  }
  const wakeUp = { business_id: business, webhook_id: webhook.id }
  const run = (more: Partial<WakeUp> = {}) => deliver({ ...wakeUp, ...more }, randomUUID(), world)
  return {
    simulation,
    business,
    webhook,
    messages,
    sent,
    run,
    of: { businessId: business, webhookId: webhook.id },
  }
}
