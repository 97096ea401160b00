/**
 * A process that calls one bundle, one call after the other, as often as it is told to, and says what that cost.
 * `caller.ts <file of the bundle>`; the first message is what to call it with, in turn, every further one a number of calls.
 */
import { createRequire } from 'node:module'
import type { CallerAnswer, CallerOrder } from '../callers.ts'

type Handler = (event: object, context: object) => Promise<unknown>

const [, , bundle = ''] = process.argv
const handler: Handler = createRequire(bundle)(bundle).handler
// Lambda's id of the invocation; the functions ask for how much time is left.
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
    return { answer: await next() }
  }
  const cpu = process.cpuUsage()
  const began = performance.now()
  for (let call = 0; call < order.calls; call++) await next()
  const wall = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  return { cpu_us: (user + system) / order.calls, wall_us: (wall * 1000) / order.calls }
}

const reply = (answer: CallerAnswer) => process.send?.(answer)

process.on('message', (order: CallerOrder) => {
  carryOut(order).then(reply, (error) => reply({ error: String(error?.stack ?? error) }))
})
// The parent has gone, however it went.
process.on('disconnect', () => process.exit())
