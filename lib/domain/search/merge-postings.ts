import { frequentOf, type Postings } from './word-count.ts'

/** Postings, and the place that each of their products has after a merge; -1 of one that is left out. */
export interface Moved {
  postings: Postings
  places: Int32Array
}

/** Merges the postings of two indexes, without words whose products have all gone. */
export function mergedPostings(first: Moved, second: Moved): Postings {
  const most = first.postings.products.length + second.postings.products.length
  const products = new Uint32Array(most)
  const impacts = new Uint8Array(most)
  const words: string[] = []
  const starts = [0]
  let count = 0
  const copy = ({ postings, places }: Moved, rank: number) => {
    const end = postings.starts[rank + 1] ?? 0
    for (let n = postings.starts[rank] ?? 0; n < end; n++) {
      const place = places[postings.products[n] ?? 0] ?? -1
      if (place === -1) continue
      products[count] = place
      impacts[count++] = postings.impacts[n] ?? 0
    }
  }
  for (let a = 0, b = 0; ; ) {
    const one = first.postings.words[a]
    const other = second.postings.words[b]
    const word = other === undefined || (one !== undefined && one < other) ? one : other
    if (word === undefined) break
    const before = count
    if (word === one) copy(first, a++)
    if (word === other) copy(second, b++)
    if (count === before) continue
    words.push(word)
    starts.push(count)
  }
  const merged = { words, starts: Uint32Array.from(starts), averageLength: first.postings.averageLength }
  return {
    ...merged,
    products: products.slice(0, count),
    impacts: impacts.slice(0, count),
    byFrequency: frequentOf(merged.words, merged.starts),
  }
}
