import { ADMIN_SORTS } from '../../../api/http/lists/admin-product-list.ts'
import { EXPORT_FORMATS } from '../../../api/http/lists/product-export.ts'
import { SORT_WORDS } from '../../../api/http/lists/product-list.ts'
import { adminProduct } from '../../../domain/admin-view.ts'
import { MOST_ADDITIONAL_CATEGORIES } from '../../../domain/products/additional-categories.ts'
import { PUBLIC_PRODUCT_FIELDS, SPARSE_FIELDS, UNSET } from '../../../domain/products/fields.ts'
import { newProduct, PRODUCT, PRODUCT_STATUSES } from '../../../domain/products/product.ts'
import { CONDITIONS } from '../../../domain/products/trade.ts'
import { MOST_VARIANTS, newVariantSet } from '../../../domain/products/variant.ts'
import { publicProduct } from '../../../domain/public-view.ts'
import { closed, membersOf, nullable, patchOf, ref } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'
import { listOf } from './list.ts'
import {
  answered,
  CURRENCY,
  described,
  growing,
  input,
  metadataSchemas,
  nameText,
  pick,
  STAMPS,
  UUID,
} from './members.ts'

const TRADE_TEXTS = {
  brand: 'The brand, in one line.',
  condition: 'The condition. Feeds use `new` if it is not set.',
  gtin: 'The GTIN (EAN, UPC, ISBN-13): 8, 12, 13 or 14 digits with a valid check digit. Null for a product with options: its variants have it.',
  mpn: "The manufacturer's part number, in one line. Null for a product with options.",
  weight_grams: 'The weight with packaging, in grams. Null for a product with options.',
}

const TEXTS: Record<keyof ReturnType<typeof adminProduct>, string> = {
  id: 'The id of the product (UUIDv7), made by the server.',
  name: nameText('The name that shoppers see'),
  description: 'Plain text: escape it before you put it into a page.',
  price:
    "A whole number of the currency's ISO 4217 minor unit: 6400 is €64.00, or ¥6,400. Of a product with options the lowest price of its enabled variants, which filters and sorts use; while none is enabled, the previous one. Required unless `variants` are sent.",
  is_available:
    '`false` if the product is sold out. Lists still contain a sold-out product. For a product with options: whether an enabled variant is available. If the stock or the variants decide it, a write leaves it alone.',
  category_id: "The id of the product's category.",
  additional_category_ids: 'The ids of further categories in which the product is listed, at most 3.',
  currency: "The ISO 4217 code of the business's currency.",
  compare_at_price: 'The earlier price, shown crossed out. In the unit of `price`, and not below it.',
  slug: 'The name of the product in URLs, unique in the business. If you leave it out, it is made from the name; it stays when the name changes.',
  images: 'The pictures, in the order in which a page shows them.',
  tags: 'Words for filters, each in one line. Equal tags are stored once.',
  position: "The merchant's own order, smallest first.",
  created_at: 'The time of creation.',
  updated_at: 'The time of the last change.',
  price_range:
    'The lowest and the highest price of the enabled variants; null for a product without options, and while no variant is enabled.',
  variant_count:
    'The number of enabled variants; 1 for a product without options, 0 while no variant is enabled.',
  status: 'Only an `active` product is public. The status can change from any value to any other.',
  sku: 'The stock keeping unit, in one line, unique in the business.',
  external_id:
    'The id of the product in another system, unique in the business. The words `variants` and `schedule` are reserved.',
  cost: 'The price that the merchant pays, in the unit of `price`. Never public.',
  metadata: 'Your own texts, by name. Never public.',
  additional_categories:
    'Further categories in which the product is listed, at most 3. They stay if you leave them out; `[]` removes them.',
  track_inventory:
    'True if the product has a quantity, which `POST /admin/inventory/adjust` changes and which decides `is_available`. False for a product with options: its variants have it.',
  allow_backorder: 'True if a tracked product can be sold beyond its quantity.',
  low_stock_at: 'The quantity at or below which the stock is low, or null.',
  ...TRADE_TEXTS,
  version: 'A number that grows by one with every change.',
  is_on_backorder:
    'True while a product without options can be sold although none is left: it is tracked, allows backorders, and its quantity is 0 or less. Absent otherwise. The stock decides it, and a write leaves it alone.',
}

const IMAGE_TEXTS = {
  url: 'The URL of the picture.',
  alt: 'A description of the picture, in one line, for people who cannot see it.',
  width: 'The width of the picture, in pixels. With `height`, a page can reserve its space while it loads.',
  height: 'The height of the picture, in pixels. With `width`.',
}

const ADDITIONAL_TEXTS = {
  id: 'The id of a category.',
  position: "The product's position in this category, if not its own `position`.",
}

const writable = membersOf(newProduct)
const additional = described(ADDITIONAL_TEXTS, writable.additional_categories?.items?.properties ?? {})
const image = described(IMAGE_TEXTS, writable.images?.items?.properties ?? {})
const NewImage = input(image, ['url'])

const QUANTITY =
  'The first quantity of a stock; it needs `track_inventory`. It counts for a new product, and in an upsert or merge also for an untracked one; existing stock is left alone there, so that the same body can be sent again. In a body with variants each has its own. Afterwards `POST /admin/inventory/adjust` changes it.'

const settable = described(
  { ...TEXTS, quantity: QUANTITY },
  {
    ...writable,
    images: { ...writable.images, items: ref('NewImage') },
    additional_categories: { ...writable.additional_categories, items: ref('NewAdditionalCategory') },
    status: { ...ref('ProductStatus'), default: writable.status?.default },
    condition: { ...nullable(ref('ProductCondition')), default: null },
    metadata: { ...ref('NewMetadata'), default: writable.metadata?.default },
  },
)

const { quantity: _quantity, ...lasting } = settable
const shown = described(TEXTS, {
  ...answered(lasting),
  id: UUID,
  currency: CURRENCY,
  images: { type: 'array', items: ref('Image'), maxItems: 10 },
  additional_category_ids: {
    type: 'array',
    items: { type: 'string' },
    maxItems: MOST_ADDITIONAL_CATEGORIES,
  },
  additional_categories: {
    type: 'array',
    items: ref('AdditionalCategory'),
    maxItems: MOST_ADDITIONAL_CATEGORIES,
  },
  status: ref('ProductStatus'),
  condition: nullable(ref('ProductCondition')),
  metadata: ref('Metadata'),
  price_range: nullable(ref('PriceRange')),
  variant_count: { type: 'integer', minimum: 0, maximum: MOST_VARIANTS },
  ...STAMPS,
  is_on_backorder: { type: 'boolean' },
})

/** The unit of every price. */
const PRICE: JsonSchema = { type: 'integer', format: 'int64', minimum: 0, maximum: 1e12 }

const publicMembers = pick(shown, PUBLIC_PRODUCT_FIELDS)
/** The options and variants of a product, with which a body replaces all that there are. */
const set = membersOf(newVariantSet)
const OF_SET = {
  options: {
    ...set.options,
    items: ref('NewOption'),
    description:
      "The shopper's choices. Only with `variants`. Existing options stay if you leave them out; `[]` removes them.",
  },
  variants: {
    ...set.variants,
    items: ref('NewVariant'),
    description:
      'All variants of the product. They decide `price`, `compare_at_price`, `is_available`, `sku` and `cost`, which can then be left out. A product without options has one.',
  },
}

/** The variants decide the price of a product with options. */
const required = ['name', 'category_id']
const NewProduct = input({ ...settable, ...OF_SET }, required)

export const PRODUCT_SCHEMAS: Record<string, JsonSchema> = {
  ProductList: listOf(ref('ListedProduct')),
  AdminProductList: listOf(ref('AdminProduct')),
  Image: closed(answered(image), ['width', 'height']),
  NewImage,
  ImagePatch: patchOf(NewImage),
  AdditionalCategory: { ...closed(answered(additional)), required: ['id'] },
  NewAdditionalCategory: input(additional, ['id']),
  ...metadataSchemas(writable.metadata),
  ProductStatus: growing(PRODUCT_STATUSES, 'Only an `active` product is public.'),
  ProductCondition: growing(CONDITIONS, 'The words of Google and schema.org.'),
  ProductField: { type: 'string', enum: [...PUBLIC_PRODUCT_FIELDS], description: 'A member of a product.' },
  ProductSort: {
    type: 'string',
    enum: [...SORT_WORDS],
    description: 'An order; `-` reverses it exactly.',
  },
  AdminProductSort: {
    type: 'string',
    enum: [...ADMIN_SORTS],
    description: 'By time of creation; `-` reverses the order.',
  },
  ExportFormat: {
    type: 'string',
    enum: [...EXPORT_FORMATS],
    description: 'How products are written.',
  },
  PriceRange: {
    ...closed({ min: PRICE, max: PRICE }),
    description: 'Prices, in the minor unit.',
  },
  Product: closed(publicMembers, SPARSE_FIELDS),
  ListedProduct: {
    ...closed(publicMembers, SPARSE_FIELDS),
    description: 'A product in a list: all members, or `id` and the members in `fields`.',
    required: ['id'],
  },
  AdminProduct: closed(shown, ['is_on_backorder']),
  NewProduct,
  // A patch cannot remove the fields that a replacement keeps.
  ProductPatch: patchOf(NewProduct, [
    ...required,
    ...PRODUCT.kept.filter((name) => !PRODUCT.removable?.includes(name)),
    'price',
    ...Object.keys(OF_SET),
  ]),
}

/** A product in the admin view. */
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
  sku: 'PEPPER-MILL',
  external_id: 'erp:4711',
  cost: 3150,
  metadata: { supplier: 'Nordholz' },
  additional_categories: [{ id: 'gifts', position: 3 }],
  version: 2,
  price_range: null,
  variant_count: 1,
  last_variant: 0,
  track_inventory: false,
  allow_backorder: false,
  low_stock_at: null,
  ...UNSET,
  brand: 'Nordholz',
  condition: 'new',
  gtin: '4006381333931',
  mpn: 'NH-18',
  weight_grams: 420,
})

/** The same product in the public view. */
export const A_PRODUCT = publicProduct(ADMIN_PRODUCT)
