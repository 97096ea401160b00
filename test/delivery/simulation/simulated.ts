import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Outgoing } from '../../../lib/delivery/send/send.ts'
import { useOwnTable } from '../../support/own-table.ts'
import { type Call, type Reply, Simulation } from './simulation.ts'
import { beforeSteps, killWhen, watchTable } from './tasks.ts'

/** Lets the tests of a file simulate on a table of their own, which no stream of the running stack reads. */
export async function useSimulation(): Promise<void> {
  await useOwnTable({ indexes: [] })
  let unwatch = () => {}
  beforeAll(() => {
    unwatch = watchTable()
  })
  afterEach(() => {
    killWhen(() => false)
    beforeSteps(async () => {})
  })
  afterAll(() => unwatch())
}

/** A business that needs no more than an id. */
export const aBusiness = () => randomUUID()

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Lets every write of a run take so long before it takes effect. */
export const slowWrites = ({ clock }: Simulation, ms: number): void =>
  beforeSteps(async (step) => {
    if (/^(Put|Update|Delete|TransactWrite)Command$/.test(step)) await clock.pass(ms)
  })

/** The calls of an endpoint. */
export const callsOf = ({ calls }: Simulation, { url }: { url: string }): Call[] =>
  calls.filter((call) => call.url === url)

/** How many seconds behind the first of them each call came. */
export const secondsOf = (calls: readonly Call[]): number[] =>
  calls.map(({ at }) => Math.round((at - (calls[0]?.at ?? 0)) / 1000))

/** A world with a webhook of one business, a minute later. */
export async function begin(endpoint: (outgoing: Outgoing) => Reply, events?: string[]) {
  const world = new Simulation()
  const business = aBusiness()
  const webhook = await world.makeWebhook(business, endpoint, events)
  const of = { businessId: business, webhookId: webhook.id }
  await world.pass(MINUTE)
  return { world, business, webhook, of }
}
