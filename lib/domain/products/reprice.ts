import { InvalidFields, type RuleBreak } from '../body/rule-breaks.ts'
import { MAX_PRICE } from './product.ts'
import type { Variant } from './variant.ts'
import { type WholeProduct, withVariants } from './variant-set.ts'

/** The least and the largest percentage by which prices can be changed, in steps of 0.01. */
export const LEAST_PERCENT = -99
export const MOST_PERCENT = 1000

const STEPS_OF_ONE_PERCENT = 100

/** True for a percentage of whole steps. */
export const isInSteps = (percent: number): boolean => Number(percent.toFixed(2)) === percent

/** A whole price has this many parts, one of which is a step of 0.01 per cent. */
const PARTS = 10_000n

/**
 * A price changed by a percentage, in whole minor units: halves go away from zero, and a price above 0 stays above 0. In
 * integers, because the product of the largest price and percentage has more digits than a number.
 */
export function priceBy(price: number, percent: number): number {
  const parts = PARTS + BigInt(Math.round(percent * STEPS_OF_ONE_PERCENT))
  const changed = Number((BigInt(price) * parts + PARTS / 2n) / PARTS)
  return price > 0 ? Math.max(1, changed) : changed
}

/**
 * A product with its price, or the price of every variant, changed by a percentage; the same one if no price changes. Its
 * compare_at_price stays. Throws `InvalidFields` if a price would be above it, or too large.
 */
export function reprice(whole: WholeProduct, percent: number): WholeProduct {
  const variants = whole.set.variants.map((one) => ({ ...one, price: priceBy(one.price, percent) }))
  const [fault] = variants.flatMap(faultOf)
  if (fault) throw new InvalidFields([fault])
  const isSame = variants.every(({ price }, n) => price === whole.set.variants[n]?.price)
  return isSame ? whole : withVariants(whole, variants)
}

function faultOf({ price, compare_at_price }: Variant): RuleBreak[] {
  const broken = (detail: string): RuleBreak[] => [{ path: ['percent'], code: 'invalid', detail }]
  if (price > MAX_PRICE) return broken(`must not lead to a price above ${MAX_PRICE}`)
  return compare_at_price !== null && price > compare_at_price
    ? broken(`leads to the price ${price}, which must not be above the compare_at_price ${compare_at_price}`)
    : []
}
