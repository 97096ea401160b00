import { paginateScan } from '@aws-sdk/lib-dynamodb'
import * as keys from '../../lib/data/table/keys.ts'
import { tableName } from '../../lib/environment.ts'
import { type Item, itemsIn } from './items.ts'
import { tableClient } from './table-client.ts'

/**
 * Every item of a business as JSON with members in one order, sorted. Without used rate limits, which every request
 * changes, and plans, which a dry run makes. It reads the whole table, so that only a stack of one's own can be asked.
 */
export async function tableOf(businessId: string): Promise<string[]> {
  const input = { TableName: tableName(), ConsistentRead: true }
  const pages = await Array.fromAsync(paginateScan({ client: tableClient() }, input))
  const items = pages.flatMap(({ Items = [] }) => Items as Item[])
  return inOrder(
    items.filter(({ pk, type }) => pk.startsWith(`BIZ#${businessId}`) && type !== 'rate' && type !== 'plan'),
  )
}

/** The same of the partitions that a business has whatever is in them: all but those of guards, rates, responses and webhooks. */
export async function partitionsOf(businessId: string): Promise<string[]> {
  const partitions = [
    keys.storePartition(businessId),
    keys.stockKey(businessId, '').pk,
    keys.holdKey(businessId, '').pk,
    keys.scheduleKey(businessId, '').pk,
    keys.apiKeyKey(businessId, '').pk,
    keys.eventKey(businessId, '').pk,
    keys.searchIndexKey(businessId).pk,
    keys.importKey(businessId, '').pk,
    keys.mediumKey(businessId, '').pk,
  ]
  return inOrder((await Promise.all(partitions.map(itemsIn))).flat())
}

const inOrder = (items: readonly Item[]) => items.map((item) => JSON.stringify(item, sorted)).sort()

/** DynamoDB keeps the members of a map in an order of its own. */
const sorted = (_name: string, value: unknown) =>
  value?.constructor === Object ? Object.fromEntries(Object.entries(value).sort()) : value
