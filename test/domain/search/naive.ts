import type { FacetName } from '../../../lib/domain/search/facet.ts'
import type { Filters } from '../../../lib/domain/search/filters.ts'
import { isOnSale, type SearchedProduct } from '../../../lib/domain/search/search-index.ts'
import { CATEGORIES } from './random-catalogue.ts'

type Test = (product: SearchedProduct) => boolean

const offersOf = ({ variants, price }: SearchedProduct) =>
  variants?.length ? variants : [{ price, option_values: {} }]

/** The categories of a product, and those above it. */
function categoriesOf({ category_id, additional_category_ids }: SearchedProduct): string[] {
  const parentOf = (id: string) => CATEGORIES.find((category) => category.id === id)?.parent_id
  const ids = [category_id, ...additional_category_ids]
  for (const id of ids) {
    const above = parentOf(id)
    if (above) ids.push(above)
  }
  return ids
}

const isListed = (id: string) => CATEGORIES.some((category) => category.id === id && category.is_listed)

/** The conditions of a search, each by its name, as one would write them down: those of products and those of offers. */
function conditionsOf(filters: Filters) {
  const { categories, tags, isAvailable, isOnSale: onSale, priceMin = 0, priceMax = Infinity } = filters
  const { options = [] } = filters
  const ofProduct: Record<string, Test> = {
    category: (product) => !categories || categoriesOf(product).some((id) => categories.includes(id)),
    tag: (product) => !tags || product.tags.some((tag) => tags.includes(tag)),
    is_available: ({ is_available }) => isAvailable === undefined || is_available === isAvailable,
    on_sale: (product) => onSale === undefined || isOnSale(product) === onSale,
  }
  const ofOffer: Record<string, (offer: ReturnType<typeof offersOf>[number]) => boolean> = {
    price: ({ price }) => price >= priceMin && price <= priceMax,
    ...Object.fromEntries(
      options.map(({ name }) => {
        const values = options.filter((one) => one.name === name).map(({ value }) => value)
        return [
          `option ${name}`,
          (offer) => values.includes((offer.option_values as Record<string, string>)[name] ?? ''),
        ]
      }),
    ),
  }
  return { ofProduct, ofOffer }
}

/** The offers of a product with which it meets all conditions but one kind. */
function meeting(product: SearchedProduct, filters: Filters, except = '') {
  const { ofProduct, ofOffer } = conditionsOf(filters)
  const holds = (tests: Record<string, (one: never) => boolean>, one: unknown) =>
    Object.entries(tests).every(([name, test]) => name === except || test(one as never))
  return holds(ofProduct, product) ? offersOf(product).filter((offer) => holds(ofOffer, offer)) : []
}

/** The hits and counts of a search, without an index. */
export function naiveSearch(products: readonly SearchedProduct[], filters: Filters) {
  const count = (except: string, valuesOf: (product: SearchedProduct) => Iterable<string>) => {
    const counts = new Map<string, number>()
    for (const product of products)
      for (const value of new Set(valuesOf(product))) counts.set(value, (counts.get(value) ?? 0) + 1)
    return { except, counts }
  }
  const where = (except: string, of: (product: SearchedProduct) => Iterable<string>) =>
    count(except, (product) => (meeting(product, filters, except).length > 0 ? of(product) : [])).counts
  const facets: Partial<Record<FacetName, Map<string, number>>> = {
    category: where('category', (product) => categoriesOf(product).filter(isListed)),
    tag: where('tag', ({ tags }) => tags),
    is_available: where('is_available', ({ is_available }) => [String(is_available)]),
    on_sale: where('on_sale', (product) => [String(isOnSale(product))]),
  }
  const options = (name: string) =>
    count('', (product) =>
      meeting(product, filters, `option ${name}`).flatMap(
        ({ option_values }) => (option_values as Record<string, string>)[name] ?? [],
      ),
    ).counts
  const hits = products.filter((product) => meeting(product, filters).length > 0).map(({ id }) => id)
  /** How many products have an offer in this range of prices, whatever range is asked for. */
  const inRange = (min: number, max: number) =>
    products.filter((product) =>
      meeting(product, filters, 'price').some(({ price }) => price >= min && price <= max),
    ).length
  return { hits, facets, options, inRange }
}
