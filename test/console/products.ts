import type { Product, Variant } from '../../clients/console/src/rules/rows.ts'

const PHYSICAL = { gtin: null, mpn: null, weight_grams: null }
const STOCK = { is_available: true, track_inventory: false, allow_backorder: false, low_stock_at: null }

/** A product as the API returns it. */
export const product = (id: string, more: Partial<Product> = {}): Product => ({
  ...PHYSICAL,
  ...STOCK,
  id,
  name: id,
  description: '',
  price: 700,
  category_id: 'tea',
  additional_category_ids: [],
  additional_categories: [],
  currency: 'EUR',
  compare_at_price: null,
  slug: id,
  images: [],
  tags: [],
  position: 0,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  price_range: null,
  variant_count: 1,
  status: 'draft',
  sku: null,
  external_id: null,
  cost: null,
  metadata: {},
  brand: null,
  condition: null,
  version: 1,
  ...more,
})

/** A variant as the API returns it. */
export const variant = (id: string, price: number): Variant => ({
  ...PHYSICAL,
  ...STOCK,
  id,
  option_values: { Size: id.slice(-1) },
  price,
  compare_at_price: null,
  image: null,
  position: 0,
  sku: null,
  cost: null,
  is_enabled: true,
})
