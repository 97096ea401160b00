import { dynamoProxy, type Reply } from '../../test/support/dynamo-proxy.ts'
import { type Item, itemBytes, readUnits, type Value } from './item-size.ts'

/** The consumption of calls to the table. */
export interface Consumption {
  requests: number
  /** By DynamoDB's rules, from the sizes of the items that were read. */
  read_units: number
  read_bytes: number
  /** As the engine says. */
  reported_read_units: number
  reported_write_units: number
}

/** A way to a DynamoDB engine that is metered. */
export interface TableMeter {
  endpoint: string
  /** The consumption since the last call. */
  take(): Consumption
  close(): Promise<void>
}

const NOTHING: Consumption = {
  requests: 0,
  read_units: 0,
  read_bytes: 0,
  reported_read_units: 0,
  reported_write_units: 0,
}

/** A request to DynamoDB, or its response, as far as it matters here. */
export interface Call {
  TableName?: string
  Key?: Item
  ConsistentRead?: boolean
  KeyConditionExpression?: string
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues?: Record<string, Value>
  RequestItems?: Record<string, { Keys?: Item[]; ConsistentRead?: boolean }>
  [parameter: string]: unknown
}
interface Outcome {
  Item?: Item
  Items?: Item[]
  Responses?: Record<string, Item[]>
  ConsumedCapacity?: Capacity | Capacity[]
}
interface Capacity {
  CapacityUnits?: number
  ReadCapacityUnits?: number
  WriteCapacityUnits?: number
}

/** A proxy between the callers and a DynamoDB engine, which requests the consumption of every call. */
export async function startTableMeter(upstream: string): Promise<TableMeter> {
  let sum = { ...NOTHING }
  const { endpoint, close } = await dynamoProxy({
    endpoint: upstream,
    async onCall({ operation, body, send }) {
      const call: Call = JSON.parse(body)
      const sendCall: Send = (sent) => send(JSON.stringify(sent))
      const reply = await sendCall({ ...call, ReturnConsumedCapacity: 'TOTAL' })
      if (reply.status === 200) add(sum, reported(operation, JSON.parse(reply.body)))
      add(sum, { ...(await weigh(operation, call, sendCall)), requests: 1 })
      return reply
    },
  })
  return {
    endpoint,
    take() {
      const taken = sum
      sum = { ...NOTHING }
      return taken
    },
    close,
  }
}

function add(sum: Consumption, more: Partial<Consumption>): void {
  for (const [name, amount] of Object.entries(more) as [keyof Consumption, number][]) sum[name] += amount
}

const READS = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems'])

function reported(action: string, { ConsumedCapacity = [] }: Outcome): Partial<Consumption> {
  const sum = { reported_read_units: 0, reported_write_units: 0 }
  for (const capacity of [ConsumedCapacity].flat()) {
    const { CapacityUnits = 0, ReadCapacityUnits, WriteCapacityUnits } = capacity
    const isRead = READS.has(action)
    sum.reported_read_units += ReadCapacityUnits ?? (isRead ? CapacityUnits : 0)
    sum.reported_write_units += WriteCapacityUnits ?? (isRead ? 0 : CapacityUnits)
  }
  return sum
}

type Send = (body: Call) => Promise<Reply>
type Weight = Pick<Consumption, 'read_units' | 'read_bytes'>

/**
 * The size of the items that a read reads. The read is repeated without projection and filter, which DynamoDB applies
 * only after it has read, and the items of the response are weighed.
 */
async function weigh(action: string, call: Call, send: Send): Promise<Weight> {
  const { TableName, ConsistentRead = false, RequestItems = {} } = call
  if (action === 'GetItem') {
    const { Item } = await read(send, { TableName, Key: call.Key, ConsistentRead })
    return weightOf([[Item ?? {}]], ConsistentRead)
  }
  if (action === 'Query') {
    const { Items = [] } = await read(send, withoutProjection(call))
    return weightOf([Items], ConsistentRead)
  }
  if (action === 'BatchGetItem') {
    const whole = Object.entries(RequestItems).map(([table, { Keys, ConsistentRead: is }]) => [
      table,
      { Keys, ConsistentRead: is },
    ])
    const { Responses = {} } = await read(send, { RequestItems: Object.fromEntries(whole) })
    const isConsistent = Object.values(RequestItems).some((keys) => keys.ConsistentRead)
    return weightOf(
      Object.values(Responses).flatMap((items) => items.map((item) => [item])),
      isConsistent,
    )
  }
  if (READS.has(action)) throw new Error(`${action} cannot be weighed`)
  return { read_units: 0, read_bytes: 0 }
}

async function read(send: Send, call: Call): Promise<Outcome> {
  const { status, body } = await send(call)
  if (status !== 200) throw new Error(`a read could not be repeated: ${body}`)
  return JSON.parse(body)
}

/** A Query that returns what it reads. DynamoDB refuses names and values that no expression uses. */
export function withoutProjection(query: Call): Call {
  const { KeyConditionExpression = '', ExpressionAttributeNames, ExpressionAttributeValues } = query
  const { IndexName, ScanIndexForward, Limit, ExclusiveStartKey } = query
  const used = new Set(KeyConditionExpression.match(/[#:]\w+/g))
  const usedOf = <T>(map: Record<string, T> | undefined) => {
    const kept = Object.entries(map ?? {}).filter(([name]) => used.has(name))
    return kept.length === 0 ? undefined : Object.fromEntries(kept)
  }
  return {
    TableName: query.TableName,
    ConsistentRead: query.ConsistentRead,
    KeyConditionExpression,
    IndexName,
    ScanIndexForward,
    Limit,
    ExclusiveStartKey,
    ExpressionAttributeNames: usedOf(ExpressionAttributeNames),
    ExpressionAttributeValues: usedOf(ExpressionAttributeValues),
  }
}

/** Each list of items is read, and rounded up, as one. */
function weightOf(reads: Item[][], isConsistent: boolean): Weight {
  const weight = { read_units: 0, read_bytes: 0 }
  for (const items of reads) {
    const bytes = items.reduce((sum, item) => sum + itemBytes(item), 0)
    weight.read_bytes += bytes
    weight.read_units += readUnits(bytes, isConsistent)
  }
  return weight
}
