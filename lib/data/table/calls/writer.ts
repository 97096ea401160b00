import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  type DeleteCommandInput,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { tableName } from '../../../environment.ts'
import { logThrottled } from '../../../log.ts'
import type { Key } from '../keys.ts'
import type { Consumed } from '../pages.ts'
import { pause } from './pause.ts'
import { asTableFault, isPassing, isThrottled } from './sdk-fault.ts'
import { isStale, watchedAgents } from './stale-connection.ts'
import { type CallInput, guarded } from './tenant-guard-calls.ts'
import { type Call, deadline, inTime, within } from './times.ts'

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

/** Lets the next call open a new client: the files of tests have different tables in one process. */
export function forgetClient(): void {
  client?.destroy()
  client = undefined
}

/** How long a call may take that is made up to three times: one try, and all of them, in milliseconds. */
export interface Patience {
  tryMs: number
  allMs: number
}

/** DynamoDB responds to a read in milliseconds; a page of 1 MB has 2 s to arrive. */
const READ: Patience = { tryMs: 2000, allMs: 3000 }

/** Makes one try of a call, and says so if DynamoDB throttles it. */
const once = <T>(call: Call<T>): Promise<T> =>
  inTime(call).catch((error: unknown) => {
    if (isThrottled(error)) logThrottled()
    throw error
  })

/** Makes a call that does no harm when it is carried out twice, again if it fails in a way that may pass. */
async function again<T extends object>(
  input: CallInput,
  call: Call<T>,
  { tryMs, allMs }: Patience = READ,
): Promise<T> {
  const tries = () => repeated(() => within(tryMs, () => once(call)), deadline())
  try {
    return await guarded(input, () => within(allMs, tries))
  } catch (error) {
    throw asTableFault(error)
  }
}

/** Reads a whole item consistently; undefined if there is none. */
export async function readItem<T extends object>(key: Key): Promise<T | undefined> {
  const command = new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true })
  const output = await again(command.input, (options) => writer().send(command, options))
  return output.Item as T | undefined
}

/**
 * Reads up to 100 items consistently, whole or only these attributes of them. Those
 * that are not there are left out; DynamoDB may leave some unread, which the caller must read again. `units` are those that
 * it has consumed, if it says so.
 */
export async function readBatch<T extends Key>(
  batch: readonly Key[],
  attributes: readonly string[] = [],
): Promise<{ items: T[]; unread: Key[]; units: number | undefined }> {
  const RequestItems = {
    [tableName()]: { Keys: [...batch], ConsistentRead: true, ...projection(attributes) },
  }
  const command = new BatchGetCommand({ RequestItems, ReturnConsumedCapacity: 'TOTAL' })
  const output = await again(command.input, (options) => writer().send(command, options))
  const unread = Object.values(output.UnprocessedKeys ?? {}).flatMap(({ Keys }) => Keys ?? [])
  return {
    items: Object.values(output.Responses ?? {}).flat() as T[],
    unread: unread as Key[],
    units: output.ConsumedCapacity?.[0]?.CapacityUnits,
  }
}

/** Nothing, which means whole items, if no attribute is named. */
const projection = (attributes: readonly string[]) =>
  attributes.length > 0 && {
    ProjectionExpression: attributes.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(attributes.map((name) => [`#${name}`, name])),
  }

/**
 * Runs one Query that returns whole items, the key where it stopped if there may be more behind it, and what it consumed
 * if the input requests that.
 */
export async function queryItems<T extends Key>(
  input: Omit<QueryCommandInput, 'TableName'>,
): Promise<{ items: T[]; lastKey: Key | undefined; consumed: Consumed }> {
  const command = new QueryCommand({ ...input, TableName: tableName() })
  const output = await again(command.input, (options) => writer().send(command, options))
  const lastKey = output.LastEvaluatedKey as Key | undefined
  return { items: (output.Items ?? []) as T[], lastKey, consumed: output }
}

/**
 * Changes one item under a condition, and returns the attributes that changed. It is repeated as a read is: the
 * condition must not hold a second time for the same change. A condition that does not hold is the SDK's
 * `ConditionalCheckFailedException`, with the item as it is if the input requests it.
 */
export async function updateItem<T extends object>(
  input: Omit<UpdateCommandInput, 'TableName' | 'ReturnValues'>,
  patience: Patience = READ,
): Promise<T> {
  const command = new UpdateCommand({ ...input, TableName: tableName(), ReturnValues: 'UPDATED_NEW' })
  const output = await again(command.input, (options) => writer().send(command, options), patience)
  return output.Attributes as T
}

/**
 * Writes one whole item: over any earlier one, or under a condition, of which the SDK's
 * `ConditionalCheckFailedException` says that it does not hold. Repeated as a read is: the second time changes nothing,
 * but a condition can fail because of the first.
 */
export async function putItem(
  Item: Key & Record<string, unknown>,
  condition: Omit<PutCommandInput, 'TableName' | 'Item'> = {},
): Promise<void> {
  const command = new PutCommand({ ...condition, TableName: tableName(), Item })
  await again(command.input, (options) => writer().send(command, options))
}

/** Deletes one item, if it is there, or under a condition, as `putItem` has it. Repeated as a read is. */
export async function deleteItem(
  { pk, sk }: Key,
  condition: Omit<DeleteCommandInput, 'TableName' | 'Key'> = {},
): Promise<void> {
  const command = new DeleteCommand({ ...condition, TableName: tableName(), Key: { pk, sk } })
  await again(command.input, (options) => writer().send(command, options))
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
  await guarded(command.input, () => once((options) => writer().send(command, options)))
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
    const output = await guarded(asTransaction, () => once((options) => writer().send(command, options)))
    const undone = Object.values(output.UnprocessedItems ?? {}).flat()
    return undone.flatMap(({ DeleteRequest }) =>
      DeleteRequest?.Key ? [DeleteRequest.Key as unknown as Key] : [],
    )
  } catch (error) {
    throw asTableFault(error)
  }
}

const TRIES = 3
/** Full jitter: up to 50 ms before the second try, up to 100 ms before the third. */
const FIRST_WAIT_MS = 50

/**
 * Makes a call that does no harm when it is carried out twice: three times if it fails in a way that may pass, as long
 * as no try would begin after `until`, in milliseconds since the epoch. A stale connection is replaced at once and
 * counts as no try. Throws what the last try failed with.
 */
async function repeated<T>(call: () => Promise<T>, until: number): Promise<T> {
  for (let tries = 1; ; ) {
    try {
      return await call()
    } catch (error) {
      if (isStale(error) && Date.now() < until) continue
      if (tries === TRIES || !isPassing(error)) throw error
      const pauseMs = Math.random() * FIRST_WAIT_MS * tries++
      if (Date.now() + pauseMs >= until) throw error
      await pause(pauseMs)
    }
  }
}
