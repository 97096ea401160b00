import { plural } from '../text/plural.ts'

/** A change of a price, in minor units. */
export interface PriceChange {
  from: number
  to: number
}

/** By how many per cent prices change, from the least to the most, and how many were 0 before. */
export function priceWords(prices: readonly PriceChange[]): string[] {
  const percents = prices.filter(({ from }) => from > 0).map(percentage)
  const free = prices.length - percents.length
  return [
    ...(percents.length > 0 ? [`${number(percents.length)} by ${range(percents)}`] : []),
    ...(free > 0 ? [`${number(free)} from 0`] : []),
  ]
}

const number = (n: number) => `${n} ${plural(n, 'price')}`

/** By how many per cent a price changes: to two decimals where a whole number would say that it stays or becomes 0. */
function percentage({ from, to }: PriceChange): number {
  const exact = (to / from - 1) * 100
  const whole = Math.round(exact)
  if (to === 0 || (whole !== 0 && whole > -100)) return whole
  return Math.max(-99.99, Math.round(exact * 100) / 100 || Math.sign(exact) / 100)
}

function range(percents: readonly number[]): string {
  const least = percents.reduce((a, b) => Math.min(a, b))
  const most = percents.reduce((a, b) => Math.max(a, b))
  return least === most ? `${least} %` : `${least} % to ${most} %`
}
