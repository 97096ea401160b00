import { spawnSync } from 'node:child_process'
import { setImmediate } from 'node:timers/promises'
import type { ColdPart, ProcessCost } from '../report/figures.ts'
import { thisMachine, today } from './machine.ts'
import type { Question } from './questions.ts'
import * as questions from './questions.ts'
import { spread } from './statistics.ts'
import type { Workspace } from './workspace.ts'

/** The requests that are measured with a cold start, by their names in the results. */
const COLD: Record<string, Question> = {
  list: questions.list('gzip'),
  get: questions.get('gzip'),
  categories: questions.categories('gzip'),
  category: questions.category('gzip'),
  business: questions.business('gzip'),
  tools: questions.tools(),
  authorizer: questions.authorization(),
  baseline_list: questions.baseline('list', 'gzip'),
  sdk_query: questions.baseline('sdk-query', 'gzip'),
}

/** Node's own modules that cost the most to load. `https` loads TLS. */
const MODULES = ['node:http', 'node:https', 'node:crypto', 'node:zlib']

/** Nobody listens there: a function that is started opens a connection and waits for nobody. */
const TLS_ENDPOINT = 'https://127.0.0.1:9'

type Phase = 'modules' | 'load' | 'load_tls' | 'first_answer'

interface Sample {
  wall_ms: number
  cpu_ms: number
}

/** A process to be timed, and what it came to. */
interface Trial {
  name: string
  phase: Phase | 'bare'
  script: string
  env: Record<string, string>
  samples: Sample[]
}

/**
 * Starts processes one after the other, all kinds in turn: bare Node, Node that loads a bundle, Node that also carries out
 * one call. Each is timed from before it is started until it has done that: how it then ends is nobody's concern.
 * Whatever disturbs this machine disturbs all of them.
 */
export async function measureCold(
  workspace: Workspace,
  repetitions: number,
  onRound: () => void,
): Promise<ColdPart> {
  const trials = makeTrials(workspace)
  const builtins = listBuiltins(workspace)
  for (let round = 0; round < repetitions; round++) {
    // Each round begins elsewhere, so that none of them always follows the same other.
    for (let n = 0; n < trials.length; n++) {
      const trial = trials[(n + round) % trials.length]
      trial?.samples.push(timeProcess(trial))
    }
    onRound()
    // Nothing else happens while a process is waited for; a signal is heard here.
    await setImmediate()
  }
  const costsOf = (phase: Phase) =>
    Object.fromEntries(
      trials.filter((trial) => trial.phase === phase).map((trial) => [trial.name, costOf(trial.samples)]),
    )
  return {
    measured_on: today(),
    machine: thisMachine(),
    repetitions,
    bare: costOf(trials.find(({ phase }) => phase === 'bare')?.samples ?? []),
    modules: costsOf('modules'),
    load: costsOf('load'),
    load_tls: costsOf('load_tls'),
    first_answer: costsOf('first_answer'),
    builtins,
  }
}

function makeTrials(workspace: Workspace): Trial[] {
  const plain = workspace.environment(workspace.endpoint)
  const secure = workspace.environment(TLS_ENDPOINT)
  const trial = (name: string, phase: Trial['phase'], script: string, env = plain): Trial => ({
    name,
    phase,
    env,
    samples: [],
    script: script + DONE,
  })
  return [
    trial('bare', 'bare', ''),
    ...MODULES.map((name) => trial(name, 'modules', `require('${name}');`)),
    ...Object.entries(COLD).flatMap(([name, question]) => [
      trial(name, 'load', `${loading(workspace, question)};`),
      trial(name, 'load_tls', `${loading(workspace, question)};`, secure),
      trial(name, 'first_answer', answering(workspace, question)),
    ]),
  ]
}

/** Says when the process had come so far, on the clock that all processes share, and what that cost; ends it. */
const DONE = `{const{user,system}=process.cpuUsage();require('fs').writeSync(3,JSON.stringify([String(process.hrtime.bigint()),user+system]));process.exit()}`

const loading = (workspace: Workspace, { bundle }: Question) =>
  `require(${JSON.stringify(workspace.bundle(bundle))})`

/** Continues with the response. */
const answering = (workspace: Workspace, question: Question) =>
  `${loading(workspace, question)}.handler(${JSON.stringify(question.event)},${CONTEXT})` +
  '.then(a=>{if(a.statusCode!==200&&!a.context?.business_id){console.error(a);process.exit(1)}done()});function done()'

const CONTEXT = `{awsRequestId:'5f0c2a52-6c8e-4f5e-9d2a-1a5b9c0d7e3f',functionName:'bench',getRemainingTimeInMillis:()=>28000}`

function timeProcess({ name, script, env }: Trial): Sample {
  const began = process.hrtime.bigint()
  const [at, cpuMicroseconds] = JSON.parse(runScript(name, script, env))
  return { wall_ms: Number(BigInt(at) - began) / 1e6, cpu_ms: cpuMicroseconds / 1000 }
}

/** Runs a script and returns what it wrote to file descriptor 3. Throws if it fails. */
function runScript(name: string, script: string, env: Record<string, string>): string {
  const { status, output, signal } = spawnSync(process.execPath, ['-e', script], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  })
  if (status === 0) return String(output[3])
  throw new Error(`the process that measures ${name} failed (${signal ?? status}): ${output[2]}`)
}

const costOf = (samples: Sample[]): ProcessCost => ({
  wall_ms: spread(samples.map((sample) => sample.wall_ms)),
  cpu_ms: spread(samples.map((sample) => sample.cpu_ms)),
})

/** Node's modules, without its inner ones, that a process has loaded by then and bare Node has not. Untimed. */
function listBuiltins(workspace: Workspace): ColdPart['builtins'] {
  const done = `{require('fs').writeSync(3,JSON.stringify(process.moduleLoadList));process.exit()}`
  const loaded = (name: string, script: string, endpoint = workspace.endpoint): string[] =>
    JSON.parse(runScript(name, script + done, workspace.environment(endpoint)))
  const bare = new Set(loaded('bare', ''))
  const more = (modules: string[]) =>
    modules
      .filter((module) => !bare.has(module))
      .flatMap((module) => /^NativeModule (?!internal\/)(.+)/.exec(module)?.[1] ?? [])
  return Object.fromEntries(
    Object.entries(COLD).map(([name, question]) => [
      name,
      {
        load: more(loaded(name, `${loading(workspace, question)};`)),
        load_tls: more(loaded(name, `${loading(workspace, question)};`, TLS_ENDPOINT)),
        first_answer: more(loaded(name, answering(workspace, question))),
      },
    ]),
  )
}
