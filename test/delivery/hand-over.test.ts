import { expect, test } from 'vitest'
import { webhookStateKey } from '../../lib/data/table/keys.ts'
import { readState } from '../../lib/data/webhooks/state.ts'
import { corruptItem } from '../support/items.ts'
import { begin, callsOf, MINUTE, slowWrites, useSimulation } from './simulation/simulated.ts'
import type { Reply } from './simulation/simulation.ts'
import { beforeSteps, killWhen } from './simulation/tasks.ts'

await useSimulation()

const OK: Reply = { status: 200 }

test('120 events at an endpoint that takes 13 s, with slow writes: all are sent once, no 20 s without a send', async () => {
  const { world, business, webhook } = await begin(() => ({ ...OK, ms: 13_000 }))
  slowWrites(world, 200)
  const ids = []
  for (let n = 0; n < 120; n++) ids.push(await world.commitEvent(business))
  await world.pass(10 * MINUTE)
  const calls = callsOf(world, webhook)
  expect(calls.map(({ id }) => id).sort()).toEqual(ids.sort())
  const gaps = calls.slice(1).map(({ at }, n) => at - (calls[n]?.at ?? 0))
  expect(Math.max(...gaps)).toBeLessThanOrEqual(20_000)
  expect([world.kills, world.dead]).toEqual([0, 0])
})

test('a wake-up for a next try that arrives before its time is written is not lost', async () => {
  const replies: Reply[] = [{ status: 500 }, OK]
  const { world, business, webhook, of } = await begin(() => replies.shift() ?? OK)
  slowWrites(world, 6_000)
  await world.commitEvent(business)
  await world.pass(3 * MINUTE)
  expect(callsOf(world, webhook).map(({ status }) => status)).toEqual([500, 200])
  expect(await readState(of)).not.toHaveProperty('next_at')
})

/**
 * One event more than a run has time for, which a delayed wake-up began: the second run sends it. Something happens before a step of any run, the `n`th
 * from when the first is out of time on. Returns what came of it, and how many such steps there are.
 */
async function handOver(n: number, happen: 'kill' | 'wake-up') {
  const { world, business, webhook, of } = await begin(() => ({ ...OK, ms: 51_000 }))
  const at = new Date(world.clock.now).toISOString()
  // Behind a run that died, events are sent one at a time.
  await corruptItem(webhookStateKey(business, webhook.id), { run: 'dead', lease_until: 0, next_at: at })
  world.loses = (what) => what === 'event'
  let steps = 0
  const isNth = () => world.clock.now >= began + 51_000 && ++steps === n
  if (happen === 'kill') killWhen(isNth)
  else
    beforeSteps(async () => {
      if (isNth()) await world.arrive(business, webhook)
    })
  const ids = []
  for (let count = 0; count < 2; count++) ids.push(await world.commitEvent(business))
  const began = world.clock.now
  void world.arrive(business, webhook, { at })
  // No sweep comes.
  await world.pass(6 * MINUTE)
  killWhen(() => false)
  beforeSteps(async () => {})
  const { next_at, run } = (await readState(of)) ?? {}
  const sent = callsOf(world, webhook).map(({ id }) => id)
  return { steps, ids, sent, dead: world.dead, left: { next_at, run } }
}

test('whenever a wake-up arrives while a run hands over to the next, each event is sent once', async () => {
  const { steps } = await handOver(0, 'wake-up')
  expect(steps).toBeGreaterThan(10)
  for (let n = 1; n <= steps; n++) {
    const { ids, sent, ...rest } = await handOver(n, 'wake-up')
    expect(sent.sort(), `${n}`).toEqual(ids.sort())
    expect(rest, `${n}`).toMatchObject({ dead: 0, left: { next_at: undefined, run: undefined } })
  }
})

test('a next try comes in time, though the run that hands over has a clock 10 s before that of the next', async () => {
  const replies: Reply[] = [{ ...OK, ms: 51_000 }, { status: 500, retryAfterS: 60 }, OK]
  const { world, business, webhook } = await begin(() => replies.shift() ?? OK)
  await corruptItem(webhookStateKey(business, webhook.id), { run: 'dead', lease_until: 0 })
  const began = world.clock.now
  world.skew = () => (world.clock.now < began + 51_000 ? 5_000 : -5_000)
  for (let n = 0; n < 2; n++) await world.commitEvent(business)
  await world.pass(3 * MINUTE)
  expect(callsOf(world, webhook).map(({ status }) => status)).toEqual([200, 500, 200])
})

test('whatever step of a hand-over a run is killed before, every event arrives', async () => {
  const { steps } = await handOver(0, 'kill')
  for (let n = 1; n <= steps; n++) {
    const { ids, sent, ...rest } = await handOver(n, 'kill')
    expect([...new Set(sent)].sort(), `${n}`).toEqual(ids.sort())
    expect(rest, `${n}`).toMatchObject({ dead: 0, left: { next_at: undefined, run: undefined } })
  }
})
