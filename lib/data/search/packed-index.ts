import { deserialize, serialize } from 'node:v8'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { SearchIndex } from '../../domain/search/search-index.ts'

/**
 * An index as bytes. V8's format can be read by every later version of Node
 * (https://nodejs.org/api/v8.html#serialization-api).
 */
export function packIndex(index: SearchIndex): Uint8Array {
  const { postings } = index
  const products = differences(postings.starts, postings.products)
  return zstdCompressSync(serialize({ ...index, postings: { ...postings, products } }))
}

/** An estimate of the bytes of an index in memory. */
export function bytesOf({ postings, ids, offerPrices, tags, optionValues }: SearchIndex): number {
  const options = optionValues.flatMap(({ name, value, key, nameKey }) => [name, value, key, nameKey])
  const texts = [...tags, ...options].reduce((sum, text) => sum + text.length, 0)
  const words = 8 * postings.products.length + 300 * postings.words.length
  return words + 200 * ids.length + 60 * offerPrices.length + 2 * texts
}

/** The index that was packed. Throws if these are not its bytes. */
export function unpackIndex(bytes: Uint8Array): SearchIndex {
  const index: SearchIndex = deserialize(zstdDecompressSync(bytes))
  const { starts, products } = index.postings
  for (let word = 0; word + 1 < starts.length; word++)
    for (let n = (starts[word] ?? 0) + 1; n < (starts[word + 1] ?? 0); n++)
      products[n] = (products[n] ?? 0) + (products[n - 1] ?? 0)
  return index
}

/** Of each word's products the first, and how far each is behind the one before: small numbers, which pack well. */
function differences(starts: Uint32Array, products: Uint32Array): Uint32Array {
  const all = products.slice()
  for (let word = 0; word + 1 < starts.length; word++)
    for (let n = (starts[word + 1] ?? 0) - 1; n > (starts[word] ?? 0); n--)
      all[n] = (products[n] ?? 0) - (products[n - 1] ?? 0)
  return all
}
