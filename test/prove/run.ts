/** Something is not as promised. */
export class Violation extends Error {
  override name = 'Violation'
}

/** Something that a proof needs is missing: nothing was proven, and nothing refuted. */
export class NotPossible extends Error {
  override name = 'NotPossible'
}

/** Throws a `Violation` unless the condition holds; `what` says what was found instead. */
export function hold(condition: boolean, what: () => string): asserts condition {
  if (!condition) throw new Violation(what())
}

const LINE_EVERY_MS = 3_000

/** One run of a proof: how far it is, what it has seen, and the chance that it is led by. */
export class Run {
  readonly name: string
  readonly seed: number
  readonly #limit: { count?: number; minutes?: number }
  readonly #figures = new Map<string, number>()
  #began = 0
  #told = 0
  #done = 0
  #random: () => number

  constructor(name: string, seed: number, limit: { count?: number; minutes?: number }) {
    this.name = name
    this.seed = seed
    this.#limit = limit
    this.#random = randomNumbers(seed)
  }

  /** From now on time counts. */
  begin(): void {
    const { count, minutes } = this.#limit
    this.say(`seed ${this.seed}, ${minutes === undefined ? count?.toLocaleString('en') : `${minutes} min`}`)
    this.#began = performance.now()
    this.#told = this.#began
  }

  /** True as long as there is more to do. */
  goesOn(): boolean {
    const { count, minutes } = this.#limit
    if (minutes !== undefined) return performance.now() - this.#began < minutes * 60_000
    return this.#done < (count ?? 0)
  }

  /** How much is left, at most `most`. */
  left(most: number): number {
    return Math.max(1, Math.min(most, (this.#limit.count ?? Number.POSITIVE_INFINITY) - this.#done))
  }

  /** Counts what the run is measured in. */
  advance(by = 1): void {
    this.#done += by
    if (performance.now() - this.#told < LINE_EVERY_MS) return
    this.#told = performance.now()
    this.say(this.#summary())
  }

  /** Counts something else that is worth telling. */
  count(figure: string, by = 1): void {
    this.#figures.set(figure, (this.#figures.get(figure) ?? 0) + by)
  }

  /** A whole number from 0 up to, not including, `below`; the seed decides. */
  below(below: number): number {
    return Math.floor(this.#random() * below)
  }

  /** One of them. */
  oneOf<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)]
    if (choice === undefined) throw new Error('nothing to choose from')
    return choice
  }

  conclude(): void {
    this.say(`${this.#summary()}: all as promised`)
  }

  fail(what: string): void {
    process.stderr.write(
      `\nVIOLATION in ${this.name}, --seed ${this.seed}, after ${this.#summary()}\n${what}\n`,
    )
  }

  say(text: string): void {
    process.stdout.write(`${this.name}: ${text}\n`)
  }

  #summary(): string {
    const seconds = (performance.now() - this.#began) / 1000
    const figures = [...this.#figures].map(([figure, n]) => `, ${n.toLocaleString('en')} ${figure}`)
    return `${this.#done.toLocaleString('en')} in ${seconds.toFixed(0)} s${figures.join('')}`
  }
}

/** Mulberry32: small, and the same everywhere. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}
