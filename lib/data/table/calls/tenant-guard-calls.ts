import { isOfTenant } from '../keys.ts'
import { guardCall } from './tenant-guard.ts'

/** A map of attributes, in DynamoDB's own notation or in plain values. */
type Attributes = Record<string, unknown>

/** As much of the calls as says whose they are. */
export interface CallInput extends Write {
  /** Query; ours begin with the partition: `x = :y …`. */
  KeyConditionExpression?: string | undefined
  /** BatchGetItem, by table. */
  RequestItems?: Record<string, { Keys?: readonly Attributes[] | undefined }> | undefined
  /** TransactWriteItems */
  TransactItems?:
    | readonly { Put?: Write; Update?: Write; Delete?: Write; ConditionCheck?: Write }[]
    | undefined
}
/** GetItem, PutItem, UpdateItem, DeleteItem, or one write of a transaction. */
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

/** Guards a call of the SDK by what its input says. */
export const guarded = <O extends object>(input: CallInput, send: () => Promise<O>): Promise<O> =>
  guardCall(
    (businessId) => isOwnCall(input, businessId),
    send,
    (output) => itemsIn(output).map((item) => plain(item.pk)),
  )

function isOwnCall(input: CallInput, businessId: string): boolean {
  const { Key, Item, KeyConditionExpression, ExpressionAttributeValues, TransactItems, RequestItems } = input
  if (TransactItems)
    return TransactItems.every(({ Put, Update, Delete, ConditionCheck }) =>
      isOwnWrite(Put ?? Update ?? Delete ?? ConditionCheck ?? {}, businessId),
    )
  if (RequestItems)
    return Object.values(RequestItems).every(
      // A BatchWriteItem would have none.
      ({ Keys }) => Keys?.every(({ pk }) => isOfTenant(plain(pk), businessId)) ?? false,
    )
  const name = /^\S+ = (:\w+)/.exec(KeyConditionExpression ?? '')?.[1]
  const partition = (Key ?? Item)?.pk ?? ExpressionAttributeValues?.[name ?? '']
  return isOfTenant(plain(partition), businessId)
}

/**
 * True for a write in a partition of the business. An item outside of all of them, such as a token, must be created
 * with the id of its business in it, and replaced, changed or deleted only on the condition that it has this id.
 */
function isOwnWrite(write: Write, businessId: string): boolean {
  const { Key, Item } = write
  if (isOfTenant(plain((Key ?? Item)?.pk), businessId)) return true
  if (!Item) return asksForOwner(write, businessId)
  return plain(Item.business_id) === businessId && (isNew(write) || asksForOwner(write, businessId))
}

const isNew = ({ ConditionExpression }: Write) => ConditionExpression === 'attribute_not_exists(pk)'

const OWNER_CONDITION = /^(?:attribute_not_exists\(pk\) OR )?(#\w+) = (:\w+)$/

function asksForOwner(write: Write, businessId: string): boolean {
  const [, name = '', value = ''] = OWNER_CONDITION.exec(write.ConditionExpression ?? '') ?? []
  return (
    write.ExpressionAttributeNames?.[name] === 'business_id' &&
    plain(write.ExpressionAttributeValues?.[value]) === businessId
  )
}

const itemsIn = ({ Item, Items = [], Responses = {} }: CallOutput): readonly Attributes[] => [
  ...(Item ? [Item] : []),
  ...Items,
  ...Object.values(Responses).flat(),
]

/** `{S: 'x'}` or `'x'` → `'x'`. */
function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'S' in value ? value.S : value
}
