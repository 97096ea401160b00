/**
 * A process that calls one bundle, one call after the other, as often as its parent says, and reports the cost.
 * `caller.ts <file of the bundle>`; the first message is what to call it with, in turn, every further one a number of
 * calls, whose mean is wanted or the cost of each.
 */
import { createRequire } from 'node:module'
import type { CallCost, CallerAnswer, CallerOrder } from '../callers.ts'

type Handler = (event: object, context: object) => Promise<unknown>

const [, , bundle = ''] = process.argv
const handler: Handler = createRequire(bundle)(bundle).handler
// Lambda's id of the invocation; the functions read how much time is left.
const context = () => ({
  awsRequestId: '5f0c2a52-6c8e-4f5e-9d2a-1a5b9c0d7e3f',
  functionName: 'bench',
  getRemainingTimeInMillis: () => 28_000,
})

let events: object[] = [{}]
let asked = 0

const next = () => handler(events[asked++ % events.length] ?? {}, context())

async function carryOut(order: CallerOrder): Promise<CallerAnswer> {
  if ('events' in order) {
    events = order.events
    const { result, cost } = await timed(next)
    // A message has no members that are undefined.
    return { answer: result ?? null, ...cost }
  }
  if ('each' in order) {
    const costs: CallCost[] = []
    for (let call = 0; call < order.each; call++) costs.push((await timed(next)).cost)
    return { costs, rss_bytes: process.memoryUsage.rss() }
  }
  const { calls } = order
  let failed = 0
  const { cost } = await timed(async () => {
    for (let call = 0; call < calls; call++) if (hasFailed(await next())) failed++
  })
  return { cpu_us: cost.cpu_us / calls, wall_us: cost.wall_us / calls, failed }
}

/** True for a status of 400 or more; the authorizer's response has none. */
const hasFailed = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'statusCode' in answer && Number(answer.statusCode) >= 400

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; cost: CallCost }> {
  const cpu = process.cpuUsage()
  const began = performance.now()
  const result = await work()
  const wall = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  return { result, cost: { cpu_us: user + system, wall_us: wall * 1000 } }
}

const reply = (answer: CallerAnswer) => process.send?.(answer)

process.on('message', (order: CallerOrder) => {
  carryOut(order).then(reply, (error) => reply({ error: String(error?.stack ?? error) }))
})
// The parent has gone, however it went.
process.on('disconnect', () => process.exit())
