/** The local stack in a process of its own, which is killed and started again on the same data. */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forgetClient } from '../../lib/data/table/calls/writer.ts'
import { useTable } from '../../lib/environment.ts'
import { freePort } from '../../lib/local/free-port.ts'
import { UNTHROTTLED } from '../../lib/local/local-settings.ts'
import type { RunningStack } from '../../lib/local/stack.ts'
import { synthesize } from '../../lib/local/template/assembly.ts'
import type { Question } from './deliveries-process.ts'
import { Violation } from './run.ts'

const PROGRAM = join(import.meta.dirname, 'deliveries-process.ts')
const MOST_OUTPUT = 4_000

/** The stack of one data folder, in all its lives. */
export interface Place {
  /** Starts the stack. It must not be running; how many deliveries run at a time is as in `npm run dev` by default. */
  start(mostDeliveries?: number): StackProcess
}

/** One life of the stack. */
export interface StackProcess {
  /** Resolves with its address once it responds; this process then uses its table. Rejects if it ends by itself, with the end of its output. */
  ready: Promise<string>
  /** SIGKILL: for the stack alone, or for its database too. Resolves when the stack has ended. */
  kill(isWithDatabase?: boolean): Promise<void>
  /** How many wake-ups were given up; `sweep` first does what the rule does every 15 minutes. */
  ask(question: Question): Promise<number>
}

/** Bundles the functions, and runs the stack with data of its own for as long as `work` takes. */
export async function inProcesses(work: (place: Place) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-deliveries-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  const assemblyDir = join(folder, 'assembly')
  const lives: StackProcess[] = []
  try {
    await synthesize(assemblyDir, { ...UNTHROTTLED, listMemorySeconds: 0 })
    const argv = [assemblyDir, join(folder, 'data'), String(await freePort())] as const
    await work({
      start(mostDeliveries) {
        const life = startProcess(...argv, String(mostDeliveries ?? ''))
        lives.push(life)
        return life
      },
    })
  } finally {
    await lives.at(-1)?.kill(true)
  }
}

/** Starts the stack in a process: an assembly with its functions bundled, the folder of its data, its port. */
export function startProcess(
  ...argv: [assemblyDir: string, dataDir: string, port: string, mostDeliveries: string]
): StackProcess {
  // The channel tells it when this process has ended.
  const child = fork(PROGRAM, argv, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const output = endOf(child)
  const ended = once(child, 'exit')
  const ready = Promise.race([
    once(child, 'message').then(([stack]) => useTableOf(stack)),
    ended.then((): never => {
      throw new Violation(`the stack has ended by itself: ${output()}`)
    }),
  ])
  // A life can be killed before anybody waits for it.
  ready.catch(() => {})
  return {
    ready,
    async kill(isWithDatabase = false) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const database = isWithDatabase ? descendantsOf(child.pid) : []
      child.kill('SIGKILL')
      for (const pid of database) killIfThere(pid)
      await ended
    },
    async ask(question) {
      child.send(question)
      const [deadLetters] = await once(child, 'message')
      return deadLetters
    },
  }
}

function useTableOf({ baseUrl, table }: Pick<RunningStack, 'baseUrl' | 'table'>): string {
  useTable(table)
  // The engine of an earlier life can have been at another port.
  forgetClient()
  return baseUrl
}

/** The end of everything that a process prints. */
function endOf(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text = (text + part).slice(-MOST_OUTPUT)
    })
  return () => text
}

function descendantsOf(pid: number | undefined): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const parents = rows.map((row) => row.trim().split(/\s+/).map(Number))
  const childrenOf = (parent: number | undefined): number[] =>
    parents.flatMap(([own = 0, of]) => (of === parent ? [own, ...childrenOf(own)] : []))
  return childrenOf(pid)
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
