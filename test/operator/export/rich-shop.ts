/** A shop with one of everything that a catalogue file has to hold. */

import { adjustStock } from '../../../lib/data/inventory/adjust.ts'
import { findIdBySku } from '../../../lib/data/products/product-reads.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { create, type Merchant, makeMerchant } from '../../admin/merchant.ts'

const image = (name: string, alt = '') => ({ url: `https://images.example/${name}.jpg`, alt })
const OF_VARIANT = { gtin: '4006381333931', mpn: '007', weight_grams: 250 }
const TRADE = { brand: 'Halm & Söhne', condition: 'refurbished', ...OF_VARIANT }
const tracked = (quantity: number) => ({ track_inventory: true, quantity })

const PLAIN = [
  { name: 'Zebra pen', price: 1, slug: 'zebra-pen', status: 'archived', position: 7 },
  {
    name: 'Größe „M“ \u2028 & <b>Söhne</b>',
    description: 'Two\nparagraphs,\n\nand "quotes"; =cmd|calc',
    price: 1990,
    compare_at_price: 2490,
    cost: 0,
    sku: '007',
    external_id: 'erp:1~2',
    status: 'draft',
    tags: ['a', 'b,c', 'd|e'],
    images: [{ ...image('front', 'The front'), width: 800, height: 600 }, image('back')],
    metadata: { zeta: 'last', alpha: '1', '10': 'ten', '9': 'nine' },
    is_available: false,
  },
  { name: 'Counted', price: 500, sku: 'COUNTED', ...tracked(12), low_stock_at: 3, ...TRADE },
  { name: 'Sold out', price: 500, sku: 'GONE', ...tracked(0) },
  { name: 'Owed', price: 500, sku: 'OWED', ...tracked(0), allow_backorder: true },
  { name: 'Owed still', price: 500, sku: 'STILL', ...tracked(0), allow_backorder: true },
  { name: 'Rules without a count', price: 500, sku: 'RULES', allow_backorder: true, low_stock_at: 1 },
]

const sized = (Size: string, more: object = {}) => ({ option_values: { Size }, price: 1000, ...more })

const VARIED = [
  {
    name: 'Shirt',
    slug: 'a-shirt',
    external_id: 'shirt',
    status: 'active',
    options: [{ name: 'Size', values: ['S', 'M', 'L', 'XL'] }],
    variants: [
      sized('M', {
        price: 1200,
        compare_at_price: 1500,
        sku: 'SHIRT-M',
        cost: 400,
        image: { ...image('m', 'M'), width: 20_000, height: 1 },
        ...OF_VARIANT,
      }),
      sized('S', { sku: 'SHIRT-S', ...tracked(4), low_stock_at: 2 }),
      sized('L', { sku: 'SHIRT-L', is_enabled: false, is_available: false }),
      sized('XL', { sku: 'SHIRT-XL', ...tracked(0), allow_backorder: true, position: 0 }),
    ],
  },
  {
    name: 'Many',
    slug: 'many',
    status: 'active',
    options: [
      { name: 'B', values: Array.from({ length: 10 }, (_, n) => `b${n}`) },
      { name: 'A', values: Array.from({ length: 5 }, (_, n) => `a ${n}`) },
      { name: 'C', values: ['2', '1'] },
    ],
    variants: Array.from({ length: 100 }, (_, n) => ({
      option_values: { A: `a ${n % 5}`, B: `b${Math.floor(n / 5) % 10}`, C: n < 50 ? '2' : '1' },
      price: 100_000 - n,
    })),
  },
  {
    name: 'All hidden',
    slug: 'all-hidden',
    options: [{ name: 'Size', values: ['S'] }],
    variants: [sized('S', { is_enabled: false })],
  },
]

const PLACED = {
  name: 'Found twice',
  price: 1,
  status: 'active',
  additional_categories: [{ id: 'below', position: 4 }, { id: 'empty' }],
}

export async function makeRichShop(): Promise<Merchant & { products: number }> {
  const shop = await makeMerchant()
  await create(shop, '/admin/categories', { id: 'first', name: 'First & best' })
  await create(shop, '/admin/categories', { id: 'second-id', name: 'Second' })
  await create(shop, '/admin/categories', { id: 'empty', name: 'Empty' })
  await create(shop, '/admin/categories', { id: 'below', name: 'Below', parent_id: 'empty' })
  for (const [n, product] of [...PLAIN, ...VARIED, PLACED].entries())
    await create(shop, '/admin/products', { category_id: n % 2 ? 'first' : 'second-id', ...product })
  for (const sku of ['OWED', 'STILL', 'SHIRT-XL']) await sellThree(shop.business, sku)
  const still = await findIdBySku(shop.business.id, 'STILL')
  await shop.ask('PATCH', `/admin/products/${still}`, { allow_backorder: false })
  return { ...shop, products: PLAIN.length + VARIED.length + 1 }
}

async function sellThree({ id }: Business, sku: string): Promise<void> {
  const productId = `${await findIdBySku(id, sku)}`
  const variantId = sku === 'SHIRT-XL' ? `${productId}-4` : productId
  const change = { index: 0, variantId, productId, delta: -3 }
  await adjustStock(id, { reason: 'sale', reference: null, changes: [change] })
}
