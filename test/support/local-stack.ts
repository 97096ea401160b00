import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { localPages } from '../../lib/local/dev/pages.ts'
import { chooseEngine } from '../../lib/local/dynamodb/choose-engine.ts'
import { UNTHROTTLED } from '../../lib/local/local-settings.ts'
import { type RunningStack, startStack } from '../../lib/local/stack.ts'
import { RECORDS, type RecordName } from '../afterwards/records.ts'
import { keptBundle } from './in-worker/kept-bundle.ts'
import type { ApiOfRun } from './in-worker/worker.ts'
import { keptAssembly } from './kept-assembly.ts'
import { turnOfRun } from './seed-of-run.ts'
import { watchAnswers } from './watch-answers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** `http://localhost:<port>/api/v1` of the stack that the whole suite shares. */
    baseUrl: string
    /** Its table, past the proxy that checks permissions. */
    table: { name: string; endpoint: string }
    /** Its bucket of pictures, past the proxy too. */
    bucket: { name: string; endpoint: string }
    /** The engine that holds it, as people call it. Few tests need to know. */
    engine: string
    /** The cloud assembly it runs. */
    assemblyDir: string
    /** The folder of the records that `test/afterwards` reads (test/afterwards/records.ts). */
    recordsDir: string
    /** Why there is no stack, in one line; null if there is one. */
    stackFault: string | null
    /** For workers that answer for the API themselves, with functions of their own; null if they shall not. */
    apiOfRun: ApiOfRun | null
    /** Answers what the functions were allowed, used and were refused until now (`PermissionRecord`). */
    permissionsUrl: string
  }
}

/** The stack that the projects of a run share. */
interface SharedStack {
  provided: Omit<ProvidedContext, 'processorTimesPath' | 'turn' | 'seed' | 'set' | 'stackFault'>
  stop(): Promise<void>
}

declare global {
  /** Vitest loads this file anew for each project, in one process. */
  var sharedStack: Promise<SharedStack> | undefined
}

/**
 * Runs before the first test of each project that needs the stack. The first of them starts it, so that a run of tests
 * that need none has none. If it cannot be started, each file that needs it fails (test/support/use-table.ts), and the rest
 * runs.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  globalThis.sharedStack ??= start()
  const shared = await globalThis.sharedStack.catch((error: Error) => error)
  project.provide('stackFault', shared instanceof Error ? shared.message : null)
  if (shared instanceof Error) return async () => {}
  const { provided } = shared
  for (const name of Object.keys(provided) as (keyof SharedStack['provided'])[])
    project.provide(name, provided[name])
  return async () => {
    const shared = globalThis.sharedStack
    globalThis.sharedStack = undefined
    await (await shared)?.stop()
  }
}

/** Synthesizes the real stack and runs it once for the whole suite. Every test makes businesses of its own. */
async function start(): Promise<SharedStack> {
  // Whoever has none need not wait for the rest.
  await chooseEngine()
  // Lists show the writes of a test at once.
  const assemblyDir = await keptAssembly({ ...UNTHROTTLED, listMemorySeconds: 0 })
  const recordsDir = await mkdtemp(join(tmpdir(), 'storefront-records-'))
  for (const record of Object.keys(RECORDS)) await writeFile(join(recordsDir, record), '')
  const record = (name: RecordName, line: string) => appendFileSync(join(recordsDir, name), `${line}\n`)
  const folder = isInWireMode() ? undefined : await keptBundle()
  const stack = await startStack({
    assemblyDir,
    port: 0,
    // Calls go to all functions in turn: with fewer, most would be cold starts.
    mostInstances: 192,
    // Two race as four do, and each instance compiles its code for itself.
    mostInstancesOfOne: turnOfRun() === null ? 4 : 2,
    // Deliveries are tested on stacks of their own: here they would change webhooks during the tests of their endpoints.
    isWithoutEvents: true,
    pages: localPages(),
    log: ({ functionName, line }) => record('log', `${functionName} ${line}`),
    onAnswer: watchAnswers(record),
  })
  // Nothing could pass any more.
  void stack.lost.then(({ message }) => {
    console.error(message)
    process.exit(1)
  })
  const permissions = await servePermissions(stack)
  const { baseUrl, table, bucket, engine } = stack
  if (!bucket) throw new Error('the stack has no bucket of pictures')
  return {
    provided: {
      baseUrl,
      table,
      bucket,
      engine: engine.name,
      assemblyDir,
      recordsDir,
      apiOfRun: folder === undefined ? null : await writeApi({ folder, recordsDir }, stack),
      permissionsUrl: permissions.url,
    },
    async stop() {
      permissions.close()
      await stack.stop()
      await rm(recordsDir, { recursive: true })
    },
  }
}

/** Every request over a connection to the deployed bundles in threads, as on AWS: slower, and the last word. */
const isInWireMode = () => process.env.STOREFRONT_WIRE === '1'

/** A file of each run: its API has the addresses of the services. */
async function writeApi(
  { folder, recordsDir }: Pick<ApiOfRun, 'folder' | 'recordsDir'>,
  { api, baseUrl }: RunningStack,
): Promise<ApiOfRun> {
  const apiPath = join(recordsDir, 'api.json')
  await writeFile(apiPath, JSON.stringify(api))
  return { folder, apiPath, origin: new URL(baseUrl).origin, recordsDir }
}

/** Tests run in processes of their own, and what the functions used is known in this one. */
async function servePermissions({ permissions }: RunningStack): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) => response.end(JSON.stringify(permissions())))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
