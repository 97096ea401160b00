import { webhookStateKey } from '../../lib/data/table/keys.ts'
import { deliverBeside, PACES, type Refusing } from '../delivery/simulation/refusing.ts'
import { watchTable } from '../delivery/simulation/tasks.ts'
import { simulate } from './events-table.ts'
import { hold, type Run } from './run.ts'

const WAITING = [1, 3, 5, 10, 50]
const STATUSES = [500, 502]
const MOST_TRIES = 10
const MINUTE = 60_000
const THREE_DAYS_H = 72

/** A receiver that refuses one type of event, more and more of which wait: the others arrive, and the webhook stays enabled. */
export async function proveRefused(run: Run): Promise<void> {
  run.say('| refused | with | one other every | late | longest, minutes | tries of the refused |')
  run.say('| --- | --- | --- | --- | --- | --- |')
  const unwatch = watchTable()
  try {
    for (const status of STATUSES)
      for (const pace of ['often', 'seldom'] as const)
        for (const refused of WAITING) await proveBeside(run, { refused, status, pace })
  } finally {
    unwatch()
  }
}

async function proveBeside(run: Run, scene: Refusing): Promise<void> {
  const { refused, status, pace } = scene
  const { sent, late, missing, longest, isEnabled, tries } = await deliverBeside(scene)
  const cells = [refused, status, `${PACES[pace].everyMs / MINUTE} min`, `${late} of ${sent}`, longest, tries]
  run.say(`| ${cells.join(' | ')} |`)
  const them = `${refused} events refused with ${status}`
  hold(missing === 0, () => `beside ${them}, ${missing} others are missing`)
  hold(isEnabled === true, () => `${them} disabled the webhook`)
  hold(status !== 500 || late === 0, () => `${them} delay ${late} others`)
}

/** An endpoint that refuses everything at once: what its events cost until each has had its ten tries. */
export const proveRefusal = (run: Run, events: number): Promise<void> =>
  simulate(async (world, business, figures) => {
    const { id } = await world.makeWebhook(business, () => ({ status: 400, ms: 200 }))
    await world.pass(MINUTE)
    for (let n = 0; n < events; n++) await world.commitEvent(business)
    for (let hours = 0; hours < THREE_DAYS_H; hours++) await world.pass(60 * MINUTE)
    const { pk } = webhookStateKey(business, id)
    const [writes, units] = [figures.writes.get(pk) ?? 0, figures.writeUnits.get(pk) ?? 0]
    const calls = world.calls.length
    run.say(
      `${events} events at an endpoint that refuses everything: ${calls} calls, ${world.messagesOf.get(id)} messages, ${writes} writes of ${units} units`,
    )
    hold(calls === MOST_TRIES * events, () => `${events} events were tried ${calls} times`)
    const most = mostInASecond(world.calls.map(({ at }) => at))
    hold(most <= 50, () => `${most} deliveries began in one second`)
  })

/** The most times, which are in order, that lie within one second. */
function mostInASecond(times: readonly number[]): number {
  let [most, first] = [0, 0]
  for (const [n, time] of times.entries()) {
    while ((times[first] ?? time) <= time - 1_000) first++
    most = Math.max(most, n - first + 1)
  }
  return most
}
