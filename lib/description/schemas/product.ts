import { adminProduct } from '../../domain/admin-view.ts'
import { newProduct, PRODUCT, PRODUCT_STATUSES } from '../../domain/product.ts'
import { PUBLIC_PRODUCT_FIELDS, publicProduct } from '../../domain/public-view.ts'
import { ADMIN_SORTS } from '../../http/lists/admin-product-list.ts'
import { SORT_WORDS } from '../../http/lists/product-list.ts'
import { closed, membersOf, patchOf, ref } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'
import {
  answered,
  CURRENCY,
  described,
  growing,
  input,
  metadataSchemas,
  pick,
  STAMPS,
  UUID,
} from './members.ts'

const TEXTS: Record<keyof ReturnType<typeof adminProduct>, string> = {
  id: 'Made by the server (UUIDv7).',
  name: 'What shoppers see first, in one line. White space around it is removed.',
  description: 'Plain text: escape it before it goes into a page.',
  price: "Whole number of the currency's ISO 4217 minor unit: 6400 is €64.00, or ¥6,400.",
  is_available: 'False is sold out. An unavailable product is still listed.',
  category_id: 'The category it is in, one of the same business.',
  currency: "ISO 4217 code: the business's.",
  compare_at_price: 'The price before, to be crossed out; not below `price`, in the same unit.',
  slug: 'Its name in URLs, unique in the business. Made from the name if left out; a new name keeps it.',
  images: 'In the order in which they are to be shown.',
  tags: 'Words to filter by, each in one line. Equal ones are kept once.',
  position: "The merchant's own order, smallest first.",
  created_at: 'When it was made.',
  updated_at: 'When it was changed last.',
  status: 'Only an `active` product is public. Any status may follow any other.',
  sku: 'Stock keeping unit, in one line, unique in the business.',
  external_id: "Another system's id of it, unique in the business.",
  cost: 'What the merchant pays for it, in the unit of `price`. Never public.',
  metadata: 'Data of your own. Never public.',
  version: 'Grows by one with every change.',
}

const IMAGE_TEXTS = {
  url: 'Where the picture is.',
  alt: 'What it shows, in one line, for those who do not see it.',
}

const writable = membersOf(newProduct)
const image = described(IMAGE_TEXTS, writable.images?.items?.properties ?? {})
const NewImage = input(image, ['url'])

const settable = described(TEXTS, {
  ...writable,
  images: { ...writable.images, items: ref('NewImage') },
  status: { ...ref('ProductStatus'), default: writable.status?.default },
  metadata: { ...ref('NewMetadata'), default: writable.metadata?.default },
})

const shown = described(TEXTS, {
  ...answered(settable),
  id: UUID,
  currency: CURRENCY,
  images: { type: 'array', items: ref('Image'), maxItems: 10 },
  status: ref('ProductStatus'),
  metadata: ref('Metadata'),
  ...STAMPS,
})

const publicMembers = pick(shown, PUBLIC_PRODUCT_FIELDS)
const required = ['name', 'price', 'category_id']
const NewProduct = input(settable, required)

export const PRODUCT_SCHEMAS: Record<string, JsonSchema> = {
  Image: closed(answered(image)),
  NewImage,
  ImagePatch: patchOf(NewImage),
  ...metadataSchemas(writable.metadata),
  ProductStatus: growing(PRODUCT_STATUSES, 'Only an `active` product is public.'),
  ProductField: { type: 'string', enum: [...PUBLIC_PRODUCT_FIELDS], description: 'A member of a product.' },
  ProductSort: {
    type: 'string',
    enum: [...SORT_WORDS],
    description: 'An order; with `-` the exact reverse.',
  },
  AdminProductSort: {
    type: 'string',
    enum: [...ADMIN_SORTS],
    description: 'By the time of creation, or its reverse.',
  },
  Product: closed(publicMembers),
  ListedProduct: {
    ...closed(publicMembers),
    description: 'A product of a list: whole, or `id` and those members that `fields` names.',
    required: ['id'],
  },
  AdminProduct: closed(shown),
  NewProduct,
  // What a replacement leaves alone cannot be removed by a patch either.
  ProductPatch: patchOf(NewProduct, [...required, ...PRODUCT.kept]),
}

/** A product as its owner sees it. */
export const ADMIN_PRODUCT = adminProduct({
  id: '01a1f85c-9786-79fb-a3c4-bd6300fca740',
  name: 'Pepper mill, walnut',
  description: 'A steel grinder from a maker of coffee mills, 18 cm.',
  price: 6400,
  is_available: true,
  category_id: 'kitchen-tools',
  currency: 'EUR',
  compare_at_price: 7200,
  slug: 'pepper-mill-walnut',
  images: [{ url: 'https://images.example/mill.jpg', alt: 'A pepper mill of walnut' }],
  tags: ['wood'],
  position: 10,
  created_at: '2026-11-20T09:49:40.102Z',
  updated_at: '2026-11-20T10:12:05.377Z',
  status: 'active',
  sku: 'KIT-MIL-PEP',
  external_id: 'erp:4711',
  cost: 3150,
  metadata: { supplier: 'Nordholz' },
  version: 2,
})

/** The same product as everybody sees it. */
export const A_PRODUCT = publicProduct(ADMIN_PRODUCT)
