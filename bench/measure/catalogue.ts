import type { Business } from '../../lib/domain/business.ts'
import { CATEGORY, type Category } from '../../lib/domain/category.ts'
import { UNSET } from '../../lib/domain/products/fields.ts'
import { PRODUCT, type Product, WITHOUT_OPTIONS } from '../../lib/domain/products/product.ts'
import type { VariantSet } from '../../lib/domain/products/variant.ts'
import { slugFromName } from '../../lib/domain/text/slug.ts'
import demo from '../../lib/operator/demo-catalogue.json' with { type: 'json' }
import { type Random, randomNumbers } from './random.ts'

/** A business with categories and products, in the order in which they were created. */
export interface Catalogue {
  business: Business
  categories: Category[]
  products: Iterable<Product>
  /** The variants of those that have options. */
  variantsOf?: (product: Product) => VariantSet | undefined
}

const SEED = 20_261_122
const MINUTE_MS = 60_000
const OPENED = Date.UTC(2026, 0, 5, 9)

/** The parts of names and descriptions: halves of names, sentences, and tags of the demo shop. */
const names = demo.products.map(({ name }) => name.split(', '))
const heads = names.map(([head = '']) => head)
const tails = names.flatMap((parts) => parts.slice(1))
const sentences = demo.products.flatMap(({ description }) => description.match(/\S[^.]+\./g) ?? [])
const tags = [...new Set(demo.products.flatMap((product) => product.tags))]

/** The categories of the demo shop that have products, without those above them, so that earlier figures stay comparable. */
const withProducts = demo.categories.filter(({ id }) =>
  demo.products.some(({ category_id }) => category_id === id),
)

/** Those that the demo shop had when the earlier figures were measured. */
const ADDRESSES = {
  logo_url: 'https://images.example/meridian/logo.png',
  contact: { ...demo.business.contact, website: 'https://meridian.example' },
  social_links: ['https://social.example/@meridian'],
}

/** Products are spread evenly over the first categories, so that even 100 of them fill a page of 20 and more. */
const FILLED_CATEGORIES = 4

/** The category whose products are listed. */
export const LISTED_CATEGORY = withProducts[0]?.id ?? ''

/**
 * A catalogue of `size` active products, the same whenever it is made. Each is the beginning of every larger one,
 * positions and categories included: the first page of a category does not depend on the size.
 */
export function makeCatalogue(businessId: string, slug: string, size: number): Catalogue {
  const time = new Date(OPENED).toISOString()
  const stamps = { created_at: time, updated_at: time, version: 1 }
  return {
    business: {
      ...demo.business,
      ...ADDRESSES,
      slug,
      id: businessId,
      status: 'active',
      metadata: {},
      product_url_template: null,
      ...stamps,
    },
    categories: withProducts.map((category) => ({
      ...CATEGORY.validate({
        ...category,
        image: { url: `https://images.example/meridian/${category.id}.jpg`, alt: category.name },
        parent_id: null,
      }),
      id: category.id,
      ...stamps,
    })),
    products: makeProducts(demo.business.currency, size),
  }
}

function* makeProducts(currency: string, size: number): Generator<Product> {
  const random = randomNumbers(SEED)
  for (let n = 0; n < size; n++) yield makeProduct(n, currency, random)
}

/** The fields that no product of the catalogue has a value of its own for. */
const DEFAULTS = PRODUCT.validate(PRODUCT.sample)

/** Names of 10 to 60 characters, descriptions of 60 to 200, one image, two or three tags. */
function makeProduct(n: number, currency: string, random: Random): Product {
  const price = 10 * (39 + random.below(960))
  const name = `${random.oneOf(heads)}, ${random.oneOf(tails)}`
  const sku = `MER-${String(n + 1).padStart(6, '0')}`
  const url = `https://images.example/meridian/${sku.toLowerCase()}.jpg`
  const created = OPENED + n * MINUTE_MS
  return {
    ...DEFAULTS,
    id: uuidV7(created, random),
    name,
    description: makeDescription(random),
    price,
    is_available: random.below(20) > 0,
    category_id: withProducts[n % FILLED_CATEGORIES]?.id ?? '',
    currency,
    compare_at_price: random.below(8) === 0 ? price + 300 : null,
    slug: `${slugFromName(name, 50)}-${n + 1}`,
    images: [{ url, alt: name }],
    tags: [...new Set(Array.from({ length: 2 + random.below(2) }, () => random.oneOf(tags)))],
    position: 10 * (1 + Math.floor(n / FILLED_CATEGORIES)),
    created_at: new Date(created).toISOString(),
    updated_at: new Date(created + random.below(200 * 24 * 60) * MINUTE_MS).toISOString(),
    status: 'active',
    sku,
    external_id: `mer-${n + 1}`,
    cost: Math.round(price * 0.4),
    metadata: { origin: 'Hamburg', shelf: `A${random.below(40)}` },
    version: 1 + random.below(9),
    // Although products of the demo shop have some: a read stays equal to the byte.
    ...UNSET,
    ...WITHOUT_OPTIONS,
    last_variant: 0,
  }
}

function makeDescription(random: Random): string {
  let text = random.oneOf(sentences)
  while (text.length < 60) text += ` ${random.oneOf(sentences)}`
  return text.slice(0, 200)
}

/** As the API makes ids, but of random bits that are the same every time (RFC 9562 §5.7). */
function uuidV7(timeMs: number, random: Random): string {
  const hex = (digits: number) => Array.from({ length: digits }, () => random.below(16).toString(16)).join('')
  const time = timeMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${(8 + random.below(4)).toString(16)}${hex(3)}-${hex(12)}`
}
