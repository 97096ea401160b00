/** Lists of numbers, one behind the other. */
export interface Lists {
  /** The place of the first number of each list, and one more: how many numbers there are. */
  starts: Uint32Array
  all: Uint32Array
}

/** Joins lists. */
export function listsOf(lists: readonly (readonly number[])[]): Lists {
  return { starts: startsOf(lists.map(({ length }) => length)), all: Uint32Array.from(lists.flat()) }
}

/** The places at which lists of these lengths begin, and the end of the last one. */
export function startsOf(lengths: ArrayLike<number>): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1)
  for (let n = 0; n < lengths.length; n++) starts[n + 1] = (starts[n] ?? 0) + (lengths[n] ?? 0)
  return starts
}
