import { spawnSync } from 'node:child_process'
import { setImmediate } from 'node:timers/promises'
import type { ColdPart, ProcessCost } from './figures.ts'
import { thisMachine, today } from './machine.ts'
import type { Question } from './questions.ts'
import * as questions from './questions.ts'
import { spread } from './statistics.ts'
import type { Workspace } from './workspace.ts'

/** What is started cold, by the name it has in the results. */
const COLD: Record<string, Question> = {
  list: questions.list('gzip'),
  get: questions.get('gzip'),
  categories: questions.categories('gzip'),
  category: questions.category('gzip'),
  business: questions.business('gzip'),
  authorizer: questions.authorization(),
  baseline_list: questions.baseline('list', 'gzip'),
  sdk_query: questions.baseline('sdk-query', 'gzip'),
}

/** Node's own modules that cost the most to load. `https` loads TLS. */
const MODULES = ['node:http', 'node:https', 'node:crypto', 'node:zlib']

type Phase = 'modules' | 'load' | 'first_answer'

interface Sample {
  wall_ms: number
  cpu_ms: number
}

/** A process to be timed, and what it came to. */
interface Trial {
  name: string
  phase: Phase | 'bare'
  script: string
  samples: Sample[]
}

/**
 * Starts processes one after the other, all kinds in turn: bare Node, Node that loads a bundle and ends, Node that
 * also answers one call and ends with the answer. Whatever disturbs this machine disturbs all of them.
 */
export async function measureCold(
  workspace: Workspace,
  repetitions: number,
  onRound: () => void,
): Promise<ColdPart> {
  const trials = makeTrials(workspace)
  const env = workspace.environment(workspace.endpoint)
  const builtins = listBuiltins(workspace, env)
  for (let round = 0; round < repetitions; round++) {
    // Each round begins elsewhere, so that none of them always follows the same other.
    for (let n = 0; n < trials.length; n++) {
      const trial = trials[(n + round) % trials.length]
      trial?.samples.push(timeProcess(trial, env))
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
    first_answer: costsOf('first_answer'),
    builtins,
  }
}

function makeTrials(workspace: Workspace): Trial[] {
  const bare: Trial = { name: 'bare', phase: 'bare', script: timed(''), samples: [] }
  return [
    bare,
    ...MODULES.map(
      (name): Trial => ({ name, phase: 'modules', script: timed(`require('${name}')`), samples: [] }),
    ),
    ...Object.entries(COLD).flatMap(([name, question]): Trial[] => [
      { name, phase: 'load', script: timed(loading(workspace, question)), samples: [] },
      { name, phase: 'first_answer', script: timed(answering(workspace, question)), samples: [] },
    ]),
  ]
}

/** A script that says what the process cost as it ends; bare Node does that too, so that it counts for none. */
const timed = (script: string) =>
  `process.on('exit',()=>{const{user,system}=process.cpuUsage();require('fs').writeSync(3,String(user+system))});${script}`

const loading = (workspace: Workspace, { bundle }: Question) =>
  `require(${JSON.stringify(workspace.bundle(bundle))})`

/** Ends the process with the answer, as sockets that are kept alive would not. */
const answering = (workspace: Workspace, question: Question) =>
  `${loading(workspace, question)}.handler(${JSON.stringify(question.event)},${CONTEXT})` +
  '.then(a=>{if(a.statusCode===200||a.context?.business_id)process.exit(0);console.error(a);process.exit(1)})'

const CONTEXT = `{awsRequestId:'5f0c2a52-6c8e-4f5e-9d2a-1a5b9c0d7e3f',functionName:'bench',getRemainingTimeInMillis:()=>28000}`

function timeProcess({ name, script }: Pick<Trial, 'name' | 'script'>, env: Record<string, string>): Sample {
  const began = performance.now()
  const output = runScript(name, script, env)
  return { wall_ms: performance.now() - began, cpu_ms: Number(output) / 1000 }
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

/** Node's modules, without its inner ones, that a process has loaded when it ends and bare Node has not. Untimed. */
function listBuiltins(workspace: Workspace, env: Record<string, string>): ColdPart['builtins'] {
  const loaded = (name: string, script: string): string[] =>
    JSON.parse(
      runScript(
        name,
        `process.on('exit',()=>require('fs').writeSync(3,JSON.stringify(process.moduleLoadList)));${script}`,
        env,
      ),
    )
  const bare = new Set(loaded('bare', ''))
  const more = (name: string, script: string) =>
    loaded(name, script)
      .filter((module) => !bare.has(module))
      .flatMap((module) => /^NativeModule (?!internal\/)(.+)/.exec(module)?.[1] ?? [])
  return Object.fromEntries(
    Object.entries(COLD).map(([name, question]) => [
      name,
      {
        load: more(name, loading(workspace, question)),
        first_answer: more(name, answering(workspace, question)),
      },
    ]),
  )
}
