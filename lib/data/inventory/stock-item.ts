import { isDeepStrictEqual } from 'node:util'
import type { Stock, StockLevel } from '../../domain/stock/stock.ts'
import { readItem } from '../table/calls/writer.ts'
import type { Step } from '../table/commit.ts'
import { sizeOf } from '../table/item-size.ts'
import * as keys from '../table/keys.ts'

/**
 * The stock of one product in one item. For the variant of number n, 0 for the product itself: `q<n>` is its quantity, and
 * it is there exactly while its inventory is tracked; `b<n>` is there if it is sold beyond that, `l<n>` is the quantity
 * from which on down it is low, and `s<n>` the SKU, if it has them. `adjusted_at`, in milliseconds since the epoch,
 * is not earlier than its newest event, and `spread` how far adjustments at the same moment are spread (`inTurns`).
 */
export type StockItem = keys.Key & {
  type: 'stock'
  product_id: string
  adjusted_at?: number
  spread?: number
} & Record<string, unknown>

/** The largest of these items: 100 variants with four attributes each, of which a SKU has up to 255 characters of 4 bytes. */
export const LARGEST_STOCK_BYTES = 120 * 1024

/** The number of a variant of a product. */
export const numberOf = (variantId: string): number => Number(variantId.slice(37) || 0)

/** The id of the variant of a number. */
export const variantIdOf = (productId: string, n: number): string =>
  n === 0 ? productId : `${productId}-${n}`

const QUANTITY = /^q(0|[1-9][0-9]*)$/

/** The levels in a stock item, in the order of the variants' numbers; empty without an item. */
export function stockOf(item: StockItem | undefined): Stock {
  if (!item) return new Map()
  const numbers = Object.keys(item).flatMap((name) => QUANTITY.exec(name)?.[1] ?? [])
  return new Map(
    numbers
      .map(Number)
      .sort((a, b) => a - b)
      .map((n): [string, StockLevel] => [
        variantIdOf(item.product_id, n),
        {
          quantity: Number(item[`q${n}`]),
          allow_backorder: item[`b${n}`] === true,
          low_stock_at: typeof item[`l${n}`] === 'number' ? Number(item[`l${n}`]) : null,
          sku: typeof item[`s${n}`] === 'string' ? String(item[`s${n}`]) : null,
        },
      ]),
  )
}

/** The stock of a product, read consistently. */
export const readStock = async (businessId: string, productId: string): Promise<Stock> =>
  (await readStockItem(businessId, productId)).stock

/** The same with its item, the time of the newest adjustment, 0 if there was none, the spread of those who adjust it, and its size. */
export async function readStockItem(businessId: string, productId: string) {
  const item = await readItem<StockItem>(keys.stockKey(businessId, productId))
  const { adjusted_at: adjustedAt = 0, spread: spreadMs = 0 } = item ?? {}
  return { item, stock: stockOf(item), adjustedAt, spreadMs, bytes: item ? sizeOf(item) : 0 }
}

/** The stock of a product as it was read, undefined if it has none, and as it is going to be. */
export interface StockChange {
  item: StockItem | undefined
  after: Stock
}

/** The longest UpdateExpression that is sent, in characters; DynamoDB takes 4 KB (Developer guide, "Expression parameters"). */
const LONGEST_EXPRESSION = 4000

/**
 * The steps that turn the stock of a product into another one, in the product's transaction and at the time of its
 * event: its version keeps others from tracking variants meanwhile, and a quantity that a sale has changed since the
 * read lets the transaction fail. So does an adjustment with a later time: its event would be behind the one that ends
 * its stock.
 */
export function stockSteps(
  businessId: string,
  productId: string,
  { item, after }: StockChange,
  time: Date,
): Step[] {
  const before = stockOf(item)
  if (isDeepStrictEqual([...before], [...after])) return []
  const Key = keys.stockKey(businessId, productId)
  const adjusted_at = time.getTime()
  if (!item) {
    const Item = { ...Key, type: 'stock', product_id: productId, adjusted_at, ...attributesOf(after) }
    return [{ write: { Put: { Item } } }]
  }
  const judged = [...before].filter(([id, level]) => isJudgedAnew(level, after.get(id)))
  const asRead = stillAsRead(judged, adjusted_at)
  if (after.size === 0) return [{ write: { Delete: { Key, ...asRead } }, refusal: 'version_changed' }]
  const Update = { Key, ...update(before, after, asRead) }
  const write =
    Update.UpdateExpression.length <= LONGEST_EXPRESSION
      ? { Update }
      : { Put: replacement(item, { before, after }, asRead) }
  return [{ write, refusal: 'version_changed' }]
}

/** The step that deletes the stock of a product with it, whatever was sold meanwhile; as in `stockSteps` not a later sale. */
export const stockDeletion = (businessId: string, productId: string, time: Date): Step => ({
  write: { Delete: { Key: keys.stockKey(businessId, productId), ...stillAsRead([], time.getTime()) } },
  refusal: 'version_changed',
})

/** True if a concurrent sale could be lost, or make `is_available` wrong: then the level must still be as read. */
const isJudgedAnew = (level: StockLevel, after: StockLevel | undefined) =>
  after?.quantity !== level.quantity || after.allow_backorder !== level.allow_backorder

const attributesOf = (stock: Stock): Record<string, number | boolean | string> =>
  Object.fromEntries(
    [...stock].flatMap(([id, { quantity, allow_backorder, low_stock_at, sku }]) => [
      [`q${numberOf(id)}`, quantity],
      ...(allow_backorder ? [[`b${numberOf(id)}`, true]] : []),
      ...(low_stock_at === null ? [] : [[`l${numberOf(id)}`, low_stock_at]]),
      ...(sku === null ? [] : [[`s${numberOf(id)}`, sku]]),
    ]),
  )

interface Condition {
  ConditionExpression: string
  ExpressionAttributeValues: Record<string, unknown>
}

/** Nobody has sold any since these levels were read, and nobody has adjusted the stock with a later time. */
const stillAsRead = (levels: readonly [string, StockLevel][], time: number): Condition => ({
  ConditionExpression: [
    '(attribute_not_exists(adjusted_at) OR adjusted_at < :time)',
    ...levels.map(([id]) => `q${numberOf(id)} = :was${numberOf(id)}`),
  ].join(' AND '),
  ExpressionAttributeValues: Object.fromEntries([
    [':time', time],
    ...levels.map(([id, { quantity }]) => [`:was${numberOf(id)}`, quantity]),
  ]),
})

/** The whole item, for more changes than an expression can say. Every adjustment since the read has moved its time. */
function replacement(
  item: StockItem,
  { before, after }: Record<'before' | 'after', Stock>,
  { ConditionExpression, ExpressionAttributeValues }: Condition,
) {
  const { ':time': adjusted_at } = ExpressionAttributeValues
  const ended = new Set(Object.keys(attributesOf(before)))
  const kept = Object.entries(item).filter(([name]) => !ended.has(name))
  const { adjusted_at: read } = item
  return {
    Item: { ...Object.fromEntries(kept), adjusted_at, ...attributesOf(after) },
    ConditionExpression: `${read === undefined ? 'attribute_not_exists(adjusted_at)' : 'adjusted_at = :read'} AND ${ConditionExpression}`,
    ExpressionAttributeValues: {
      ...ExpressionAttributeValues,
      ...(read === undefined ? {} : { ':read': read }),
    },
  }
}

function update(before: Stock, after: Stock, { ConditionExpression, ExpressionAttributeValues }: Condition) {
  const [old, now] = [attributesOf(before), attributesOf(after)]
  const set = Object.entries(now).filter(([name, value]) => old[name] !== value)
  const removed = Object.keys(old).filter((name) => now[name] === undefined)
  return {
    UpdateExpression: [
      `SET ${['adjusted_at=:time', ...set.map(([name]) => `${name}=:${name}`)].join(',')}`,
      ...(removed.length > 0 ? [`REMOVE ${removed.join(',')}`] : []),
    ].join(' '),
    ConditionExpression,
    ExpressionAttributeValues: {
      ...ExpressionAttributeValues,
      ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
    },
  }
}
