import { AsyncLocalStorage } from 'node:async_hooks'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { tableName } from '../../environment.ts'
import type { Key } from './keys.ts'
import type { Consumed } from './pages.ts'
import { repeated } from './repeat.ts'
import { asTableFault } from './sdk-fault.ts'
import { watchedAgents } from './stale-connection.ts'
import { guarded } from './tenant-guard-calls.ts'

type Operation = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/** An operation of a transaction, without the table's name. */
export type TableWrite = {
  [K in keyof Operation]?: Omit<NonNullable<Operation[K]>, 'TableName'>
}

let client: DynamoDBDocumentClient | undefined

/** Made on first use, once per process. The SDK's own retries are off: `again` and `commit` know when one is safe. */
function writer(): DynamoDBDocumentClient {
  if (client) return client
  const lowLevel = new DynamoDBClient({
    maxAttempts: 1,
    requestHandler: {
      ...watchedAgents(),
      connectionTimeout: 1000,
      requestTimeout: 3000,
      throwOnRequestTimeout: true,
    },
  })
  lowLevel.middlewareStack.remove('loggerMiddleware')
  // It takes a map for plain by its `constructor`, which in metadata is a name like any other.
  client = DynamoDBDocumentClient.from(lowLevel, { marshallOptions: { convertClassInstanceToMap: true } })
  return client
}

/** What time a piece of work has, in milliseconds since the epoch. */
interface Times {
  /** When its calls to the table must have ended. */
  end: number
  /** After this no try to write begins. */
  lastTry: number
}

const NEVER: Times = { end: Number.POSITIVE_INFINITY, lastTry: Number.POSITIVE_INFINITY }
const times = new AsyncLocalStorage<Times>()
const timesHere = (): Times => times.getStore() ?? NEVER

/** Lets every call to the table that `work` makes end within `ms`, or sooner if that was asked for around it. */
export const within = <T>(ms: number, work: () => Promise<T>): Promise<T> =>
  times.run({ ...timesHere(), end: Math.min(Date.now() + ms, deadline()) }, work)

/** When calls made here must have ended, in milliseconds since the epoch; never, outside `within`. */
export const deadline = (): number => timesHere().end

/**
 * One write has this long to begin its last try, whatever it consists of: reads, candidates for a slug, tries after
 * conflicts. A try ends after 3 s at most (`LONGEST_CALL_MS`), so a commit lands 13 s after its event's id was made at
 * the latest.
 */
export const LONGEST_WRITE_MS = 10_000

/**
 * So far behind stays whoever follows the events in the order of their ids: then no commit is still to come below an id
 * that was seen. It is the 13 s above, and 2 s by which the clocks of two instances can differ.
 */
export const FEED_DELAY_MS = 15_000

/** Runs one whole write. A write inside another one has the time of the outer one. */
export const asOneWrite = <T>(write: () => Promise<T>): Promise<T> =>
  times.run({ ...timesHere(), lastTry: Math.min(Date.now() + LONGEST_WRITE_MS, timesHere().lastTry) }, write)

/** When the last try of a write made here may begin, in milliseconds since the epoch; never, outside `asOneWrite`. */
export const lastTry = (): number => Math.min(timesHere().lastTry, timesHere().end)

/** From the connection to the last byte of the answer; the handler's own timeout ends with the headers. */
const LONGEST_CALL_MS = 3000

type Call<T> = (options: { abortSignal: AbortSignal }) => Promise<T>

/** Makes one call, and gives it up when its time is over: what became of it is then unknown. */
async function inTime<T>(call: Call<T>): Promise<T> {
  const ending = new AbortController()
  const left = Math.max(0, Math.min(LONGEST_CALL_MS, deadline() - Date.now()))
  const timer = setTimeout(() => ending.abort(), left)
  try {
    return await call({ abortSignal: ending.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** How long a call may take that is made up to three times: one try, and all of them, in milliseconds. */
export interface Patience {
  tryMs: number
  allMs: number
}

/** DynamoDB answers a read in milliseconds; a page of 1 MB has 2 s to arrive. */
const READ: Patience = { tryMs: 2000, allMs: 3000 }

/** Makes a call that does no harm when it is carried out twice, again if it fails in a way that may pass. */
const again = <T>(call: Call<T>, { tryMs, allMs }: Patience = READ): Promise<T> =>
  within(allMs, () => repeated(() => within(tryMs, () => inTime(call)), deadline()))

/** Reads a whole item as it stands after every acknowledged write, or undefined if there is none. */
export async function readItem<T extends object>(key: Key): Promise<T | undefined> {
  try {
    const command = new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true })
    const output = await guarded(command.input, () => again((options) => writer().send(command, options)))
    return output.Item as T | undefined
  } catch (error) {
    throw asTableFault(error)
  }
}

/**
 * Reads up to 100 items as they stand after every acknowledged write, whole or only these attributes of them. Those
 * that are not there are left out; DynamoDB may leave some unread, which are to be asked for again.
 */
export async function readBatch<T extends Key>(
  batch: readonly Key[],
  attributes: readonly string[] = [],
): Promise<{ items: T[]; unread: Key[] }> {
  const RequestItems = {
    [tableName()]: { Keys: [...batch], ConsistentRead: true, ...projection(attributes) },
  }
  try {
    const command = new BatchGetCommand({ RequestItems })
    const output = await guarded(command.input, () => again((options) => writer().send(command, options)))
    const unread = Object.values(output.UnprocessedKeys ?? {}).flatMap(({ Keys }) => Keys ?? [])
    return { items: Object.values(output.Responses ?? {}).flat() as T[], unread: unread as Key[] }
  } catch (error) {
    throw asTableFault(error)
  }
}

/** Nothing, which stands for whole items, if no attribute is named. */
const projection = (attributes: readonly string[]) =>
  attributes.length > 0 && {
    ProjectionExpression: attributes.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(attributes.map((name) => [`#${name}`, name])),
  }

/**
 * Runs one Query that returns whole items, the key where it stopped if there may be more behind it, and what it consumed
 * if the input asks for that.
 */
export async function queryItems<T extends Key>(
  input: Omit<QueryCommandInput, 'TableName'>,
): Promise<{ items: T[]; lastKey: Key | undefined; consumed: Consumed }> {
  try {
    const command = new QueryCommand({ ...input, TableName: tableName() })
    const output = await guarded(command.input, () => again((options) => writer().send(command, options)))
    const lastKey = output.LastEvaluatedKey as Key | undefined
    return { items: (output.Items ?? []) as T[], lastKey, consumed: output }
  } catch (error) {
    throw asTableFault(error)
  }
}

/**
 * Changes one item under a condition, and returns the attributes that changed. It is repeated as a read is: the
 * condition must not hold a second time for the same change. A condition that does not hold is the SDK's
 * `ConditionalCheckFailedException`, with the item as it is if the input asks for it.
 */
export async function updateItem<T extends object>(
  input: Omit<UpdateCommandInput, 'TableName' | 'ReturnValues'>,
  patience: Patience = READ,
): Promise<T> {
  const command = new UpdateCommand({ ...input, TableName: tableName(), ReturnValues: 'UPDATED_NEW' })
  try {
    const output = await guarded(command.input, () =>
      again((options) => writer().send(command, options), patience),
    )
    return output.Attributes as T
  } catch (error) {
    throw asTableFault(error)
  }
}

/** Writes one whole item, whatever lay there before. Repeated as a read is: the second time changes nothing. */
export async function putItem(Item: Key & Record<string, unknown>): Promise<void> {
  const command = new PutCommand({ TableName: tableName(), Item })
  try {
    await guarded(command.input, () => again((options) => writer().send(command, options)))
  } catch (error) {
    throw asTableFault(error)
  }
}

/** Deletes one item, if it is there. Repeated as a read is. */
export async function deleteItem({ pk, sk }: Key): Promise<void> {
  const command = new DeleteCommand({ TableName: tableName(), Key: { pk, sk } })
  try {
    await guarded(command.input, () => again((options) => writer().send(command, options)))
  } catch (error) {
    throw asTableFault(error)
  }
}

/** Sends one transaction once. Errors are the SDK's; `commit` interprets them. */
export async function sendTransaction(writes: readonly TableWrite[], clientToken: string): Promise<void> {
  const TableName = tableName()
  const command = new TransactWriteCommand({
    ClientRequestToken: clientToken,
    TransactItems: writes.map(
      (write) =>
        Object.fromEntries(
          Object.entries(write).map(([kind, operation]) => [kind, { ...operation, TableName }]),
        ) as Operation,
    ),
  })
  await guarded(command.input, () => inTime((options) => writer().send(command, options)))
}

/**
 * Deletes up to 25 items, whatever is in them, and returns the keys that DynamoDB left undone: they are to be sent
 * again. Work on behalf of one business is held to its own items here as everywhere.
 */
export async function deleteBatch(batch: readonly Key[]): Promise<Key[]> {
  const keys = batch.map(({ pk, sk }) => ({ pk, sk }))
  const requests = keys.map((Key) => ({ DeleteRequest: { Key } }))
  const command = new BatchWriteCommand({ RequestItems: { [tableName()]: requests } })
  // The guard knows transactions: to it a batch is the deletions that are in it.
  const asTransaction = { TransactItems: keys.map((Key) => ({ Delete: { Key } })) }
  try {
    const output = await guarded(asTransaction, () => inTime((options) => writer().send(command, options)))
    const undone = Object.values(output.UnprocessedItems ?? {}).flat()
    return undone.flatMap(({ DeleteRequest }) =>
      DeleteRequest?.Key ? [DeleteRequest.Key as unknown as Key] : [],
    )
  } catch (error) {
    throw asTableFault(error)
  }
}
