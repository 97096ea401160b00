import { lockData } from './data-lock.ts'
import { openPages, type Pages } from './dev/pages-answer.ts'
import { chooseEngine } from './dynamodb/choose-engine.ts'
import type { Engine } from './dynamodb/engine.ts'
import { streamOf } from './dynamodb/stream.ts'
import { backgroundFunctions, startEventSources, type Trigger } from './event-sources/event-sources.ts'
import { scheduledEvent } from './event-sources/schedules.ts'
import { type Gateway, listen, type OnAnswer } from './gateway/gateway.ts'
import type { FunctionDefinition } from './lambda/function-definition.ts'
import { startInstance } from './lambda/function-instance.ts'
import { createFunctionPool, type FunctionLine } from './lambda/function-pool.ts'
import type { InvocationOutcome } from './lambda/invocation.ts'
import { createJudge, type PermissionRecord } from './permissions/judge.ts'
import { type Buckets, startServices, stopAll } from './services.ts'
import type { QueueService } from './sqs/queue-service.ts'
import { readStack, type StackDefinition } from './stack-definition.ts'
import type { ApiDefinition } from './template/api-definition.ts'
import type { Json } from './template/json.ts'

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
  /** Everything that invokes functions apart from the API; nothing of a stack without events. */
  triggers: readonly Trigger[]
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

/**
 * Runs a synthesized stack on this machine: its table in a DynamoDB engine, its queues and buckets in fauxqs, its functions
 * in worker threads, its API on a local port. What is not in the template does not exist.
 *
 * Throws one line when there is no engine, the port is taken, another stack uses the data, the template has something that
 * cannot be run here, or a page's file is missing. Nothing is left running then.
 */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const { dataDir, mostBackgroundInstances = MOST_BACKGROUND, isWithoutEvents = false } = options
  const engine = await chooseEngine(dataDir)
  const answerPage = await openPages(options.pages ?? {})
  const pools = createPools(options, mostBackgroundInstances)
  let buckets: Buckets | undefined
  const gateway = await listen(
    options.port,
    pools.api.invoke,
    async (message) => (await buckets?.answerPicture(message)) ?? answerPage(message),
    options.onAnswer,
  )
  const unlock = await lockBehind(gateway, dataDir)
  const judge = createJudge()
  const { started, ...services } = startServices(engine, dataDir, judge)
  let triggers: Trigger[] = []
  const stop = once(async () => {
    await stopAll(triggers)
    await stopAll([{ stop: gateway.close }, pools.api, pools.background, services])
    unlock()
  })
  try {
    const [list] = await Promise.all([started, options.prepareAssembly?.()])
    const [table, queues] = list
    buckets = list[2]
    const apiEndpoint = `http://localhost:${gateway.port}`
    const defined = await readStack(options.assemblyDir, {
      apiEndpoint,
      queueEndpoint: queues.address.endpoint,
      environment: Object.fromEntries(list.map(({ address }) => [address.variable, address.endpoint])),
    })
    judge.admit(defined.roles)
    // The engine would write every change a second time, for nobody.
    if (isWithoutEvents) delete defined.table.create.StreamSpecification
    await Promise.all(list.map((service) => service.open(defined)))
    const [bucket] = defined.buckets
    const addresses = {
      baseUrl: `${apiEndpoint}/api/v1`,
      table: { name: defined.table.create.TableName, endpoint: table.endpoint },
      bucket: bucket === undefined ? undefined : { name: bucket, endpoint: buckets.endpoint },
    }
    await options.fill?.(addresses)
    const invoke = invokeIn(pools, defined)
    if (!isWithoutEvents) {
      const stream = streamOf(table.endpoint, addresses.table.name)
      const mostAtOnce = mostBackgroundInstances
      const work = { stream, queues, judge, dataDir, mostAtOnce, invoke }
      triggers = await startEventSources(defined.triggers, work)
    }
    gateway.open(defined.api)
    return {
      ...addresses,
      queue: queues.call,
      engine,
      api: defined.api,
      lost: table.lost,
      triggers,
      permissions: judge.record,
      invoke: async (id, event) => payloadOf(await invoke(withId(defined.functions, id), event)),
      async fire(ruleId) {
        const schedule = withId(defined.triggers.schedules, ruleId)
        return payloadOf(await invoke(schedule.function, scheduledEvent(schedule)))
      },
      async restartFunctions() {
        await Promise.all([pools.api.restart(), pools.background.restart()])
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The same promise for every call. */
function once(task: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | undefined
  return () => {
    ended ??= task()
    return ended
  }
}

function createPools({ log = () => {}, mostInstances, mostInstancesOfOne }: StackOptions, mostOfOne: number) {
  const limits = { mostOfAll: mostInstances, mostOfOne: mostInstancesOfOne }
  return {
    api: createFunctionPool(startInstance, log, limits),
    background: createFunctionPool(startInstance, log, { mostOfOne, mostOfAll: mostOfOne + MOST_OTHERS }),
  }
}

/** Invokes a function in the pool that it belongs to. */
function invokeIn({ api, background }: ReturnType<typeof createPools>, { triggers }: StackDefinition) {
  const isBackground = backgroundFunctions(triggers)
  return (of: FunctionDefinition, event: Json) =>
    (isBackground.has(of.logicalId) ? background : api).invoke(of, JSON.stringify(event))
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

function withId<T extends { logicalId: string }>(resources: T[], logicalId: string): T {
  const found = resources.find((resource) => resource.logicalId === logicalId)
  if (!found) throw new Error(`the template has no function or rule ${logicalId}`)
  return found
}

function payloadOf(outcome: InvocationOutcome): Json {
  if ('error' in outcome) throw new Error(`${outcome.error.errorType}: ${outcome.error.errorMessage}`)
  return JSON.parse(outcome.payload)
}
