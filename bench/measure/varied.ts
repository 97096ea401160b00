import type { Product } from '../../lib/domain/products/product.ts'
import { readNewVariantSet } from '../../lib/domain/products/replace-variants.ts'
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

/** The catalogue of `makeCatalogue`, with two options and six variants for each product. */
export function makeVaried(businessId: string, slug: string, size: number): Catalogue {
  const { products, ...rest } = makeCatalogue(businessId, slug, size)
  const wholes = Array.from(products, (product) =>
    completed(product, draftOf(readNewVariantSet(sixVariants(product)))),
  )
  const sets = new Map(wholes.map(({ product, set }) => [product.id, set]))
  return { ...rest, products: wholes.map(({ product }) => product), variantsOf: ({ id }) => sets.get(id) }
}
