import { ROUTES } from '../../lib/api/routes.ts'
import { changeProduct } from '../../lib/data/products/products.ts'
import type { Product } from '../../lib/domain/products/product.ts'
import { replaceVariants } from '../../lib/domain/products/replace-variants.ts'
import { makeBusiness, makeCategory, makeProduct } from './shop.ts'

/** The reads that answer any identified business. */
export const PUBLIC_ROUTES = ROUTES.filter(({ access, method }) => access === 'public' && method === 'GET')

/** A path of each of them, with values that name nothing; the names of feeds are those of every shop. */
export const PUBLIC_PATHS = PUBLIC_ROUTES.map(({ path }) =>
  path.replace('{feed}', 'google.xml').replace(/\{\w+\}/g, 'nothing-there'),
)

/** A shop with something behind every public path, all of it marked by one word. */
export async function makeMarkedShop(mark: string) {
  const business = await makeBusiness({
    name: `Shop ${mark}`,
    description: mark.repeat(200),
    product_url_template: `https://${mark}.example/{slug}`,
  })
  const category = await makeCategory(business, {
    id: `shelf-${mark}`,
    name: `Shelf ${mark}`,
    description: mark.repeat(100),
  })
  const product = await makeProduct(business, {
    category_id: category.id,
    name: `Thing ${mark}`,
    slug: `thing-${mark}`,
    description: mark.repeat(100),
    tags: [`tag-${mark}`],
    images: [{ url: `https://images.example/${mark}.jpg`, alt: mark }],
  })
  await giveOptions(business.id, product, mark)
  // A second one of each, so that a page of one has a page behind it.
  await makeCategory(business, { id: `more-${mark}`, name: `More ${mark}` })
  await makeProduct(business, { category_id: category.id, name: `Other ${mark}`, slug: `other-${mark}` })
  const ids: Record<string, string> = { product: product.id, category: category.id, feed: 'google.xml' }
  /** Each public path with a 200 behind it. A route with a new kind of variable must be taught here. */
  const paths = PUBLIC_ROUTES.map(({ path }) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const id = ids[name]
      if (id === undefined) throw new Error(`no ${name} is made for tests`)
      return id
    }),
  )
  return { business, category, product, paths }
}

/** Two variants at the price of the product, each marked. */
async function giveOptions(businessId: string, { id, price }: Product, mark: string): Promise<void> {
  const values = [`S-${mark}`, `M-${mark}`]
  const variants = values.map((Size) => ({ option_values: { Size }, price }))
  await changeProduct(businessId, id, (whole) =>
    replaceVariants(whole, { options: [{ name: 'Size', values }], variants }),
  )
}

export type MarkedShop = Awaited<ReturnType<typeof makeMarkedShop>>
