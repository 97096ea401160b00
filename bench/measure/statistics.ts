import type { Spread } from '../report/figures.ts'

/** The middle of some numbers; of an even number of them the mean of the two in the middle. Throws on none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const above = sorted[Math.floor(sorted.length / 2)]
  const below = sorted[Math.ceil(sorted.length / 2) - 1]
  if (above === undefined || below === undefined) throw new Error('there is no median of nothing')
  return (above + below) / 2
}

/** The value that this share of some numbers do not exceed, from above 0 to 1 for the largest. Throws on none. */
export function quantile(values: readonly number[], share: number): number {
  const value = [...values].sort((a, b) => a - b)[Math.ceil(share * values.length) - 1]
  if (value === undefined) throw new Error('there is no quantile of nothing')
  return value
}

/** The spread of repetitions. The least is the cost of the code, the median its cost on this machine at this time. */
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

/** Two figures one after the other, least and least, median and median. */
export const sum = (first: Spread, second: Spread): Spread => ({
  min: first.min + second.min,
  median: first.median + second.median,
})

/** The last quarter of a series; of fewer than four numbers the last one. */
export const lastQuarter = (values: readonly number[]): number[] =>
  values.slice(-Math.max(1, Math.floor(values.length / 4)))
