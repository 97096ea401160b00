import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '../lambda/child-environment.ts'
import type { Engine } from './engine.ts'
import { makeScratchFolder } from './scratch-folder.ts'

const KEEPER = fileURLToPath(new URL('./keeper.ts', import.meta.url))
const START_WITHIN_MS = 30_000

/** An engine that responds. */
export interface EngineProcess {
  /** Resolves when it has ended, for any reason. */
  ended: Promise<void>
  stop(): Promise<void>
}

/** The engine ended before it responded, or did not respond within 30 s. */
export class EngineNotStarted extends Error {
  override name = 'EngineNotStarted'
  readonly isPortTaken: boolean

  /** The output is the end of what the engine printed. */
  constructor(engine: Engine, output: string) {
    const printed = output.trim().slice(-1000)
    super(`${engine.name} did not start${printed ? `: ${printed}` : ', and printed nothing'}`)
    this.isPortTaken = /address (already )?in use|failed to bind/i.test(output)
  }
}

/**
 * Starts an engine and resolves when it responds. It ends with this process, however that ends. Throws EngineNotStarted
 * with what it printed.
 */
export async function startEngine(
  engine: Engine,
  port: number,
  dataDir: string | undefined,
): Promise<EngineProcess> {
  const scratchDir = dataDir === undefined && engine.prepare ? await makeScratchFolder() : undefined
  const folder = dataDir ?? scratchDir
  const keeperArguments = [scratchDir ?? '', engine.command, ...engine.commandLine(port, folder)]
  const child = spawn(process.execPath, [KEEPER, ...keeperArguments], {
    cwd: engine.folder,
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Its own process group: Ctrl-C in a terminal must not stop the database under functions still at work.
    detached: true,
  })
  const output = collectOutput(child)
  const ended = endOf(child, scratchDir)
  const process_ = { ended, stop: () => stop(child, ended) }
  try {
    if (!(await answers(`http://127.0.0.1:${port}`, child))) throw new EngineNotStarted(engine, output())
    if (folder !== undefined) engine.prepare?.(folder)
    return process_
  } catch (error) {
    await process_.stop()
    throw error
  }
}

function collectOutput(child: ChildProcess): () => string {
  let text = ''
  const keep = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-10_000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return () => text
}

/**
 * Resolves when the keeper has ended, and with it the engine and its scratch folder: a keeper that was killed has left both.
 */
async function endOf(child: ChildProcess, scratchDir: string | undefined): Promise<void> {
  let engine: number | undefined
  child.once('message', (pid) => {
    engine = Number(pid)
  })
  await once(child, 'exit')
  if (engine !== undefined) kill(engine)
  if (scratchDir !== undefined) await rm(scratchDir, { recursive: true, force: true })
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH'
    if (!isGone) throw error
  }
}

/** True once the port speaks HTTP, false when the process ended or the time is up. */
async function answers(endpoint: string, child: ChildProcess): Promise<boolean> {
  const end = Date.now() + START_WITHIN_MS
  while (isRunning(child) && Date.now() < end) {
    const answered = await fetch(endpoint).then(
      () => true,
      () => false,
    )
    if (answered) return true
    await delay(20)
  }
  return false
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (isRunning(child) && child.connected) child.disconnect()
  await ended
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null
