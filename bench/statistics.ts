import type { Spread } from './figures.ts'

/** The middle of some numbers; of an even number of them the mean of the two in the middle. Throws on none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const above = sorted[Math.floor(sorted.length / 2)]
  const below = sorted[Math.ceil(sorted.length / 2) - 1]
  if (above === undefined || below === undefined) throw new Error('there is no median of nothing')
  return (above + below) / 2
}

/** What repetitions came to. The least is what the code costs, the median what it cost on this machine just then. */
export const spread = (values: readonly number[]): Spread => ({
  min: Math.min(...values),
  median: median(values),
})

/** How many times `base` a figure is, least by least and median by median. */
export const ratio = (figure: Spread, base: Spread): Spread => ({
  min: figure.min / base.min,
  median: figure.median / base.median,
})

/** How far a figure is above `base`, least by least and median by median. */
export const over = (figure: Spread, base: Spread): Spread => ({
  min: figure.min - base.min,
  median: figure.median - base.median,
})

/** The quarters of a series, the first one first; a rest that does not fill a quarter counts to the last. */
export function quarters(values: readonly number[]): readonly [number[], number[], number[], number[]] {
  const length = Math.floor(values.length / 4)
  const from = (quarter: number, end?: number) => values.slice(quarter * length, end)
  return [from(0, length), from(1, 2 * length), from(2, 3 * length), from(3)]
}
