import type { FacetValue } from './facet.ts'

/** Prices of a shop are in so many narrow ranges, of which a facet shows a few wide ones. */
const MOST_NARROW = 32
const MOST_WIDE = 5

/** The first price of each narrow range: round numbers, with about as many prices in each. */
export function narrowRanges(prices: Float64Array): number[] {
  const sorted = prices.slice().sort()
  const starts = Array.from({ length: MOST_NARROW }, (_, n) =>
    roundedDown(sorted[Math.floor((n * sorted.length) / MOST_NARROW)] ?? 0),
  )
  return [...new Set(starts)].sort((a, b) => a - b)
}

/** Down to a number of one digit, or two of which the second is 5. */
function roundedDown(price: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, price)))
  return price < 2 ? price : Math.floor(Math.floor((2 * price) / unit) * (unit / 2))
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

  /** The ranges in their order, `1000-1999` with both ends included. A product is in each range in which it has a price. */
  ranges(): FacetValue[] {
    const bits = this.#wideRanges()
    return bits.flatMap((range) => {
      let count = 0
      for (const product of this.#products) if ((product & range) !== 0) count++
      if (count === 0) return []
      const first = 31 - Math.clz32(range & -range)
      const end = this.#starts[32 - Math.clz32(range)]
      const value = `${this.#starts[first]}-${end === undefined ? '' : end - 1}`
      return [{ value, label: value, count }]
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
