/** Chance that is the same on every machine for one seed. */
export interface Random {
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number
  oneOf<T>(choices: readonly T[]): T
}

/** Mulberry32. */
export function randomNumbers(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    oneOf(choices) {
      const choice = choices[below(choices.length)]
      if (choice === undefined) throw new Error('nothing to choose from')
      return choice
    },
  }
}
