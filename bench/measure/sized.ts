import { type Catalogue, makeCatalogue } from './catalogue.ts'

/** The catalogue of `makeCatalogue`, in which every picture has a width and a height. */
export function makeSized(businessId: string, slug: string, size: number): Catalogue {
  const { products, ...rest } = makeCatalogue(businessId, slug, size)
  function* sized() {
    for (const product of products)
      yield { ...product, images: product.images.map((image) => ({ ...image, width: 2_000, height: 1_500 })) }
  }
  return { ...rest, products: sized() }
}
