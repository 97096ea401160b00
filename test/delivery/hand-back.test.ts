import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readState } from '../../lib/data/webhooks/state.ts'
import { updateWebhook } from '../../lib/data/webhooks/webhook-writes.ts'
import { deliver } from '../../lib/delivery/deliver.ts'
import type { Sent } from '../../lib/delivery/send.ts'
import type { WakeUp } from '../../lib/delivery/wake-ups.ts'
import type { World } from '../../lib/delivery/world.ts'
import { aBusiness, DAY, MINUTE, useSimulation } from './simulation/simulated.ts'
import { Simulation } from './simulation/simulation.ts'
import { beforeSteps, runTask } from './simulation/tasks.ts'

await useSimulation()

const NEVER = new Promise<void>(() => {})

type Name = 'a' | 'b'

/** From which step of `a` on, and up to which of `b`, the order is varied: all orders of all steps are too many. */
interface Window {
  from: number
  until: number
}

type Work = Record<Name, () => Promise<unknown>>

/**
 * Carries out the steps of two pieces of work in an order: `turns` says whose step is next within the window. Outside of
 * it, and when `b` has none left, `a` goes first. Returns what was chosen at each turn.
 */
async function interleave(turns: readonly Name[], work: Work, { from, until }: Window): Promise<Name[]> {
  const steps = { a: 0, b: 0 }
  // Reads that are made side by side wait, and go on, together.
  const waiting = new Map<Name, (() => void)[]>()
  const running = new Set<Name>(['a', 'b'])
  const chosen: Name[] = []
  const goOn = () => {
    // Until everybody who runs waits for a step or has ended.
    if (waiting.size < running.size) return
    const [first, second] = [...waiting.keys()].sort()
    if (first === undefined) return
    const isFree = second !== undefined && steps.a >= from && steps.b < until
    const next = isFree ? (turns[chosen.length] ?? first) : first
    if (isFree) chosen.push(next)
    steps[next]++
    const released = waiting.get(next) ?? []
    waiting.delete(next)
    for (const resolve of released) resolve()
  }
  beforeSteps((_, task) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const name = task === 'a' ? 'a' : 'b'
    waiting.set(name, [...(waiting.get(name) ?? []), resolve])
    // Behind what else is asked for in the same breath.
    setImmediate(goOn)
    return promise
  })
  const run = async (name: Name) => {
    await runTask(work[name], NEVER, name)
    running.delete(name)
    goOn()
  }
  await Promise.all([run('a'), run('b')])
  beforeSteps(async () => {})
  return chosen
}

interface Trial {
  work: Work
  /** Looks at the outcome. */
  check: () => Promise<void>
}

/** Every order of the steps of two pieces of work, which are made anew for each. */
async function everyOrder(window: Window, make: () => Promise<Trial>): Promise<number> {
  let orders = 0
  for (let turns: Name[] | undefined = []; turns; orders++) {
    const { work, check } = await make()
    const chosen = await interleave(turns, work, window)
    await check()
    turns = nextOrder(chosen)
  }
  return orders
}

/** The order behind one: the last choice of `a` becomes one of `b`. */
function nextOrder(chosen: readonly Name[]): Name[] | undefined {
  const last = chosen.lastIndexOf('a')
  return last < 0 ? undefined : [...chosen.slice(0, last), 'b']
}

/** A world in which an event has just been delivered, so that a run of its webhook has nothing to do but to end. */
async function scene() {
  const simulation = new Simulation()
  const business = aBusiness()
  const webhook = await simulation.makeWebhook(business, () => ({ status: 200 }), ['product.*'])
  await simulation.pass(MINUTE)
  // Nobody but the two pieces of work delivers anything.
  simulation.loses = () => true
  const messages: WakeUp[] = []
  const sent: string[] = []
  const world: World = {
    now: () => simulation.clock.now,
    random: () => 0,
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

test('whenever an event comes while a run ends, it is delivered, by one of the two', async () => {
  const orders = await everyOrder({ from: 3, until: 4 }, async () => {
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
  expect(orders).toBeGreaterThan(5)
})

test('whenever a replay is asked for while a run ends, what is to be replayed is delivered', async () => {
  const orders = await everyOrder({ from: 5, until: 4 }, async () => {
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
  expect(orders).toBeGreaterThan(5)
})
