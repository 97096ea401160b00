import { isLambda, tableName } from '../../environment.ts'
import { call, prepare } from '../dynamodb/client.ts'
import { mayPass } from '../dynamodb/service-error.ts'
import { TableUnavailable } from '../table/calls/table-fault.ts'
import { guardCall } from '../table/calls/tenant-guard.ts'
import { isOfTenant, type Key } from '../table/keys.ts'
import type { Consumed } from '../table/pages.ts'
import { CARD, FACETS, type IndexName, keysOf, STOREFRONT } from '../table/schema.ts'

/** A value in DynamoDB's own notation: the read path has too few attributes to unmarshal. */
export type AttributeValue = { S: string } | { N: string } | { BOOL: boolean } | { NULL: true }
type RawItem = Record<string, RawValue | undefined>
interface RawValue {
  S?: string
  N?: string
  B?: string
  NULL?: boolean
  M?: RawItem
}

/** A key range of one index: a partition, optionally bounded by sort keys (both included) and filtered. */
export interface Stretch {
  index: IndexName
  partition: string
  reverse?: boolean | undefined
  lower?: string | undefined
  upper?: string | undefined
  filter?: Filter | undefined
}

/** A condition in DynamoDB's notation; `#p`, `:p`, `:l` and `:u` are taken. */
export interface Filter {
  expression: string
  names: Record<string, string>
  values: Record<string, AttributeValue>
}

/** An item of an index: its sort key there, its card, and the numbers of its variants on backorder, if it has them. */
export interface Entry {
  position: string
  card: string | undefined
  onBackorder?: string | undefined
}

export interface QueryPage {
  entries: Entry[]
  /** The sort key of the last item looked at, if there may be more behind it. */
  stoppedAt: string | null
  consumed: Consumed
}

/** Opens the connection while Lambda still starts this function. Elsewhere nothing is won by that. */
export function warmUp(): void {
  if (isLambda()) prepare()
}

/** Runs one Query over at most `limit` items. Throws a `TableUnavailable` when DynamoDB throttles, times out or fails. */
export async function query(stretch: Stretch, limit?: number): Promise<QueryPage> {
  const { index, partition: pk, reverse, lower, upper, filter } = stretch
  const { partition, sort } = keysOf(index)
  const range =
    lower === undefined
      ? upper !== undefined && `${sort} <= :u`
      : `${sort} ${upper === undefined ? '>= :l' : 'BETWEEN :l AND :u'}`
  const output = await read<{ Items?: RawItem[]; LastEvaluatedKey?: RawItem } & Consumed>('Query', pk, {
    IndexName: index,
    KeyConditionExpression: `#p = :p${range ? ` AND ${range}` : ''}`,
    // The partition of the table is only looked at by the tenant guard.
    ProjectionExpression: `pk, ${sort}, ${CARD}, ${STOREFRONT.facets}.${FACETS.backorder}`,
    FilterExpression: filter?.expression,
    // `store` is a word of the expressions' language.
    ExpressionAttributeNames: { '#p': partition, ...filter?.names },
    ExpressionAttributeValues: {
      ':p': { S: pk },
      ...(lower !== undefined && { ':l': { S: lower } }),
      ...(upper !== undefined && { ':u': { S: upper } }),
      ...filter?.values,
    },
    ScanIndexForward: !reverse,
    Limit: limit,
    ReturnConsumedCapacity: 'TOTAL',
  })
  // An empty page has an empty list. A response without one is not from DynamoDB.
  if (!output.Items) throw new TableUnavailable('a Query returned no Items')
  return {
    entries: output.Items.map((item) => ({
      position: textOf(item, sort),
      card: item[CARD]?.S,
      onBackorder: item[STOREFRONT.facets]?.M?.[FACETS.backorder]?.S,
    })),
    stoppedAt: output.LastEvaluatedKey ? textOf(output.LastEvaluatedKey, sort) : null,
    consumed: output,
  }
}

/**
 * Reads the named attributes of one item, or `undefined` if there is none; by `deadline`, in milliseconds since the
 * epoch, where several reads share one. `ConsistentRead` sees every write that was acknowledged before it began, at twice the cost.
 */
export async function getItem(
  { pk, sk }: Key,
  attributes: readonly string[],
  deadline?: number,
  ConsistentRead?: true,
): Promise<RawItem | undefined> {
  const input = {
    Key: { pk: { S: pk }, sk: { S: sk } },
    ProjectionExpression: attributes.map((_, n) => `#${n}`).join(),
    ExpressionAttributeNames: Object.fromEntries(attributes.map((name, n) => [`#${n}`, name])),
    ConsistentRead,
  }
  return (await read<{ Item?: RawItem }>('GetItem', pk, input, deadline)).Item
}

/** A call for one partition. Throws a `TableUnavailable` for what may pass. */
function read<O extends { Item?: RawItem; Items?: RawItem[] }>(
  operation: 'Query' | 'GetItem',
  partition: string,
  input: object,
  deadline?: number,
): Promise<O> {
  const whole = { TableName: tableName(), ...input }
  return guardCall(
    (businessId) => isOfTenant(partition, businessId),
    () =>
      call<O>(operation, whole, deadline).catch((error) => {
        throw mayPass(error) ? new TableUnavailable('DynamoDB did not respond', { cause: error }) : error
      }),
    ({ Item, Items = Item ? [Item] : [] }) => Items.map(({ pk }) => pk?.S),
  )
}

/** A string attribute that every item of this kind has; without it the item is corrupt. */
function textOf(item: RawItem, attribute: string): string {
  const text = item[attribute]?.S
  if (text === undefined) throw new Error(`an item has no ${attribute}`)
  return text
}
