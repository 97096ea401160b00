import { MAX_QUANTITY } from '../products/product.ts'
import { type HeldItem, type Hold, MOST_HELD } from './hold.ts'
import type { Stock } from './stock.ts'
import type { PlannedChange } from './stock-plan.ts'

/** Pieces of a variant that a request names; `index` is the place of the line that named it first. */
export interface NamedPieces {
  index: number
  variantId: string
  sku: string | null
  quantity: number
  isTracked: boolean
}

/** The pieces of each variant, added up before anything is compared with the stock. */
export function addedUp(lines: readonly NamedPieces[]): NamedPieces[] {
  const sums = new Map<string, NamedPieces>()
  for (const line of lines) {
    const { index, quantity } = sums.get(line.variantId) ?? { index: line.index, quantity: 0 }
    sums.set(line.variantId, {
      ...line,
      index: Math.min(index, line.index),
      quantity: quantity + line.quantity,
    })
  }
  return [...sums.values()].sort((a, b) => a.index - b.index)
}

/** The lines of a hold whose pieces it has taken. */
export const takenOf = (hold: Pick<Hold, 'status' | 'items'> | undefined): HeldItem[] =>
  hold?.status === 'held' ? hold.items.filter(({ is_held }) => is_held) : []

/** True if a hold is for these pieces: then it keeps its version. */
export function isFor({ items }: Pick<Hold, 'items'>, wanted: readonly NamedPieces[]): boolean {
  const quantities = new Map(items.map(({ variant_id, quantity }) => [variant_id, quantity]))
  return (
    items.length === wanted.length && wanted.every((one) => quantities.get(one.variantId) === one.quantity)
  )
}

/**
 * The variant of a product to which taken pieces go back, by the stock of that product: their own, or the one that has
 * their SKU now, because options came or went. Undefined if neither is tracked.
 */
export function placeOf({ variant_id, sku }: HeldItem, stock: Stock): string | undefined {
  if (stock.has(variant_id)) return variant_id
  return sku === null ? undefined : [...stock].find(([, level]) => level.sku === sku)?.[0]
}

/** Pieces that go back, by the variant that gets them, and the variants whose pieces have no place. */
export interface Returns {
  back: ReadonlyMap<string, number>
  left: readonly string[]
}

/** The places to which taken pieces go back, by the stock of each product. Pieces that would make more than `most` have none. */
export function returnsOf(
  items: readonly HeldItem[],
  stocks: ReadonlyMap<string, Stock>,
  most = MAX_QUANTITY,
): Returns {
  const back = new Map<string, number>()
  const left: string[] = []
  for (const item of items) {
    const stock = stocks.get(item.product_id) ?? new Map()
    const place = placeOf(item, stock)
    const sum = item.quantity + (back.get(place ?? '') ?? 0)
    if (place === undefined || stock.get(place).quantity + sum > most) left.push(item.variant_id)
    else back.set(place, sum)
  }
  return { back, left }
}

/**
 * The changes of the stock that leave a hold with the wanted pieces in place of those that it has. What is not tracked is
 * not taken. The index of one that is
 * only given back is behind those of all lines.
 */
export function differences(
  back: ReadonlyMap<string, number>,
  wanted: readonly NamedPieces[],
): PlannedChange[] {
  const kept = new Set(wanted.map(({ variantId }) => variantId))
  const onlyBack = [...back].filter(([variantId]) => !kept.has(variantId))
  return [
    ...wanted
      .filter(({ isTracked }) => isTracked)
      .map(({ index, variantId, quantity }) => ({
        index,
        variantId,
        delta: (back.get(variantId) ?? 0) - quantity,
      })),
    ...onlyBack.map(([variantId, delta], n) => ({ index: MOST_HELD + n, variantId, delta })),
  ].filter(({ delta }) => delta !== 0)
}
