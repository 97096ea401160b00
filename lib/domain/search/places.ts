import { foldText } from './words.ts'

/** A value of an option, in the words of the first product that has it. */
export interface OptionValue {
  name: string
  value: string
  /** Both as they are compared. */
  key: string
  nameKey: string
}

/**
 * The most different tags, and the most values of options, that are distinguished: a shop with a text of its own for each product would
 * cost every search. All others count as one that no filter can name.
 */
export const MOST_DIFFERENT = 50_000

/** Half of a surrogate pair, which no text of a product or of a request has. */
export const NAMELESS = '\ud800'

/** Different things, each by the place at which it came first. */
export class Places<T> {
  readonly all: T[]
  readonly #places: Map<T, number>
  readonly #rest: T | undefined

  /** With a `rest`, that one replaces all that come after `MOST_DIFFERENT`. */
  constructor(all: readonly T[], rest?: T) {
    this.all = [...all]
    this.#places = new Map(all.map((one, n) => [one, n]))
    this.#rest = rest
  }

  of(one: T): number {
    const known = this.#places.get(one)
    if (known !== undefined) return known
    const isRest = this.#rest !== undefined && one !== this.#rest && this.all.length >= MOST_DIFFERENT
    if (isRest) return this.of(this.#rest as T)
    this.#places.set(one, this.all.length)
    return this.all.push(one) - 1
  }
}

/** An option or one of its values as it is compared: without case and marks, whatever blanks are around and in it. */
export const optionKey = (text: string): string => foldText(text).replace(/\s+/g, ' ').trim()

/** The values of options, each once however it is written. */
export class OptionValues {
  readonly all: OptionValue[]
  readonly #places: Map<string, number>

  constructor(all: readonly OptionValue[] = []) {
    this.all = [...all]
    this.#places = new Map(all.map((one, n) => [keyOf(one), n]))
  }

  of(name: string, value: string): number {
    return this.#of({ name, value, key: optionKey(value), nameKey: optionKey(name) })
  }

  #of(one: OptionValue): number {
    const key = keyOf(one)
    const known = this.#places.get(key)
    if (known !== undefined) return known
    if (this.all.length >= MOST_DIFFERENT && one.key !== NAMELESS) return this.#of(REST_OF_VALUES)
    this.#places.set(key, this.all.length)
    return this.all.push(one) - 1
  }
}

const REST_OF_VALUES: OptionValue = { name: NAMELESS, value: NAMELESS, key: NAMELESS, nameKey: NAMELESS }

const keyOf = ({ nameKey, key }: OptionValue) => JSON.stringify([nameKey, key])
