import { mkdir } from 'node:fs/promises'
import { freePort } from '../free-port.ts'
import type { Engine } from './engine.ts'
import { EngineNotStarted, startEngine } from './engine-process.ts'

/** After this many ends in one minute the engine is not started again. */
const MOST_ENDS = 3
const MINUTE_MS = 60_000

/** A running engine, at one address until it is stopped. */
export interface DynamoDb {
  engine: Engine
  endpoint: string
  /** Resolves with the reason, in one line, when it has ended and is not started again. */
  lost: Promise<Error>
  stop(): Promise<void>
}

/**
 * Starts an engine on a free port and resolves when it responds. If it ends unexpectedly it is started again, at the same
 * address on the same data, and stderr says so; the third time within a minute it is given up, and at once when its
 * data was in memory.
 *
 * Its data stays in the folder `dataDir`; without one everything is in memory, and gone when it stops. Throws what the
 * engine printed when it does not start.
 */
export async function startDynamoDb(engine: Engine, dataDir?: string): Promise<DynamoDb> {
  if (dataDir !== undefined) await mkdir(dataDir, { recursive: true })
  const { port, started } = await startOnFreePort(engine, dataDir)
  const lost = Promise.withResolvers<Error>()
  let isStopped = false
  let current = Promise.resolve(started)

  async function keepRunning(): Promise<void> {
    const ends: number[] = []
    while (dataDir !== undefined) {
      await current.then(({ ended }) => ended, report)
      if (isStopped) return
      ends.push(Date.now())
      if (ends.filter((end) => end > Date.now() - MINUTE_MS).length >= MOST_ENDS) {
        return lost.resolve(new Error(`${engine.name} has ended ${MOST_ENDS} times within a minute.`))
      }
      say(`${engine.name} has ended. It starts again, on the same data.`)
      current = startEngine(engine, port, dataDir)
      await current.then(
        () => say(`${engine.name} is running again.`),
        // Said at the next turn, which counts it.
        () => {},
      )
    }
    await started.ended
    if (!isStopped) lost.resolve(new Error(`${engine.name} has ended, and its data in memory is lost.`))
  }

  void keepRunning()
  return {
    engine,
    endpoint: `http://127.0.0.1:${port}`,
    lost: lost.promise,
    async stop() {
      isStopped = true
      await current.then((running) => running.stop(), report)
    },
  }
}

const say = (line: string) => void process.stderr.write(`${line}\n`)
const report = (error: unknown) => say(error instanceof Error ? error.message : String(error))

/** Between finding a free port and binding it, another program may have taken it. */
async function startOnFreePort(engine: Engine, dataDir: string | undefined) {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    try {
      return { port, started: await startEngine(engine, port, dataDir) }
    } catch (error) {
      if (attempt === 3 || !(error instanceof EngineNotStarted && error.isPortTaken)) throw error
    }
  }
}
