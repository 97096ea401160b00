import { InvalidArgumentError } from 'commander'

/** Reads an option that is a whole number from 1 to `most`. */
export const wholeNumber =
  (most: number) =>
  (text: string): number => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= 1 && number <= most) return number
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most.toLocaleString('en-US')}.`)
  }
