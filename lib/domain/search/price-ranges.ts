import type { FacetValue } from './facet.ts'

/** A shop's steps of prices are put together to this many narrow ranges, of which a facet shows a few wide ones. */
const MOST_NARROW = 32
const MOST_WIDE = 5

/** The steps from a price to ten times the price: 10, 15, 20, 25 … 95. Below 10 each price is one. */
const STEPS_OF_TEN = 18

/** More than there are: the last one begins at 9.5 × 10^12. */
const STEPS = 256

/** The step that a price is in, a number below 256. Steps begin at round numbers. */
export function stepOf(price: number): number {
  if (price < 10) return price
  const digits = Math.floor(Math.log10(price))
  // Logarithms of powers of ten can be a little too small.
  const exponent = price >= 10 ** (digits + 1) ? digits + 1 : digits
  return 10 + (exponent - 1) * STEPS_OF_TEN + Math.floor((2 * price) / 10 ** exponent) - 2
}

/** The first price of a step. */
function firstOf(step: number): number {
  if (step < 10) return step
  const exponent = Math.floor((step - 10) / STEPS_OF_TEN) + 1
  return ((((step - 10) % STEPS_OF_TEN) + 2) * 10 ** exponent) / 2
}

/** Narrow ranges of prices, each of some steps. */
export interface PriceRanges {
  /** The range of each step. */
  ofStep: Uint8Array
  /** The first price of each range. */
  starts: readonly number[]
}

/** Ranges with about as many prices in each, of the steps that the prices of a shop are in. */
export function narrowRanges(steps: Uint8Array): PriceRanges {
  const counts = new Uint32Array(STEPS)
  for (const step of steps) counts[step] = (counts[step] ?? 0) + 1
  const ofStep = new Uint8Array(STEPS)
  const starts: number[] = []
  let before = 0
  for (const [step, count] of counts.entries()) {
    // A range begins with the step that holds the next 32nd of all prices.
    const isNext =
      count > 0 &&
      Math.ceil((before * MOST_NARROW) / steps.length) * steps.length < (before + count) * MOST_NARROW
    if (isNext) starts.push(firstOf(step))
    ofStep[step] = Math.max(0, starts.length - 1)
    before += count
  }
  return { ofStep, starts }
}

/** Counts products by ranges of prices. */
export class PriceCount {
  readonly #starts: readonly number[]
  /** A bit for each narrow range in which a product has a price. */
  readonly #products: number[] = []

  constructor(starts: readonly number[]) {
    this.#starts = starts
  }

  /** Adds a product with the narrow ranges of its prices, a bit for each. */
  add(ranges: number): void {
    if (ranges !== 0) this.#products.push(ranges)
  }

  /**
   * The ranges in their order, `1000-1999` with both ends included, and the last one without an end: nothing costs more. A
   * product is in each range in which it has a price.
   */
  ranges(): FacetValue[] {
    const counted = this.#wideRanges().map((range) => {
      let count = 0
      for (const product of this.#products) if ((product & range) !== 0) count++
      return { range, count }
    })
    const filled = counted.filter(({ count }) => count > 0)
    return filled.map(({ range, count }) => {
      const first = 31 - Math.clz32(range & -range)
      const end = range === filled.at(-1)?.range ? undefined : this.#starts[32 - Math.clz32(range)]
      const value = `${this.#starts[first]}-${end === undefined ? '' : end - 1}`
      return { value, label: value, count }
    })
  }

  /** Narrow ranges joined, so that each has about as many products. */
  #wideRanges(): number[] {
    const counts = this.#starts.map((_, n) => {
      let count = 0
      for (const product of this.#products) if ((product >>> n) & 1) count++
      return count
    })
    const enough = counts.reduce((sum, count) => sum + count, 0) / MOST_WIDE
    const wide: number[] = []
    let [range, sum] = [0, 0]
    for (const [n, count] of counts.entries()) {
      range |= 1 << n
      sum += count
      if (sum < enough && n + 1 < counts.length) continue
      wide.push(range)
      range = 0
      sum = 0
    }
    return wide
  }
}
