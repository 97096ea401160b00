import { expect, test } from 'vitest'
import { create, makeShelves } from '../merchant.ts'
import { pathOf } from './shirts.ts'

const ten = (word: string) => Array.from({ length: 10 }, (_, n) => `${word} ${n}`)

/** A hundred tracked variants, of which eighty have a SKU. */
const set = (word: string) => ({
  options: [
    { name: 'Size', values: ten(word) },
    { name: 'Colour', values: ten('c') },
  ],
  variants: Array.from({ length: 100 }, (_, n) => ({
    option_values: { Size: `${word} ${Math.floor(n / 10)}`, Colour: `c ${n % 10}` },
    price: 1000,
    track_inventory: true,
    quantity: 5,
    allow_backorder: true,
    low_stock_at: 2,
    ...(n < 80 && { sku: `${word}-${n}` }),
  })),
})

test('100 tracked variants become 100 others, though some were sold between', async () => {
  const shop = await makeShelves()
  const shirt = { name: 'Shirt', price: 500, category_id: 'tea', status: 'active' }
  const { id } = await create(shop, '/admin/products', shirt)
  for (const word of ['Small', 'S', 'Little']) {
    const told = await shop.ask('PUT', pathOf(id), set(word))
    expect(told.status).toBe(200)
    const changes = [{ sku: `${word}-7`, delta: -3 }]
    expect((await shop.ask('POST', '/admin/inventory/adjust', { reason: 'sale', changes })).status).toBe(200)
    const { data } = (await shop.ask('GET', `/admin/inventory?product=${id}&limit=100`)).body
    const quantities = data.map(({ quantity }) => Number(quantity)).sort()
    expect(quantities).toEqual([2, ...Array.from({ length: 99 }, () => 5)])
  }
})
