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
