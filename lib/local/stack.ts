import { openPages, type Pages } from './dev/pages-answer.ts'
import { chooseEngine } from './dynamodb/choose-engine.ts'
import type { Engine } from './dynamodb/engine.ts'
import { type DynamoDb, startDynamoDb } from './dynamodb/server.ts'
import { ensureTable } from './dynamodb/table.ts'
import { type Gateway, listen, type OnAnswer } from './gateway/gateway.ts'
import { readFunctions } from './lambda/function-definition.ts'
import { createFunctionPool, type FunctionLine, type FunctionPool } from './lambda/function-pool.ts'
import type { PermissionRecord } from './permissions/judge.ts'
import { readRoles } from './permissions/permissions.ts'
import { type PermissionProxy, startPermissionProxy } from './permissions/proxy.ts'
import { readApi } from './template/api-definition.ts'
import { readAssembly } from './template/assembly.ts'
import { createResolver } from './template/intrinsics.ts'
import type { Json } from './template/json.ts'
import { readTable } from './template/table-definition.ts'

export interface StackOptions {
  /** a synthesized cloud assembly with one stack */
  assemblyDir: string
  /** runs before the assembly is read, once the port is this stack's own and while the database starts */
  prepareAssembly?: () => Promise<void>
  /** runs once the table is there, before the API answers; until then `/` says that the stack is starting */
  fill?: (stack: Pick<RunningStack, 'baseUrl' | 'table'>) => Promise<void>
  /** 0 takes any free one */
  port: number
  /** where the table's data stays between runs; without it everything is in memory */
  dataDir?: string | undefined
  /** what is served beside the API, outside `/api` */
  pages?: Pages
  /** is shown every answer of the API before it is sent */
  onAnswer?: OnAnswer
  /** how many function instances may be there at a time: memory for speed; without it as suits a laptop */
  mostInstances?: number
  /** gets every line that the functions write */
  log?: (line: FunctionLine) => void
}

export interface RunningStack {
  /** `http://localhost:<port>/api/v1` */
  baseUrl: string
  /** The table and its engine, past the proxy: no role of the template limits those who are no function. */
  table: { name: string; endpoint: string }
  engine: Engine
  /** Resolves with the reason, in one line, when the engine has ended for good: then the API can only answer 503. */
  lost: Promise<Error>
  /** What the functions may do to the table, and what they asked for until now. */
  permissions(): PermissionRecord
  /** Invokes a function by its logical id, past the gateway. Rejects with the function's error. */
  invoke(logicalId: string, event: Json): Promise<Json>
  /** Drops every warm function instance: the next invocations are cold starts. */
  restartFunctions(): Promise<void>
  stop(): Promise<void>
}

/**
 * Runs a synthesized stack on this machine: its table in a DynamoDB engine, its functions in worker threads, its API on
 * a local port. What is not in the template does not exist.
 *
 * Throws one line when there is no engine, the port is taken, the template has something that cannot be run here, or a
 * page's file is missing. Nothing is left running then.
 */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const engine = await chooseEngine(options.dataDir)
  const answerPage = await openPages(options.pages ?? {})
  const pool = createFunctionPool(options.log ?? (() => {}), options.mostInstances)
  const gateway = await listen(options.port, pool.invoke, answerPage, options.onAnswer)
  const database = startDynamoDb(engine, options.dataDir)
  const proxy = database.then(({ endpoint }) => startPermissionProxy(endpoint))
  const end = () =>
    stopAll([
      gateway.close(),
      pool.stop(),
      proxy.then((started) => started.close()),
      database.then((started) => started.stop()),
    ])
  let ended: Promise<void> | undefined
  const stop = () => {
    ended ??= end()
    return ended
  }
  try {
    const [started, permitted] = await Promise.all([database, proxy, options.prepareAssembly?.()])
    return { ...(await openStack(options, { pool, gateway, database: started, proxy: permitted })), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What runs before it is known what for. */
interface Parts {
  pool: FunctionPool
  gateway: Gateway
  database: DynamoDb
  proxy: PermissionProxy
}

async function openStack(
  { assemblyDir, fill }: StackOptions,
  { pool, gateway, database: { endpoint, engine, lost }, proxy }: Parts,
): Promise<Omit<RunningStack, 'stop'>> {
  const assembly = await readAssembly(assemblyDir)
  const { stackName, template } = assembly
  const apiEndpoint = `http://localhost:${gateway.port}`
  const resolve = createResolver(template, { stackName, apiEndpoint })
  const table = readTable(template, resolve)
  const functions = readFunctions(assembly, resolve, { AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint })
  const api = readApi(template, resolve, functions)
  proxy.admit(readRoles(template, resolve))
  await ensureTable(endpoint, table)
  const addresses = {
    baseUrl: `${apiEndpoint}/api/v1`,
    table: { name: table.create.TableName, endpoint },
  }
  await fill?.(addresses)
  gateway.open(api)
  return {
    ...addresses,
    engine,
    lost,
    permissions: proxy.record,
    restartFunctions: pool.restart,
    async invoke(logicalId, event) {
      const definition = functions.find((candidate) => candidate.logicalId === logicalId)
      if (!definition) throw new Error(`the template has no function ${logicalId}`)
      const outcome = await pool.invoke(definition, JSON.stringify(event))
      if ('error' in outcome) throw new Error(`${outcome.error.errorType}: ${outcome.error.errorMessage}`)
      return JSON.parse(outcome.payload)
    },
  }
}

/** Waits for all of them; a database that never started has nothing to stop. */
async function stopAll(tasks: Promise<void>[]): Promise<void> {
  await Promise.allSettled(tasks)
}
