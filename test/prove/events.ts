import { readState } from '../../lib/data/webhooks/state.ts'
import { getWebhook } from '../../lib/data/webhooks/webhooks.ts'
import type { Webhook } from '../../lib/domain/webhooks/webhook.ts'
import type { Simulation } from '../delivery/simulation/simulation.ts'
import { KINDS } from './events-endpoints.ts'
import { callsSince, eventsOf, isAtRest, judge, mostCalls, type Outcome } from './events-judge.ts'
import { provePace } from './events-pace.ts'
import { proveRefusal, proveRefused } from './events-refused.ts'
import { simulate, type TableFigures, useOwnTable } from './events-table.ts'
import { beginChaos, CLOCKS_APART_MS, endChaos, type Scene, sendTraffic } from './events-traffic.ts'
import { hold, type Run } from './run.ts'
import type { ProvenStack } from './stack.ts'

/** So many of a hundred steps are killed while events come. */
const KILL_PERCENTS = [0, 0.3, 1, 3, 10]

const EVENTS_PER_ROUND = 2_000
/** An endpoint that is dead is given up after five days and a step of the schedule. */
const MOST_HOURS = 8 * 24
const HOUR = 3_600_000

/** The most of a hundred deliveries that arrive twice if one of a hundred steps is killed. */
const MOST_TWICE_PERCENT = 6
const MOST_MESSAGES_AN_HOUR = 5

/**
 * Delivers events to all kinds of endpoints by the real code on a real table. The clock, the stream, the queue and the
 * endpoints are simulated: the stream is cut, events and wake-ups are lost, clocks differ, and every step can be the last
 * of its run. The seed decides what happens; what is done at one time is done in the order in which the table responds.
 */
export async function proveEvents(stack: ProvenStack, run: Run): Promise<void> {
  await useOwnTable(stack)
  while (run.goesOn()) {
    const events = run.left(EVENTS_PER_ROUND)
    for (const row of [HEADINGS, HEADINGS.map(() => '---')]) tell(run, row)
    const lines = []
    for (const killPercent of KILL_PERCENTS) {
      const line = await deliverAll(run, events, killPercent)
      tell(run, cellsOf(line))
      run.count('deliveries', line.delivered)
      lines.push(line)
    }
    // Behind the whole table: one rate of kills explains another.
    for (const line of lines) check(line)
    await proveRefused(run)
    await proveRefusal(run, Math.ceil(events / 2))
    await provePace(run, events * 5)
    run.advance(events)
  }
}

interface Line extends Outcome {
  killPercent: number
  kills: number
  /** Of the dead endpoint when all is quiet but it: messages in an hour, calls, and the most that the schedule allows. */
  messagesAnHour: number
  calls: number
  mostCalls: number
  rowsALook: number
  mostBeyond: number
}

/** One simulation, from the first event until all is quiet. */
const deliverAll = (run: Run, events: number, killPercent: number): Promise<Line> =>
  simulate(async (world, business, figures) => {
    const scene = await makeScene(world, business, run)
    try {
      world.startSweeping()
      await world.pass(60_000)
      beginChaos(scene, run, killPercent)
      await sendTraffic(scene, run, events)
      endChaos(world)
      const paused = await waitUntilQuiet(scene)
      const outcome = await outcomeOf(scene, run)
      return { killPercent, kills: world.kills, ...paused, ...outcome, ...looksIn(figures) }
    } finally {
      endChaos(world)
    }
  }, CLOCKS_APART_MS)

async function makeScene(world: Simulation, business: string, run: Run): Promise<Scene> {
  const webhooks = new Map<string, Webhook>()
  for (const { name, events, make } of KINDS)
    webhooks.set(name, await world.makeWebhook(business, make(world, run), events))
  const urls = new Map([...webhooks].map(([name, { url }]) => [name, [url]]))
  return { world, business, webhooks, urls, over: new Map() }
}

/** Lets time pass until nothing is under way. Returns how the dead endpoint was treated until its webhook was disabled. */
async function waitUntilQuiet({ world, business, webhooks }: Scene) {
  const dead = webhooks.get('dead')
  if (!dead) throw new Error('no endpoint is dead')
  const began = world.clock.now
  const messages = () => world.messagesOf.get(dead.id) ?? 0
  const before = {
    messages: messages(),
    state: await readState({ businessId: business, webhookId: dead.id }),
  }
  let paused = { messagesAnHour: 0, calls: 0, mostCalls: 0 }
  for (let hours = 1; hours <= MOST_HOURS; hours++) {
    await world.pass(HOUR)
    if ((await getWebhook(business, dead.id))?.is_enabled)
      paused = {
        messagesAnHour: (messages() - before.messages) / hours,
        calls: callsSince(world.calls, dead.url, began),
        mostCalls: mostCalls(hours * HOUR, before.state?.probes),
      }
    else if (await areAtRest(business, webhooks)) break
  }
  return paused
}

async function areAtRest(businessId: string, webhooks: Scene['webhooks']): Promise<boolean> {
  const newest = (await eventsOf(businessId)).at(-1)?.sk ?? ''
  for (const { id: webhookId } of webhooks.values()) {
    const webhook = await getWebhook(businessId, webhookId)
    const state = webhook?.is_enabled ? await readState({ businessId, webhookId }) : undefined
    if (state && !isAtRest(state, newest)) return false
  }
  return true
}

async function outcomeOf(scene: Scene, run: Run): Promise<Outcome> {
  const events = await eventsOf(scene.business)
  const sum: Outcome = { delivered: 0, lost: 0, stuck: 0, twice: 0 }
  for (const name of scene.webhooks.keys()) {
    const outcome = await judge(scene, name, events)
    for (const figure of ['delivered', 'lost', 'stuck', 'twice'] as const) sum[figure] += outcome[figure]
    if (outcome.lost + outcome.stuck > 0) run.say(`${name}: ${outcome.lost} lost, ${outcome.stuck} stuck`)
  }
  return sum
}

const looksIn = ({ looks, rows, mostBeyond }: TableFigures) => ({ rowsALook: rows / looks, mostBeyond })

const twicePercent = ({ twice, delivered }: Line) => (100 * twice) / delivered

function check(line: Line): void {
  const { killPercent, messagesAnHour, calls, mostCalls: most, mostBeyond } = line
  const at = `at ${killPercent} % kills`
  hold(
    line.lost === 0 && line.stuck === 0,
    () => `${at}, ${line.lost} events are lost and ${line.stuck} stuck`,
  )
  hold(
    killPercent > 1 || twicePercent(line) <= MOST_TWICE_PERCENT,
    () => `${at}, ${twicePercent(line).toFixed(1)} % of the deliveries arrived twice`,
  )
  hold(
    messagesAnHour <= MOST_MESSAGES_AN_HOUR,
    () => `${at}, a paused webhook costs ${messagesAnHour.toFixed(1)} messages an hour`,
  )
  hold(calls <= most, () => `${at}, a paused endpoint was called ${calls} times, ${most} are allowed`)
  hold(mostBeyond <= 1, () => `${at}, a look for what is due read ${mostBeyond} rows that were not`)
}

const HEADINGS = [
  'kills per step',
  'kills',
  'delivered',
  'lost',
  'stuck',
  'twice',
  'paused: messages an hour',
  'calls (most)',
  'rows read per look',
]

const tell = (run: Run, cells: readonly string[]) => run.say(`| ${cells.join(' | ')} |`)

/** The results of one rate of kills, in the order of the headings. */
const cellsOf = (line: Line): string[] => [
  `${line.killPercent} %`,
  `${line.kills}`,
  `${line.delivered}`,
  `${line.lost}`,
  `${line.stuck}`,
  `${line.twice} (${twicePercent(line).toFixed(1)} %)`,
  line.messagesAnHour.toFixed(1),
  `${line.calls} (${line.mostCalls})`,
  `${line.rowsALook.toFixed(2)}, ${line.mostBeyond} beyond the due`,
]
