import { BatchGetCommand, DeleteCommand, GetCommand, PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import { jsonOf } from '../../lib/data/table/event-json.ts'
import {
  externalIdGuardKey,
  type Key,
  skuGuardKey,
  slugGuardKey,
  storePartition,
} from '../../lib/data/table/keys.ts'
import { tableName } from '../../lib/environment.ts'
import { tableClient } from './table-client.ts'

export type Item = Record<string, unknown> & { pk: string; sk: string; type: string }

/** Everything in a business's own partition, as it lies in the table: its products, categories and their counts. */
export const itemsOf = (businessId: string): Promise<Item[]> => itemsIn(storePartition(businessId))

/** An item with the JSON of an event as text, whatever way it is stored. */
export const legible = <T extends Record<string, unknown>>(item: T): T =>
  item.json instanceof Uint8Array ? { ...item, json: jsonOf(item.json) } : item

/** Everything in a partition, as it lies in the table. */
export async function itemsIn(partition: string): Promise<Item[]> {
  const input = {
    TableName: tableName(),
    KeyConditionExpression: 'pk = :partition',
    ExpressionAttributeValues: { ':partition': partition },
    ConsistentRead: true,
  }
  const pages = await Array.fromAsync(paginateQuery({ client: tableClient() }, input))
  return pages.flatMap(({ Items = [] }) => Items as Item[]).map(legible)
}

/** The guards that hold one of these values, be it as a slug, a SKU or an external id. */
export async function guardsOf(businessId: string, values: readonly string[]): Promise<Item[]> {
  const Keys = values.flatMap((value) =>
    [slugGuardKey, skuGuardKey, externalIdGuardKey].map((key) => key(businessId, value)),
  )
  const items: Item[] = []
  while (Keys.length > 0) {
    const RequestItems = { [tableName()]: { Keys: Keys.splice(0, 100), ConsistentRead: true } }
    const { Responses = {} } = await tableClient().send(new BatchGetCommand({ RequestItems }))
    items.push(...((Responses[tableName()] ?? []) as Item[]))
  }
  return items.sort((a, b) => (a.pk < b.pk ? -1 : 1))
}

/** How many products each category counts, over all its shards. */
export async function countsOf(businessId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { type, sk, n } of await itemsOf(businessId)) {
    const category = sk.split('#')[1]
    if (type === 'category_count' && category) counts[category] = (counts[category] ?? 0) + Number(n)
  }
  return counts
}

/** An item as it lies in the table. Throws if there is none. */
export async function storedItem({ pk, sk }: Key): Promise<Item> {
  const input = { TableName: tableName(), Key: { pk, sk }, ConsistentRead: true }
  const { Item } = await tableClient().send(new GetCommand(input))
  if (!Item) throw new Error(`there is no ${pk} ${sk}`)
  return legible(Item as Item)
}

/** Puts an item into the table past every rule of the data layer. */
export async function plantItem(Item: Key & Record<string, unknown>): Promise<void> {
  await tableClient().send(new PutCommand({ TableName: tableName(), Item }))
}

/** Changes attributes of an item past every rule of the data layer; undefined removes one. */
export async function corruptItem(key: Key, changes: Record<string, unknown>): Promise<void> {
  const changed = Object.entries({ ...(await storedItem(key)), ...changes })
  const Item = Object.fromEntries(changed.filter(([, value]) => value !== undefined))
  await plantItem(Item as Item)
}

/** Takes an item out of the table past every rule of the data layer. */
export async function removeItem({ pk, sk }: Key): Promise<void> {
  await tableClient().send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }))
}
