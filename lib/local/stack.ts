import { lockData } from './data-lock.ts'
import { type AnswerPage, openPages, type Pages } from './dev/pages-answer.ts'
import { chooseEngine } from './dynamodb/choose-engine.ts'
import type { Engine } from './dynamodb/engine.ts'
import { type DynamoDb, startDynamoDb } from './dynamodb/server.ts'
import { streamOf } from './dynamodb/stream.ts'
import { ensureTable } from './dynamodb/table.ts'
import { keyTypesOf } from './dynamodb/unknown-limits.ts'
import { backgroundFunctions, startEventSources, type Triggers } from './event-sources/event-sources.ts'
import { readMappings } from './event-sources/mappings.ts'
import type { EventSource } from './event-sources/running.ts'
import { readSchedules, scheduledEvent } from './event-sources/schedules.ts'
import { type Gateway, listen, type OnAnswer } from './gateway/gateway.ts'
import { type FunctionDefinition, readFunctions } from './lambda/function-definition.ts'
import { startInstance } from './lambda/function-instance.ts'
import { createFunctionPool, type FunctionLine, type FunctionPool } from './lambda/function-pool.ts'
import type { InvocationOutcome } from './lambda/invocation.ts'
import { startBucketProxy } from './permissions/bucket-proxy.ts'
import { createJudge, type Judge, type PermissionRecord } from './permissions/judge.ts'
import { partitionKeysOf } from './permissions/leading-keys.ts'
import { readRoles } from './permissions/permissions.ts'
import { startPermissionProxy } from './permissions/proxy.ts'
import { startQueueProxy } from './permissions/queue-proxy.ts'
import { type BucketService, createBucketService } from './s3/bucket-service.ts'
import { readBuckets } from './s3/buckets.ts'
import { answerPicture, readPictureHeaders, type ServedPictures } from './s3/pictures.ts'
import { createQueueService, type QueueService } from './sqs/queue-service.ts'
import { readQueues } from './sqs/queues.ts'
import { type ApiDefinition, readApi } from './template/api-definition.ts'
import { readAssembly } from './template/assembly.ts'
import { createResolver } from './template/intrinsics.ts'
import type { Json } from './template/json.ts'
import { readTable } from './template/table-definition.ts'

export interface StackOptions {
  /** a synthesized cloud assembly with one stack */
  assemblyDir: string
  /** runs before the assembly is read, once the port is this stack's own and while the database starts */
  prepareAssembly?: () => Promise<void>
  /** runs once the table is there, before the API serves requests; until then `/` says that the stack is starting */
  fill?: (stack: Pick<RunningStack, 'baseUrl' | 'table' | 'bucket'>) => Promise<void>
  /** 0 takes any free one */
  port: number
  /** where the data of the table and of the queues stays between runs; without it nothing stays */
  dataDir?: string | undefined
  /** the pages that are served in addition to the API, outside `/api` */
  pages?: Pages
  /** is called with every response of the API before it is sent */
  onAnswer?: OnAnswer
  /** how many instances of the API's functions can be there at a time: memory for speed; without it as suits a laptop */
  mostInstances?: number
  /** how many of those are of one function */
  mostInstancesOfOne?: number
  /** how many instances of one background function can be there at a time, and with that how many webhooks are served */
  mostBackgroundInstances?: number | undefined
  /** true leaves the queues and the rules unread, and the table without its stream: nothing is delivered to webhooks */
  isWithoutEvents?: boolean
  /** gets every line that the functions write */
  log?: (line: FunctionLine) => void
}

export interface RunningStack {
  /** `http://localhost:<port>/api/v1` */
  baseUrl: string
  /** The table and its engine, past the proxy: no role of the template limits callers that are not functions. */
  table: { name: string; endpoint: string }
  /** The bucket of pictures and where it is, past the proxy; undefined if the stack has none. */
  bucket: { name: string; endpoint: string } | undefined
  /** Calls SQS past the proxy, as in `queue('ReceiveMessage', { QueueUrl: '…/<name>' })`. */
  queue: QueueService['call']
  engine: Engine
  /** The API of the template, with the environment of its functions. */
  api: ApiDefinition
  /** Resolves with the reason, in one line, when the engine has ended for good: then the API can only return 503. */
  lost: Promise<Error>
  /** The functions' permissions for the table and the queues, and those that their calls have needed until now. */
  permissions(): PermissionRecord
  /** Invokes a function by its logical id, past the gateway. Rejects with the function's error. */
  invoke(logicalId: string, event: Json): Promise<Json>
  /** Invokes the target of a rule, by the rule's logical id, as if its time had come. Rejects with the function's error. */
  fire(ruleId: string): Promise<Json>
  /** Drops every warm function instance: the next invocations are cold starts. */
  restartFunctions(): Promise<void>
  stop(): Promise<void>
}

/**
 * Background functions have instances of their own, so that they never take those of the API. AWS would run up to 100 of
 * one; an instance here takes 12 to 20 MB, and most of its time it waits for the endpoint of a webhook.
 */
const MOST_BACKGROUND = 8
/** The other functions that nobody waits for run seldom, and not for long. */
const MOST_OTHERS = 2

/** Webhooks can be sent to this machine over http. No template can say so (lib/environment.ts). */
const LOOPBACK_TARGETS = { STOREFRONT_LOOPBACK_TARGETS: 'allowed' }

/**
 * Runs a synthesized stack on this machine: its table in a DynamoDB engine, its queues in fauxqs, its functions in worker
 * threads, its API on a local port. What is not in the template does not exist.
 *
 * Throws one line when there is no engine, the port is taken, another stack uses the data, the template has something that
 * cannot be run here, or a page's file is missing. Nothing is left running then.
 */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const engine = await chooseEngine(options.dataDir)
  const answerPage = await openPages(options.pages ?? {})
  const log = options.log ?? (() => {})
  const pool = createFunctionPool(startInstance, log, {
    mostOfAll: options.mostInstances,
    mostOfOne: options.mostInstancesOfOne,
  })
  const { mostBackgroundInstances: mostOfOne = MOST_BACKGROUND } = options
  const background = createFunctionPool(startInstance, log, { mostOfOne, mostOfAll: mostOfOne + MOST_OTHERS })
  const buckets = createBucketService(options.dataDir)
  let pictures: ServedPictures | undefined
  const answerStatic: AnswerPage = async (message) =>
    (pictures && (await answerPicture(message, pictures, buckets))) ?? answerPage(message)
  const gateway = await listen(options.port, pool.invoke, answerStatic, options.onAnswer)
  const unlock = await lockBehind(gateway, options.dataDir)
  const sources: EventSource[] = []
  const services = startServices(engine, options.dataDir, buckets)
  const end = async () => {
    await stopAll(sources.map((source) => source.stop()))
    await stopAll([gateway.close(), pool.stop(), background.stop(), services.stop()])
    unlock()
  }
  let ended: Promise<void> | undefined
  const stop = () => {
    ended ??= end()
    return ended
  }
  try {
    const [started] = await Promise.all([services.started, options.prepareAssembly?.()])
    const opened = await openStack(options, { pool, background, gateway, sources, buckets, ...started })
    pictures = opened.pictures
    return { ...opened, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Locks the data once the port is the stack's: one whose port is taken leaves no folder behind. */
async function lockBehind(gateway: Gateway, dataDir: string | undefined): Promise<() => void> {
  try {
    return lockData(dataDir)
  } catch (error) {
    await gateway.close()
    throw error
  }
}

/** Starts the services that functions call. They start before the template is read. */
function startServices(engine: Engine, dataDir: string | undefined, buckets: BucketService) {
  const judge = createJudge()
  const queues = createQueueService(dataDir)
  const partitionKeys = new Map<string, string>()
  const keyTypes = new Map<string, 'HASH' | 'RANGE'>()
  const database = startDynamoDb(engine, dataDir)
  const tableProxy = database.then(({ endpoint }) =>
    startPermissionProxy(endpoint, judge, partitionKeys, keyTypes),
  )
  const queueProxy = startQueueProxy(judge, queues)
  const bucketProxies = Promise.all([startBucketProxy(judge, buckets), startBucketProxy(undefined, buckets)])
  const start = async () => {
    const [table, ofTable, ofQueues] = await Promise.all([database, tableProxy, queueProxy])
    const [ofBuckets, open] = await bucketProxies
    const endpoints = {
      table: ofTable.endpoint,
      queues: ofQueues.endpoint,
      buckets: ofBuckets.endpoint,
      openBuckets: open.endpoint,
    }
    return { judge, queues, partitionKeys, keyTypes, database: table, endpoints }
  }
  return {
    started: start(),
    stop: () =>
      stopAll([
        tableProxy.then((started) => started.close()),
        queueProxy.then((started) => started.close()),
        bucketProxies.then(async (started) => stopAll(started.map((proxy) => proxy.close()))),
        queues.stop(),
        buckets.stop(),
        database.then((started) => started.stop()),
      ]),
  }
}

/** The parts that start before the template is read. */
interface Parts {
  pool: FunctionPool
  background: FunctionPool
  gateway: Gateway
  /** gets those that are started */
  sources: EventSource[]
  judge: Judge
  queues: QueueService
  buckets: BucketService
  partitionKeys: Map<string, string>
  keyTypes: Map<string, 'HASH' | 'RANGE'>
  database: DynamoDb
  endpoints: { table: string; queues: string; buckets: string; openBuckets: string }
}

async function openStack(
  { assemblyDir, dataDir, fill, isWithoutEvents = false, ...options }: StackOptions,
  parts: Parts,
): Promise<Omit<RunningStack, 'stop'> & { pictures: ServedPictures | undefined }> {
  const { pool, background, gateway, judge, queues, buckets } = parts
  const { endpoint, engine, lost } = parts.database
  const apiEndpoint = `http://localhost:${gateway.port}`
  const { roles, table, api, triggers, ...defined } = await define(assemblyDir, apiEndpoint, parts)
  for (const [arn, name] of partitionKeysOf(table)) parts.partitionKeys.set(arn, name)
  for (const [name, type] of keyTypesOf(table)) parts.keyTypes.set(name, type)
  judge.admit(roles)
  // The engine would write every change a second time, for nobody.
  if (isWithoutEvents) delete table.create.StreamSpecification
  await Promise.all([
    ensureTable(endpoint, table),
    queues.open(defined.queues),
    buckets.open(defined.buckets),
  ])
  const [bucket] = defined.buckets
  const addresses = {
    baseUrl: `${apiEndpoint}/api/v1`,
    table: { name: table.create.TableName, endpoint },
    bucket: bucket === undefined ? undefined : { name: bucket, endpoint: parts.endpoints.openBuckets },
  }
  await fill?.(addresses)
  const isBackground = backgroundFunctions(triggers)
  const invoke = (of: FunctionDefinition, event: Json) =>
    (isBackground.has(of.logicalId) ? background : pool).invoke(of, JSON.stringify(event))
  const stream = streamOf(endpoint, table.create.TableName)
  const { mostBackgroundInstances: mostAtOnce = MOST_BACKGROUND } = options
  const work = { stream, queues, judge, dataDir, mostAtOnce, invoke }
  if (!isWithoutEvents) parts.sources.push(...(await startEventSources(triggers, work)))
  gateway.open(api)
  return {
    ...addresses,
    pictures: bucket === undefined ? undefined : { bucket, headers: defined.pictureHeaders },
    queue: queues.call,
    engine,
    api,
    lost,
    permissions: judge.record,
    invoke: async (id, event) => payloadOf(await invoke(withId(defined.functions, id), event)),
    async fire(ruleId) {
      const schedule = withId(triggers.schedules, ruleId)
      return payloadOf(await invoke(schedule.function, scheduledEvent(schedule)))
    },
    async restartFunctions() {
      await Promise.all([pool.restart(), background.restart()])
    },
  }
}

/** Reads everything that the template defines, before any of it is there. */
async function define(assemblyDir: string, apiEndpoint: string, { endpoints }: Parts) {
  const assembly = await readAssembly(assemblyDir)
  const { stackName, template } = assembly
  const resolve = createResolver(template, { stackName, apiEndpoint, queueEndpoint: endpoints.queues })
  const table = readTable(template, resolve)
  const queues = readQueues(template, resolve)
  const services = {
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.table,
    AWS_ENDPOINT_URL_SQS: endpoints.queues,
    AWS_ENDPOINT_URL_S3: endpoints.buckets,
    ...LOOPBACK_TARGETS,
  }
  const functions = readFunctions(assembly, resolve, services, {
    STOREFRONT_MEDIA_BASE_URL: `${apiEndpoint}/media`,
  })
  const triggers: Triggers = {
    mappings: readMappings(template, { resolve, functions, queues }),
    schedules: readSchedules(template, resolve, functions),
  }
  return {
    table,
    queues,
    buckets: readBuckets(template, resolve),
    pictureHeaders: readPictureHeaders(template),
    functions,
    api: readApi(template, resolve, functions),
    roles: readRoles(template, resolve),
    triggers,
  }
}

function withId<T extends { logicalId: string }>(resources: T[], logicalId: string): T {
  const found = resources.find((resource) => resource.logicalId === logicalId)
  if (!found) throw new Error(`the template has no function or rule ${logicalId}`)
  return found
}

function payloadOf(outcome: InvocationOutcome): Json {
  if ('error' in outcome) throw new Error(`${outcome.error.errorType}: ${outcome.error.errorMessage}`)
  return JSON.parse(outcome.payload)
}

/** Waits for all of them; a database that never started has nothing to stop. */
async function stopAll(tasks: Promise<void>[]): Promise<void> {
  await Promise.allSettled(tasks)
}
