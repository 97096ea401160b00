import * as v from 'valibot'
import { judgedBy, type Resource } from './resource.ts'
import { slug } from './slug.ts'
import { closedObject, httpsUrl, integer, knownMembers, line, metadata, text, trimmedLine } from './text.ts'

const MAX_PRICE = 1e12

/** Whole number of the currency's ISO 4217 minor unit. */
const price = integer(0, MAX_PRICE)

/** `{url, alt}` of a picture. */
export const image = closedObject({ url: httpsUrl, alt: v.optional(line(0, 500), '') })

/** What another system may call a product. */
const EXTERNAL_ID = /^[A-Za-z0-9._:~-]{1,128}$/
export const externalId = v.pipe(
  v.string('must be a string'),
  v.regex(EXTERNAL_ID, 'must be 1 to 128 ASCII letters, digits or ._:~- characters'),
)
export const isExternalId = (value: string) => EXTERNAL_ID.test(value)

export const PRODUCT_STATUSES = ['draft', 'active', 'archived'] as const

const fields = {
  name: trimmedLine(200),
  description: v.optional(text(0, 5000), ''),
  price,
  is_available: v.optional(v.boolean('must be true or false'), true),
  category_id: slug,
  compare_at_price: v.optional(v.nullable(price), null),
  slug: v.optional(slug),
  images: v.optional(
    v.pipe(v.array(image, 'must be an array'), v.maxLength(10, 'must have at most 10 images')),
    [],
  ),
  tags: v.optional(
    v.pipe(
      v.array(trimmedLine(50), 'must be an array'),
      v.maxLength(20, 'must have at most 20 tags'),
      v.transform((tags) => [...new Set(tags)]),
    ),
    [],
  ),
  position: v.optional(integer(0, 1e9), 0),
  status: v.optional(v.picklist(PRODUCT_STATUSES, 'must be draft, active or archived'), 'draft'),
  sku: v.optional(v.nullable(trimmedLine(64)), null),
  external_id: v.optional(v.nullable(externalId), null),
  cost: v.optional(v.nullable(price), null),
  metadata: v.optional(metadata, {}),
}

/** What a merchant may set when creating a product. Output has every field, with the defaults filled in. */
export const newProduct = v.pipe(
  knownMembers(fields),
  v.forward(
    v.partialCheck(
      [['price'], ['compare_at_price']],
      (p) => p.compare_at_price === null || p.compare_at_price >= p.price,
      'must not be below price',
    ),
    ['compare_at_price'],
  ),
)

export type NewProduct = v.InferOutput<typeof newProduct>

/** A product as stored: the admin view. Times are RFC 3339 UTC with milliseconds. */
export interface Product extends Omit<NewProduct, 'slug'> {
  id: string
  slug: string
  currency: string
  created_at: string
  updated_at: string
  /** Grows by one with every change. */
  version: number
}

/** THE predicate: what it refuses no public path shows. */
export const isPublic = (product: Pick<Product, 'status'>) => product.status === 'active'

/** How bodies become products. */
export const PRODUCT: Resource<NewProduct> = {
  ...judgedBy(newProduct),
  writable: Object.keys(fields),
  readOnly: ['id', 'currency', 'created_at', 'updated_at', 'version'],
  kept: ['slug', 'status', 'is_available'],
  sample: { name: 'A name', price: 0, category_id: 'a-category' },
}
