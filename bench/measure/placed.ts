import { type Catalogue, LISTED_CATEGORY, makeCatalogue } from './catalogue.ts'

/** The number of products of other categories on the first page of the listed one. */
export const PLACED = 5

/** The catalogue of `makeCatalogue`, in which some products are placed before all others in the listed category. */
export function makePlaced(businessId: string, slug: string, size: number): Catalogue {
  const { products, ...rest } = makeCatalogue(businessId, slug, size)
  function* placed() {
    let left = PLACED
    for (const product of products) {
      const isPlaced = product.category_id !== LISTED_CATEGORY && left-- > 0
      yield isPlaced ? { ...product, additional_categories: [{ id: LISTED_CATEGORY, position: 0 }] } : product
    }
  }
  return { ...rest, products: placed() }
}
