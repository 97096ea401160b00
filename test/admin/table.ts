import { paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as keys from '../../lib/data/table/keys.ts'
import { tableName } from '../../lib/environment.ts'
import { type Item, itemsIn, legible } from '../support/items.ts'
import { tableClient } from '../support/table-client.ts'

/**
 * The items that a business's writes leave, as JSON: its own partition, its schedules, its events and the records of its
 * calls. Guards of unique values are elsewhere, each for a product that is seen here.
 */
export async function everythingOf(businessId: string): Promise<string[]> {
  const owned = [
    keys.businessKey(businessId),
    keys.scheduleKey(businessId, ''),
    keys.eventKey(businessId, ''),
  ]
  const partitions = owned.map(({ pk }) => pk)
  const items = [...(await Promise.all(partitions.map(itemsIn))), await recordsOf(businessId)].flat()
  return items.map((item) => JSON.stringify(item, sorted))
}

/** With members by name: those of a map have no order in DynamoDB, and another one whenever they are read. */
const sorted = (_name: string, value: unknown) =>
  isPlainObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value

const isPlainObject = (value: unknown): value is object => value?.constructor === Object

/** The keys of all items that hold a text anywhere, in whatever partition. It reads the whole table. */
export async function itemsThatHold(text: string): Promise<string[]> {
  const pages = await Array.fromAsync(paginateScan({ client: tableClient() }, { TableName: tableName() }))
  const items = pages.flatMap(({ Items = [] }) => Items).map(legible)
  return items.filter((item) => JSON.stringify(item).includes(text)).map(({ pk, sk }) => `${pk} ${sk}`)
}

/** The events of a business with their items, oldest first, without those of keys: every test makes a key. */
export const eventsOf = async (businessId: string) =>
  (await happeningsOf(businessId)).filter(({ event }) => !isOfKey(event))

/** The events of its keys. */
export const keyEventsOf = async (businessId: string) =>
  (await happeningsOf(businessId)).filter(({ event }) => isOfKey(event))

const isOfKey = ({ type }: Happened) => type.startsWith('api_key.')

async function happeningsOf(businessId: string) {
  const items = await itemsIn(keys.eventKey(businessId, '').pk)
  return items.map((item) => ({ item, event: JSON.parse(String(item.json)) as Happened }))
}

interface Happened {
  id: string
  type: string
  timestamp: string
  business_id: string
  actor: Record<string, unknown>
  request_id: string | null
  data: Record<string, unknown>
  previous: Record<string, unknown>
  webhooks?: string[]
}

/** The types of what happened to a business, oldest first. */
export const typesOf = async (businessId: string) =>
  (await eventsOf(businessId)).map(({ event }) => event.type)

/** The records that calls under an Idempotency-Key left, whichever of the business's keys they came with. */
export async function recordsOf(businessId: string): Promise<Item[]> {
  const apiKeys = (await itemsIn(keys.apiKeyKey(businessId, '').pk)).map(({ sk }) => sk.split('#')[1] ?? '')
  const partitions = apiKeys.map((id) => keys.idempotencyKey(businessId, id, '').pk)
  return (await Promise.all(partitions.map(itemsIn))).flat()
}

/** Writes one attribute of an item past every rule of the data layer. */
export async function overwrite({ pk, sk }: keys.Key, attribute: string, value: unknown): Promise<void> {
  await tableClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk, sk },
      UpdateExpression: 'SET #attribute = :value',
      ExpressionAttributeNames: { '#attribute': attribute },
      ExpressionAttributeValues: { ':value': value },
    }),
  )
}
