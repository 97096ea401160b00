import { numbers } from '../counted.ts'

/** How many pieces of a product are held; empty where nothing is. The API does not add them up where there are too many. */
export function heldCount(stocks: readonly { held: number | null }[]): string {
  if (stocks.some(({ held }) => held === null)) return 'Held pieces'
  const pieces = stocks.reduce((sum, { held }) => sum + (held ?? 0), 0)
  return pieces === 0 ? '' : `${numbers(pieces)} held`
}
