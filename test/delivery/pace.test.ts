import { expect, test } from 'vitest'
import { requestDelivery } from '../../lib/data/webhooks/delivery-requests.ts'
import type { Outgoing } from '../../lib/delivery/send/send.ts'
import { begin, callsOf, MINUTE, useSimulation } from './simulation/simulated.ts'

await useSimulation()

test.each([
  ['', 0],
  [', and when waits end late', 200],
])(
  'an endpoint that responds at once gets at most 50 deliveries in any second, also from two runs%s',
  async (_, lateMs) => {
    const { world, business, webhook } = await begin(() => ({ status: 200, ms: 0 }))
    let waits = 0
    world.late = () => (waits++ % 30 < 10 ? lateMs : 0)
    for (let n = 0; n < 80; n++) await world.commitEvent(business)
    await world.pass(1_500)
    for (let n = 0; n < 80; n++) await world.commitEvent(business)
    await world.pass(MINUTE)
    const times = callsOf(world, webhook).map(({ at }) => at)
    expect(times).toHaveLength(160)
    const inSecondFrom = (start: number) => times.filter((at) => at >= start && at < start + 1_000).length
    expect(Math.max(...times.map(inSecondFrom))).toBeLessThanOrEqual(50)
    if (lateMs === 0) expect(Math.max(...times.map(inSecondFrom))).toBe(50)
  },
)

test('each try says the type of its event and its own number, which starts again when it is requested by hand', async () => {
  const seen: Pick<Outgoing, 'type' | 'tryNumber'>[] = []
  const { world, business, webhook, of } = await begin(({ type, tryNumber }) => {
    seen.push({ type, tryNumber })
    return { status: seen.length < 3 ? 500 : 204 }
  })
  const id = await world.commitEvent(business)
  await world.pass(10 * MINUTE)
  await requestDelivery(of, id, { now: new Date(world.clock.now) })
  world.wake(business, webhook)
  await world.pass(MINUTE)
  expect(seen).toEqual([1, 2, 3, 1].map((tryNumber) => ({ type: 'product.updated', tryNumber })))
})
