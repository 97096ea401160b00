import { AsyncLocalStorage } from 'node:async_hooks'
import { isOfTenant } from './keys.ts'

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

/** As much of the three calls as says whose they are. */
interface CallInput {
  /** GetItem */
  Key?: Attributes | undefined
  /** Query; ours begin with the partition: `x = :y …`. */
  KeyConditionExpression?: string | undefined
  ExpressionAttributeValues?: Attributes | undefined
  /** TransactWriteItems */
  TransactItems?: readonly { Put?: Write; Update?: Write; Delete?: Write }[] | undefined
}
interface Write {
  Key?: Attributes | undefined
  Item?: Attributes | undefined
}
interface CallOutput {
  Item?: Attributes | undefined
  Items?: readonly Attributes[] | undefined
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
  const { Item, Items = [] }: CallOutput = output
  const found = Item ? [Item] : Items
  if (!found.every((item) => isOfTenant(plain(item.pk), businessId)))
    throw new ForeignItem('an item outside the business came back')
  return output
}

function isOwnCall(input: CallInput, businessId: string): boolean {
  const { Key, KeyConditionExpression, ExpressionAttributeValues, TransactItems } = input
  if (TransactItems)
    return TransactItems.every(({ Put, Update, Delete }) =>
      isOwnWrite(Put ?? Update ?? Delete ?? {}, businessId),
    )
  const name = /^\S+ = (:\w+)/.exec(KeyConditionExpression ?? '')?.[1]
  return isOfTenant(plain(Key ? Key.pk : ExpressionAttributeValues?.[name ?? '']), businessId)
}

/** What lies in a partition of nobody, an outbox row or a token, is written with the name of its business in it. */
function isOwnWrite({ Key, Item }: Write, businessId: string): boolean {
  if (isOfTenant(plain((Key ?? Item)?.pk), businessId)) return true
  return Item !== undefined && plain(Item.business_id) === businessId
}

/** `{S: 'x'}` or `'x'` → `'x'`. */
function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'S' in value ? value.S : value
}
