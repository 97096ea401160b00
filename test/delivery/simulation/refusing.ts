import { randomUUID } from 'node:crypto'
import { getWebhook } from '../../../lib/data/webhooks/webhooks.ts'
import { Simulation } from './simulation.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How often an event comes that the receiver accepts, and for how long. */
export const PACES = {
  seldom: { everyMs: 2 * HOUR, forMs: 6 * DAY },
  often: { everyMs: 10 * MINUTE, forMs: 4 * HOUR },
} as const

export interface Refusing {
  /** So many events of the refused type wait before the others come. */
  refused: number
  status: number
  pace: keyof typeof PACES
}

/** A receiver that refuses one type of event; how long each of the others took to arrive, in minutes. */
export async function deliverBeside({ refused, status, pace }: Refusing) {
  const world = new Simulation()
  const business = randomUUID()
  const isRefused = new Set<string>()
  const webhook = await world.makeWebhook(business, ({ id }) => ({
    status: isRefused.has(id) ? status : 204,
    ms: 0,
  }))
  await world.pass(MINUTE)
  for (let n = 0; n < refused; n++)
    isRefused.add(await world.commitEvent(business, { type: 'category.updated' }))
  await world.pass(MINUTE)
  const committed = new Map<string, number>()
  const { everyMs, forMs } = PACES[pace]
  for (const end = world.clock.now + forMs; world.clock.now < end; await world.pass(everyMs))
    committed.set(await world.commitEvent(business), world.clock.now)
  await world.pass(DAY)
  const waits = world.calls
    .filter(({ id }) => committed.has(id))
    .map(({ id, at }) => (at - (committed.get(id) ?? 0)) / MINUTE)
  return {
    sent: committed.size,
    late: waits.filter((minutes) => minutes > 10).length,
    missing: committed.size - waits.length,
    longest: Math.ceil(Math.max(0, ...waits)),
    isEnabled: (await getWebhook(business, webhook.id))?.is_enabled,
    tries: world.calls.length - waits.length,
  }
}
