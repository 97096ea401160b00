import type { FileProduct } from '../catalogue-files/dialects/dialect.ts'
import { unforeseenFault } from '../unforeseen-fault.ts'

/** The view of somebody who looks at each product of a file. */
export type EachProduct = <T>(look: (product: FileProduct) => T) => AsyncGenerator<T>

/** The looks at all products of a file before they are read. */
export interface Looks {
  each: EachProduct
  /** The fault of a product, by its number, at which a look threw an error that nobody foresaw. */
  faultOf: (number: number) => string | undefined
}

/** Lets all products be looked at. One whose look throws is not looked at again, and the others are. */
export function openLooks(products: () => AsyncIterable<FileProduct>): Looks {
  const faults = new Map<number, string>()
  function seenBy<T>(look: (product: FileProduct) => T, product: FileProduct): T[] {
    try {
      return [look(product)]
    } catch (error) {
      faults.set(product.number, unforeseenFault(error, { row: product.number }))
      return []
    }
  }
  return {
    async *each(look) {
      for await (const product of products()) if (!faults.has(product.number)) yield* seenBy(look, product)
    },
    faultOf: (number) => faults.get(number),
  }
}
