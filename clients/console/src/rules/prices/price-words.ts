import { counted, numbers } from '../counted.ts'
import type { PriceLine } from './price-lines.ts'

const pricesIn = (lines: readonly PriceLine[]): number =>
  lines.reduce((sum, { changes }) => sum + changes.length, 0)

/** How many prices of how many products: `3 prices of 2 products`. */
const countWords = (lines: readonly PriceLine[]): string =>
  `${counted(pricesIn(lines), 'price')} of ${counted(lines.length, 'product')}`

/** What the button says that changes the prices which were shown. */
export const changeWords = (lines: readonly PriceLine[]): string =>
  `Change ${counted(pricesIn(lines.filter(({ state }) => state === 'shown')), 'price')}`

/** What was changed, and what not. */
export const changedWords = (lines: readonly PriceLine[]): string =>
  [`Changed ${countWords(lines.filter(({ state }) => state === 'changed'))}`, ...restWords(lines)].join(', ')

/** What a dry run has found, of so many products with those that wait. */
export function triedWords(lines: readonly PriceLine[], waiting: number): string {
  const shown = lines.filter(({ state }) => state === 'shown')
  const tried =
    waiting > 0 ? `${numbers(lines.length)} of ${counted(lines.length + waiting, 'product')}, ` : ''
  return [`Dry run: ${tried}${countWords(shown)} would change`, ...restWords(lines)].join(', ')
}

const REST = [
  ['same', 'without a change'],
  ['refused', 'refused'],
  ['again', 'to try again'],
  ['unknown', 'unknown'],
] as const

const restWords = (lines: readonly PriceLine[]): string[] =>
  REST.flatMap(([of, words]) => {
    const count = lines.filter(({ state }) => state === of).length
    return count > 0 ? [`${counted(count, 'product')} ${words}`] : []
  })
