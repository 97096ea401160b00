import { AsyncLocalStorage } from 'node:async_hooks'
import { isOfTenant, outboxKey, SHARDS } from './keys.ts'

/** Something outside the caller's business was about to be sent to the table, or came back from it. */
export class ForeignItem extends Error {
  override name = 'ForeignItem'
}

const tenant = new AsyncLocalStorage<string>()

/**
 * Runs a request on behalf of one business. Until it ends, every call it makes to the table is checked on its way
 * out and back, whatever the code in between has mixed up. The operator and the authorizer, who serve all
 * businesses, run without it.
 */
export const asTenant = <T>(businessId: string, run: () => Promise<T>): Promise<T> =>
  tenant.run(businessId, run)

/** A map of attributes, in DynamoDB's own notation or in plain values. */
type Attributes = Record<string, unknown>

/** As much of the calls as says whose they are. */
interface CallInput extends Write {
  /** Query; ours begin with the partition: `x = :y …`. */
  KeyConditionExpression?: string | undefined
  /** BatchGetItem, by table. */
  RequestItems?: Record<string, { Keys?: readonly Attributes[] | undefined }> | undefined
  /** TransactWriteItems */
  TransactItems?: readonly { Put?: Write; Update?: Write; Delete?: Write }[] | undefined
}
/** GetItem, UpdateItem, or one write of a transaction. */
interface Write {
  Key?: Attributes | undefined
  Item?: Attributes | undefined
  ConditionExpression?: string | undefined
  ExpressionAttributeNames?: Record<string, string> | undefined
  ExpressionAttributeValues?: Attributes | undefined
}
interface CallOutput {
  Item?: Attributes | undefined
  Items?: readonly Attributes[] | undefined
  Responses?: Record<string, readonly Attributes[]> | undefined
}

/**
 * The one way to the table, for both clients. Sends a call and gives back its answer; throws `ForeignItem` instead
 * if the call names a partition, or the answer holds an item, that is not the tenant's. What cannot be told counts
 * as foreign.
 */
export async function guarded<O extends object>(input: CallInput, send: () => Promise<O>): Promise<O> {
  const businessId = tenant.getStore()
  if (businessId === undefined) return send()
  if (!isOwnCall(input, businessId)) throw new ForeignItem('a call outside the business was not sent')
  const output = await send()
  if (!itemsIn(output).every((item) => isOfTenant(plain(item.pk), businessId)))
    throw new ForeignItem('an item outside the business came back')
  return output
}

function isOwnCall(input: CallInput, businessId: string): boolean {
  const { Key, KeyConditionExpression, ExpressionAttributeValues, TransactItems, RequestItems } = input
  if (TransactItems)
    return TransactItems.every(({ Put, Update, Delete }) =>
      isOwnWrite(Put ?? Update ?? Delete ?? {}, businessId),
    )
  if (RequestItems)
    return Object.values(RequestItems).every(
      // A BatchWriteItem would have none.
      ({ Keys }) => Keys?.every(({ pk }) => isOfTenant(plain(pk), businessId)) ?? false,
    )
  const name = /^\S+ = (:\w+)/.exec(KeyConditionExpression ?? '')?.[1]
  return isOfTenant(plain(Key ? Key.pk : ExpressionAttributeValues?.[name ?? '']), businessId)
}

/**
 * What lies in a partition of nobody, an outbox row or a token, is created with the name of its business in it, and
 * replaced, changed or deleted only on the condition that it bears that name.
 */
function isOwnWrite(write: Write, businessId: string): boolean {
  const { Key, Item } = write
  const partition = plain((Key ?? Item)?.pk)
  if (isOfTenant(partition, businessId)) return true
  if (!Item) return asksForOwner(write, businessId)
  return (
    plain(Item.business_id) === businessId && (isNew(partition, write) || asksForOwner(write, businessId))
  )
}

/** A row of the outbox has an id of its own; whatever else replaces nothing says so. */
const isNew = (partition: unknown, { ConditionExpression }: Write) =>
  OUTBOXES.has(partition) || ConditionExpression === 'attribute_not_exists(pk)'

const OUTBOXES = new Set<unknown>(Array.from({ length: SHARDS }, (_, shard) => outboxKey('', shard).pk))

const OWNER_CONDITION = /^(?:attribute_not_exists\(pk\) OR )?#business = :business$/

const asksForOwner = (write: Write, businessId: string) =>
  OWNER_CONDITION.test(write.ConditionExpression ?? '') &&
  write.ExpressionAttributeNames?.['#business'] === 'business_id' &&
  plain(write.ExpressionAttributeValues?.[':business']) === businessId

const itemsIn = ({ Item, Items = [], Responses = {} }: CallOutput): readonly Attributes[] => [
  ...(Item ? [Item] : []),
  ...Items,
  ...Object.values(Responses).flat(),
]

/** `{S: 'x'}` or `'x'` → `'x'`. */
function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'S' in value ? value.S : value
}
