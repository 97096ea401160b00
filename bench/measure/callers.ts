import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Spread } from '../report/figures.ts'
import type { Question } from './questions.ts'
import { spread } from './statistics.ts'
import type { Consumption } from './table-meter.ts'
import type { Workspace } from './workspace.ts'

/** A message to bench/measure/child/caller.ts: first the events, then how often to call, for the mean or for each call. */
export type CallerOrder = { events: object[] } | { calls: number } | { each: number }

/** Its response: the result and cost of the first call, the mean of some, or the cost of each; an error in place of any. */
export type CallerAnswer =
  | ({ answer: unknown } & CallCost)
  | MeanCost
  | { costs: CallCost[]; rss_bytes: number }
  | { error: string }

export interface CallCost {
  cpu_us: number
  wall_us: number
}

/** The mean of some calls, and how many of them were refused or failed. */
export interface MeanCost extends CallCost {
  failed: number
}

/** A kind of call to be measured, and how many calls make one figure. */
export interface WarmTrial {
  name: string
  question: Question
  calls: number
  warmUp: number
}

/** Costs of one call, over all repetitions. */
export interface WarmCost {
  cpu_us: Spread
  wall_us: Spread
}

const program = fileURLToPath(new URL('./child/caller.ts', import.meta.url))

/**
 * Calls warm bundles, each kind in a process of its own, all kinds in turn, and again. Half-way the processes are
 * replaced by new ones: how a process happens to be compiled is a chance of its own.
 */
export async function measureWarm(
  workspace: Workspace,
  trials: readonly WarmTrial[],
  { repetitions, onRound }: { repetitions: number; onRound: () => void },
): Promise<Map<string, WarmCost>> {
  const costs = new Map(trials.map(({ name }): [string, CallCost[]] => [name, []]))
  for (const rounds of [Math.ceil(repetitions / 2), Math.floor(repetitions / 2)]) {
    await withCallers(workspace, trials, workspace.endpoint, async (call) => {
      for (let round = 0; round < rounds; round++) {
        for (const trial of trials) costs.get(trial.name)?.push(await call(trial))
        onRound()
      }
    })
  }
  return new Map([...costs].map(([name, some]) => [name, summary(some)]))
}

/** Warms bundles up, each in a process of its own whose table is at this address, and lets `work` call one kind at a time. */
export async function withCallers<T>(
  workspace: Workspace,
  trials: readonly WarmTrial[],
  endpoint: string,
  work: (call: (trial: WarmTrial) => Promise<MeanCost>) => Promise<T>,
): Promise<T> {
  const started = trials.map((trial) => ({
    trial,
    child: startCaller(workspace, trial.question.bundle, endpoint),
  }))
  const children = new Map(started.map(({ trial, child }) => [trial.name, child]))
  const orderOf = (name: string, what: CallerOrder) => {
    const child = children.get(name)
    if (!child) throw new Error(`nothing calls ${name}`)
    return order(child, what)
  }
  try {
    for (const { name, question, warmUp } of trials) {
      assertAnswered(name, await orderOf(name, { events: question.events ?? [question.event] }))
      await orderOf(name, { calls: warmUp })
    }
    return await work(async ({ name, calls }) => meanIn(await orderOf(name, { calls })))
  } finally {
    await Promise.all(started.map(({ child }) => stop(child)))
  }
}

/** The first call of a bundle in a new process. */
export interface FirstCall extends CallCost {
  answer: unknown
  consumed: Consumption
}

/**
 * Calls a bundle in a process of its own, by way of the meter: the cost of its first call and what that consumed, and then of each
 * of `calls` calls, after as many to warm it up.
 */
export async function measureEach(
  workspace: Workspace,
  { bundle, event, events = [event] }: Question,
  calls: number,
): Promise<{ first: FirstCall; costs: CallCost[]; rss_bytes: number }> {
  const { meter } = workspace
  const child = startCaller(workspace, bundle, meter.endpoint)
  try {
    meter.take()
    const first = await order(child, { events })
    const consumed = meter.take()
    if (!('answer' in first)) throw new Error('a measuring process did not say what its first call cost')
    if (calls === 0) return { first: { ...first, consumed }, costs: [], rss_bytes: 0 }
    await order(child, { calls })
    const each = await order(child, { each: calls })
    if (!('costs' in each)) throw new Error('a measuring process did not say what each call cost')
    return { first: { ...first, consumed }, ...each }
  } finally {
    await stop(child)
  }
}

const summary = (costs: CallCost[]): WarmCost => ({
  cpu_us: spread(costs.map((cost) => cost.cpu_us)),
  wall_us: spread(costs.map((cost) => cost.wall_us)),
})

function startCaller(workspace: Workspace, bundle: string, endpoint = workspace.endpoint): ChildProcess {
  return fork(program, [workspace.bundle(bundle)], {
    env: workspace.environment(endpoint),
    execArgv: [],
    // The functions' log is discarded, but the cost of writing it is measured.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

const order = (child: ChildProcess, what: CallerOrder) => ask<CallerAnswer>(child, what)

/** Sends a measuring process a message. Resolves with its response; rejects with its error, or when it ends. */
export async function ask<Answer extends object>(
  child: ChildProcess,
  what: object,
): Promise<Exclude<Answer, { error: string }>> {
  const gone = new AbortController()
  const answered = once(child, 'message', { signal: gone.signal })
  const ended = once(child, 'exit', { signal: gone.signal }).then(([code]) => {
    throw new Error(`a measuring process ended by itself (${code})`)
  })
  try {
    child.send(what)
    const [answer] = await Promise.race([answered, ended])
    if (typeof answer === 'object' && 'error' in answer) throw new Error(answer.error)
    return answer
  } finally {
    answered.catch(() => {})
    ended.catch(() => {})
    gone.abort()
  }
}

function assertAnswered(name: string, reply: CallerAnswer): void {
  const answer = 'answer' in reply ? reply.answer : undefined
  const { statusCode, context } = (answer ?? {}) as {
    statusCode?: number
    context?: { business_id?: string }
  }
  if (statusCode !== 200 && !context?.business_id)
    throw new Error(`${name} answered ${JSON.stringify(answer)}`)
}

function meanIn(reply: CallerAnswer): MeanCost {
  if ('failed' in reply) return reply
  throw new Error('a measuring process did not say what its calls cost')
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.disconnect()
  await exited
}
