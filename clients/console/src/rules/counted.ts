/** A number in the way of the console: `1,200`. */
export const numbers = (count: number): string => count.toLocaleString('en-US')

/** A number with its word: `1 product`, `1,200 products`. */
export const counted = (count: number, word: string): string =>
  `${numbers(count)} ${word}${count === 1 ? '' : 's'}`
