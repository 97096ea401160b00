import type { Product } from '../../lib/domain/products/product.ts'
import { readNewVariantSet } from '../../lib/domain/products/replace-variants.ts'
import type { VariantSet } from '../../lib/domain/products/variant.ts'
import { completed, draftOf } from '../../lib/domain/products/variant-set.ts'
import { type Catalogue, makeCatalogue } from './catalogue.ts'

const SIZES = ['S', 'M', 'L']
const COLOURS = ['Natural', 'Anthracite']

/** Two options and six variants for a product of this price, the first of which costs just as much. */
export const sixVariants = ({ price, sku }: Pick<Product, 'price' | 'sku'>) => ({
  options: [
    { name: 'Size', values: SIZES },
    { name: 'Colour', values: COLOURS },
  ],
  variants: SIZES.flatMap((Size, size) =>
    COLOURS.map((Colour, colour) => ({
      option_values: { Size, Colour },
      price: price + 200 * size,
      sku: `${sku}-${Size}${colour}`,
    })),
  ),
})

/** The catalogue of `makeCatalogue`, with two options and six variants for each product, or for those of these places. */
export function makeVaried(
  businessId: string,
  slug: string,
  size: number,
  isVaried: (place: number) => boolean = () => true,
): Catalogue {
  const { products, ...rest } = makeCatalogue(businessId, slug, size)
  const sets = new WeakMap<Product, VariantSet>()
  function* varied() {
    let place = 0
    for (const plain of products) {
      if (!isVaried(place++)) {
        yield plain
        continue
      }
      const { product, set } = completed(plain, draftOf(readNewVariantSet(sixVariants(plain))))
      sets.set(product, set)
      yield product
    }
  }
  return { ...rest, products: varied(), variantsOf: (product) => sets.get(product) }
}
