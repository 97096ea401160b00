import { expect, test } from 'vitest'
import { bytesOf, packIndex, unpackIndex } from '../../../lib/data/search/packed-index.ts'
import { makeIndex } from '../../../lib/domain/search/search-index.ts'
import { searchedProduct } from '../../domain/search/searched-product.ts'

/** An index of so many products, each with a value of its own of an option, and as long. */
const indexOf = (products: number, length: number) =>
  makeIndex(
    Array.from({ length: products }, (_, n) =>
      searchedProduct(`p${n}`, {
        variants: [
          { option_values: { Colour: `${n}-`.padEnd(length, 'x') }, price: 1, compare_at_price: null },
        ],
      }),
    ),
    [],
  )

test('the estimate of the bytes of an index counts the values of options, each as it is shown and as it is compared', () => {
  const [short, long] = [indexOf(200, 10), indexOf(200, 255)].map((index) =>
    bytesOf(unpackIndex(packIndex(index))),
  )
  expect((long ?? 0) - (short ?? 0)).toBeGreaterThan(200 * 2 * 2 * 240)
})
