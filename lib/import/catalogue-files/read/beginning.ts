/**
 * The first pieces of something that comes piece by piece, of this length if there is as much, and all of them to be
 * read after that.
 */
export async function beginningOf<T extends { length: number }>(
  pieces: AsyncIterable<T>,
  length: number,
): Promise<{ taken: T[]; all: AsyncIterable<T> }> {
  const iterator = pieces[Symbol.asyncIterator]()
  const taken: T[] = []
  let gathered = 0
  while (gathered < length) {
    const { value, done } = await iterator.next()
    if (done) break
    taken.push(value)
    gathered += value.length
  }
  async function* all() {
    try {
      yield* taken
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  }
  return { taken, all: all() }
}
