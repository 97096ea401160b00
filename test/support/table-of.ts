import { paginateScan } from '@aws-sdk/lib-dynamodb'
import { tableName } from '../../lib/environment.ts'
import type { Item } from './items.ts'
import { tableClient } from './table-client.ts'

/**
 * Every item of a business as JSON with members in one order, sorted. Without used rate limits: every request changes those.
 * It reads the whole table.
 */
export async function tableOf(businessId: string): Promise<string[]> {
  const input = { TableName: tableName(), ConsistentRead: true }
  const pages = await Array.fromAsync(paginateScan({ client: tableClient() }, input))
  return pages
    .flatMap(({ Items = [] }) => Items as Item[])
    .filter(({ pk, type }) => pk.startsWith(`BIZ#${businessId}`) && type !== 'rate')
    .map((item) => JSON.stringify(item, sorted))
    .sort()
}

/** DynamoDB keeps the members of a map in an order of its own. */
const sorted = (_name: string, value: unknown) =>
  value?.constructor === Object ? Object.fromEntries(Object.entries(value).sort()) : value
