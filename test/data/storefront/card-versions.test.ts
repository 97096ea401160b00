import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  businessStorefront,
  CARD_VERSION,
  categoryStorefront,
  productStorefront,
  variantsStorefront,
} from '../../../lib/data/storefront/storefront.ts'
import { STOREFRONT } from '../../../lib/data/table/schema.ts'
import type { Business } from '../../../lib/domain/business.ts'
import type { Category } from '../../../lib/domain/category.ts'
import { UNSET, UNSET_OF_VARIANTS } from '../../../lib/domain/products/fields.ts'
import type { Product } from '../../../lib/domain/products/product.ts'
import type { VariantSet } from '../../../lib/domain/products/variant.ts'

/** A digest of a card that has every field, by the version that renders it so. */
const RENDERED: Record<keyof typeof CARD_VERSION, Record<number, string>> = {
  product: { 3: '30ee06718cb57a5d', 4: '4fa2a667e2bd55b3' },
  variants: { 3: '31dacf4098186379' },
  category: { 3: 'ebf978c6fa5b52e2', 4: '3a6b9f7f79105873' },
  profile: { 3: '79416164fdca33b8', 4: '48818976692be674' },
}

const ID = '01a1f85c-9786-79fb-a3c4-bd6300fca740'
const STAMPS = { created_at: '2026-11-20T09:49:40.102Z', updated_at: '2026-11-20T10:12:05.377Z', version: 2 }
const IMAGE = { url: 'https://images.example/mill.jpg', alt: 'A "mill"' }

const BUSINESS: Business = {
  ...STAMPS,
  id: ID,
  slug: 'mills',
  name: 'Mills',
  description: 'For pepper.\nFor salt.',
  logo_url: 'https://images.example/logo.png',
  currency: 'EUR',
  locale: 'de-DE',
  timezone: 'Europe/Berlin',
  country: 'DE',
  contact: {
    email: 'mills@shop.example',
    phone: '+49 30 1',
    website: 'https://mills.example',
    address: 'Street 1',
  },
  social_links: ['https://social.example/mills'],
  metadata: { ledger: '7' },
  status: 'active',
  product_url_template: null,
}

const CATEGORY: Category = {
  ...STAMPS,
  id: 'mills',
  name: 'Mills',
  description: 'Of wood.',
  parent_id: 'tools',
  position: 10,
  is_listed: true,
  image: IMAGE,
  metadata: { ledger: '7' },
}

const PRODUCT: Product = {
  ...STAMPS,
  id: ID,
  name: 'Pepper mill',
  description: 'Of wood.\n18 cm.',
  price: 6400,
  is_available: true,
  category_id: 'mills',
  currency: 'EUR',
  compare_at_price: 7200,
  slug: 'pepper-mill',
  images: [IMAGE, { url: 'https://images.example/open.png', alt: '' }],
  tags: ['wood', 'loud'],
  position: 10,
  status: 'active',
  sku: 'MIL',
  external_id: 'erp:4711',
  cost: 3150,
  metadata: { supplier: 'Nordholz' },
  additional_categories: [{ id: 'gifts', position: 3 }],
  price_range: { min: 6400, max: 8000 },
  variant_count: 2,
  last_variant: 2,
  track_inventory: true,
  allow_backorder: true,
  low_stock_at: 2,
  ...UNSET,
}

/** The same as most products are. */
const PLAIN: Product = {
  ...PRODUCT,
  is_available: false,
  compare_at_price: null,
  images: [],
  tags: [],
  additional_categories: [],
  price_range: null,
  variant_count: 1,
}

const SET: VariantSet = {
  options: [{ name: 'Wood', values: ['oak', 'walnut', 'ash'] }],
  variants: ['oak', 'walnut', 'ash'].map((wood, n) => ({
    id: `${ID}-${n + 1}`,
    option_values: { Wood: wood },
    price: 6400 + n,
    compare_at_price: n === 0 ? 7200 : null,
    image: n === 0 ? IMAGE : null,
    position: n,
    is_available: n === 0,
    sku: `MIL-${n}`,
    cost: 3150,
    is_enabled: n < 2,
    track_inventory: true,
    allow_backorder: true,
    low_stock_at: 2,
    ...UNSET_OF_VARIANTS,
  })),
}

const CARDS: Record<keyof typeof CARD_VERSION, Record<string, unknown>[]> = {
  product: [productStorefront(ID, PRODUCT), productStorefront(ID, PLAIN)],
  variants: [variantsStorefront(ID, PRODUCT, SET)],
  category: [categoryStorefront(ID, CATEGORY), categoryStorefront(ID, { ...CATEGORY, image: null })],
  profile: [businessStorefront(BUSINESS)],
}

test.each(['product', 'variants', 'category', 'profile'] as const)(
  'a card of the kind %s that is rendered differently has another version',
  (kind) => {
    const version = CARD_VERSION[kind]
    const texts = CARDS[kind].map((item) => String(item[STOREFRONT.card]))
    const digest = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16)
    for (const item of CARDS[kind]) expect(item.card_version).toBe(version)
    expect(
      RENDERED[kind][version],
      `Raise CARD_VERSION.${kind}, and add its digest here under the new version. This version rendered something else.`,
    ).toBe(digest)
    expect(version).toBe(Math.max(...Object.keys(RENDERED[kind]).map(Number)))
  },
)
