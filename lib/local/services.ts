import type { IncomingMessage } from 'node:http'
import type { Engine } from './dynamodb/engine.ts'
import { type DynamoDb, startDynamoDb } from './dynamodb/server.ts'
import { ensureTable } from './dynamodb/table.ts'
import { keyTypesOf } from './dynamodb/unknown-limits.ts'
import type { GatewayAnswer } from './gateway/answer.ts'
import { startBucketProxy } from './permissions/bucket-proxy.ts'
import type { Judge } from './permissions/judge.ts'
import { partitionKeysOf } from './permissions/leading-keys.ts'
import { startPermissionProxy } from './permissions/proxy.ts'
import { startQueueProxy } from './permissions/queue-proxy.ts'
import { createBucketService } from './s3/bucket-service.ts'
import { answerPicture } from './s3/pictures.ts'
import { createQueueService, type QueueService } from './sqs/queue-service.ts'
import type { StackDefinition } from './stack-definition.ts'

export interface Stoppable {
  stop(): Promise<void>
}

/** A service of AWS on this machine. It starts before the template is read. */
interface Service extends Stoppable {
  /** The address for functions: there, the service refuses the calls that their roles do not allow. */
  address: { variable: `AWS_ENDPOINT_URL_${string}`; endpoint: string }
  /** Makes what the template defines, unless it is there already. */
  open(defined: StackDefinition): Promise<void>
}

/** DynamoDB: `endpoint` is the engine itself, where no role limits a caller. */
type Table = Service & Pick<DynamoDb, 'endpoint' | 'lost'>

/** SQS: `call` is for callers that are not functions. */
type Queues = Service & Pick<QueueService, 'call'>

/** S3, with the pictures in it as the edge serves them. */
export interface Buckets extends Service {
  /** The address for callers that no role limits. */
  endpoint: string
  /** The response to a GET or HEAD of a picture; undefined for every other path, and for a stack without a bucket. */
  answerPicture(message: IncomingMessage): Promise<GatewayAnswer | undefined>
}

/**
 * Starts every service of a stack. `started` rejects with what an engine printed that does not start; `stop` also ends
 * those that are still starting.
 */
export function startServices(engine: Engine, dataDir: string | undefined, judge: Judge) {
  const starting = [
    startTable(engine, dataDir, judge),
    startQueues(dataDir, judge),
    startBuckets(dataDir, judge),
  ] as const
  return {
    started: Promise.all(starting),
    async stop() {
      const services = await Promise.allSettled(starting)
      await stopAll(services.flatMap((service) => (service.status === 'fulfilled' ? [service.value] : [])))
    },
  }
}

/** Stops all of them, also when one of them fails to stop: stderr then says why, because it can still be running. */
export async function stopAll(running: readonly Stoppable[]): Promise<void> {
  for (const outcome of await Promise.allSettled(running.map((one) => one.stop())))
    if (outcome.status === 'rejected') process.stderr.write(`could not be stopped: ${outcome.reason}\n`)
}

/** Waits for the next part of a service. If it does not start, the one that runs already is stopped. */
async function startBehind<T>(running: Stoppable, starting: Promise<T>): Promise<T> {
  try {
    return await starting
  } catch (error) {
    await running.stop()
    throw error
  }
}

async function startTable(engine: Engine, dataDir: string | undefined, judge: Judge): Promise<Table> {
  const database = await startDynamoDb(engine, dataDir)
  const partitionKeys = new Map<string, string>()
  const keyTypes = new Map<string, 'HASH' | 'RANGE'>()
  const proxy = await startBehind(
    database,
    startPermissionProxy(database.endpoint, judge, partitionKeys, keyTypes),
  )
  return {
    address: { variable: 'AWS_ENDPOINT_URL_DYNAMODB', endpoint: proxy.endpoint },
    endpoint: database.endpoint,
    lost: database.lost,
    async open({ table }) {
      for (const [arn, name] of partitionKeysOf(table)) partitionKeys.set(arn, name)
      for (const [name, type] of keyTypesOf(table)) keyTypes.set(name, type)
      await ensureTable(database.endpoint, table)
    },
    stop: () => stopAll([proxy, database]),
  }
}

async function startQueues(dataDir: string | undefined, judge: Judge): Promise<Queues> {
  const queues = createQueueService(dataDir)
  const proxy = await startQueueProxy(judge, queues)
  return {
    address: { variable: 'AWS_ENDPOINT_URL_SQS', endpoint: proxy.endpoint },
    call: queues.call,
    open: (defined) => queues.open(defined.queues),
    stop: () => stopAll([proxy, queues]),
  }
}

async function startBuckets(dataDir: string | undefined, judge: Judge): Promise<Buckets> {
  const buckets = createBucketService(dataDir)
  const proxy = await startBucketProxy(judge, buckets)
  const unjudged = await startBehind(proxy, startBucketProxy(undefined, buckets))
  let served: Parameters<typeof answerPicture>[1] | undefined
  return {
    address: { variable: 'AWS_ENDPOINT_URL_S3', endpoint: proxy.endpoint },
    endpoint: unjudged.endpoint,
    answerPicture: async (message) => served && answerPicture(message, served, buckets),
    async open({ buckets: names, pictureHeaders }) {
      await buckets.open(names)
      const [bucket] = names
      if (bucket !== undefined) served = { bucket, headers: pictureHeaders }
    },
    stop: () => stopAll([proxy, unjudged, buckets]),
  }
}
