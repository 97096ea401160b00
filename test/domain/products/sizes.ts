import { UNSET, UNSET_OF_VARIANTS } from '../../../lib/domain/products/fields.ts'
import type { Product } from '../../../lib/domain/products/product.ts'
import type { Variant } from '../../../lib/domain/products/variant.ts'
import type { Draft } from '../../../lib/domain/products/variant-set.ts'

/** A product without options, with a value in each field that it shares with its variant. */
export const PLAIN: Product = {
  id: 'p',
  name: 'Tea',
  slug: 'tea',
  description: '',
  currency: 'EUR',
  price: 500,
  compare_at_price: 600,
  is_available: false,
  category_id: 'teas',
  images: [],
  tags: [],
  position: 7,
  additional_categories: [],
  status: 'active',
  sku: 'T',
  external_id: null,
  cost: 100,
  metadata: {},
  track_inventory: true,
  allow_backorder: true,
  low_stock_at: 3,
  ...UNSET,
  brand: 'Best',
  condition: null,
  gtin: '96385074',
  mpn: 'M',
  weight_grams: 50,
  price_range: null,
  variant_count: 1,
  last_variant: 4,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  version: 2,
}
export const OPTIONS = [{ name: 'Size', values: ['S', 'M', 'L'] }]
/** A variant of which a body says the price alone. */
export const SOLD: Omit<Variant, 'id' | 'option_values'> = {
  price: 500,
  compare_at_price: null,
  image: null,
  position: 0,
  is_available: true,
  sku: null,
  cost: null,
  is_enabled: true,
  track_inventory: false,
  allow_backorder: false,
  low_stock_at: null,
  ...UNSET_OF_VARIANTS,
}
export const IMAGE = { url: 'https://shop.example/a.jpg', alt: '' }

type DraftVariant = Draft['variants'][number]
/** A stored variant of a size. */
export const variant = (id: string, Size: string, more: Partial<Variant> = {}): Variant => ({
  ...SOLD,
  id,
  option_values: { Size },
  ...more,
})
/** A variant of a size that is going to be stored, new unless it has an id. */
export const sized = (Size: string, more: Partial<DraftVariant> = {}): DraftVariant => ({
  ...SOLD,
  id: undefined,
  option_values: { Size },
  ...more,
})
/** The draft of a product without options. */
export const plain = (more: Partial<DraftVariant> = {}): Draft => ({
  options: [],
  variants: [{ ...SOLD, id: undefined, option_values: {}, ...more }],
})
/** The draft of a product with sizes. */
export const draft = (...variants: DraftVariant[]): Draft => ({ options: OPTIONS, variants })
