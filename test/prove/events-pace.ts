import { webhookStateKey } from '../../lib/data/table/keys.ts'
import { eachOf } from '../../lib/data/table/patient-reads.ts'
import { getWebhook } from '../../lib/data/webhooks/webhooks.ts'
import type { Webhook } from '../../lib/domain/webhooks/webhook.ts'
import type { Simulation } from '../delivery/simulation/simulation.ts'
import { mostCalls } from './events-judge.ts'
import { simulate } from './events-table.ts'
import { hold, type Run } from './run.ts'

const BURST = 100
const BURST_EVERY_MS = 10_000
const HOUR = 3_600_000
/** A dead endpoint is given up after five days and a step of the schedule. */
const MOST_HOURS = 6 * 24

/** The delay of a live endpoint can be this much longer beside a dead one, in milliseconds. */
const MOST_LONGER_MS = 100

interface Delays {
  p50: number
  max: number
}

/** The cost of a dead endpoint. */
interface Cost {
  writes: number
  messages: number
  calls: number
}

/** Has a live endpoint get its events alone, then beside a dead one that gets as many: that changes nothing for it. */
export async function provePace(run: Run, events: number): Promise<void> {
  const alone = await measure(events, false)
  const beside = await measure(events, true)
  const { during, until } = beside
  const shown = ({ p50, max }: Delays) => `p50 ${p50} ms, max ${max} ms`
  const cost = ({ writes, messages, calls }: Cost) => `${writes} writes, ${messages} messages, ${calls} calls`
  run.say(
    `${events} events, from commit to call: alone ${shown(alone)}; beside a dead endpoint ${shown(beside)}`,
  )
  run.say(`the dead one: ${cost(during)} while they came; ${cost(until)} until it was disabled`)
  for (const figure of ['p50', 'max'] as const)
    hold(
      beside[figure] <= alone[figure] + MOST_LONGER_MS,
      () => `the delay beside a dead endpoint is ${shown(beside)}, alone ${shown(alone)}`,
    )
  const most = mostCalls(MOST_HOURS * HOUR)
  hold(until.calls <= most, () => `a dead endpoint was called ${until.calls} times, ${most} are allowed`)
  // A few for each wake-up, and for each call: none for an event that waits in the feed.
  hold(
    until.writes <= 4 * until.messages + 3 * until.calls,
    () => `${events} events of a dead endpoint cost ${cost(until)}`,
  )
}

const measure = (events: number, isBeside: boolean): Promise<Delays & { during: Cost; until: Cost }> =>
  simulate(async (world, business, figures) => {
    const live = await world.makeWebhook(business, () => ({ status: 200, ms: 50 }))
    const dead = isBeside
      ? await world.makeWebhook(business, () => ({ error: 'timeout', ms: 15_000 }))
      : undefined
    world.startSweeping()
    await world.pass(60_000)
    const committed = await sendBursts(world, business, events)
    const costNow = (): Cost => ({
      writes: dead ? (figures.writes.get(webhookStateKey(business, dead.id).pk) ?? 0) : 0,
      messages: dead ? (world.messagesOf.get(dead.id) ?? 0) : 0,
      calls: world.calls.filter(({ url }) => url === dead?.url).length,
    })
    const during = costNow()
    if (dead) await waitUntilDisabled(world, business, dead)
    return { ...delaysOf(world, live, committed), during, until: costNow() }
  })

/** Commits events, many at a time. Returns when each was. */
async function sendBursts(world: Simulation, business: string, events: number): Promise<Map<string, number>> {
  const committed = new Map<string, number>()
  for (let left = events; left > 0; left -= BURST) {
    await eachOf(Array.from({ length: Math.min(BURST, left) }), async () => {
      committed.set(await world.commitEvent(business), world.clock.now)
    })
    await world.pass(BURST_EVERY_MS)
  }
  await world.pass(60_000)
  return committed
}

async function waitUntilDisabled(world: Simulation, business: string, { id }: Webhook): Promise<void> {
  for (let hours = 0; hours < MOST_HOURS; hours++) {
    await world.pass(HOUR)
    if (!(await getWebhook(business, id))?.is_enabled) return
  }
  hold(false, () => 'a dead endpoint was not given up')
}

function delaysOf({ calls }: Simulation, { url }: Webhook, committed: ReadonlyMap<string, number>): Delays {
  const delays = calls
    .filter((call) => call.url === url && committed.has(call.id))
    .map(({ id, at }) => at - (committed.get(id) ?? 0))
    .sort((a, b) => a - b)
  hold(
    delays.length === committed.size,
    () => `a live endpoint was called ${delays.length} times for ${committed.size} events`,
  )
  return { p50: delays[Math.floor(delays.length / 2)] ?? 0, max: delays.at(-1) ?? 0 }
}
