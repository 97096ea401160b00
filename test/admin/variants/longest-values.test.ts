import { beforeEach, expect, test } from 'vitest'
import { findSheet } from '../../../lib/data/products/variant-sheet.ts'
import { MAX_VARIANTS_BYTES } from '../../../lib/domain/limits.ts'
import { numbered } from '../../domain/products/stored-product.ts'
import { linesIn } from '../export-pages.ts'
import { create, type Merchant, makeShelves, outcome } from '../merchant.ts'
import { makeShirt, pathOf, publicly } from './shirts.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

/** A text that differs from all others of its kind by its number. */
const long = (n: number, length: number, unit = 'x') => `${n}-`.padEnd(length, unit)

/** Three options, of which the first has 100 values. */
function set(valueLength: number, skuLength = 0) {
  const names = ['A', 'B', 'C']
  const variants = Array.from({ length: 100 }, (_, n) => ({
    option_values: Object.fromEntries(names.map((name, k) => [name, long(k === 0 ? n : n % 2, valueLength)])),
    price: n,
    track_inventory: true,
    quantity: 5,
    ...(skuLength > 0 && { sku: long(n, skuLength) }),
  }))
  const valuesOf = (name: string) => [...new Set(variants.map((one) => `${one.option_values[name]}`))]
  return { options: names.map((name) => ({ name, values: valuesOf(name) })), variants }
}

test('100 variants have SKUs of 255 characters and values of 50, and each is found and sold by its SKU', async () => {
  const { options, variants } = set(50, 255)
  const { id } = await makeShirt(shop)
  const path = pathOf(id)
  const first = variants.map((one, n) => (n < 80 ? one : { ...one, sku: null }))
  expect(outcome(await shop.ask('PUT', path, { options, variants: first }))).toBe('200')
  const rest = variants.slice(80).map(({ sku }, n) => ({ id: `${id}-${81 + n}`, sku }))
  expect((await shop.ask('PATCH', path, { variants: rest })).status).toBe(200)

  const sheet = await findSheet(shop.business.id, id)
  const bytes = Buffer.byteLength(JSON.stringify({ options: sheet?.options, variants: sheet?.variants }))
  expect(bytes).toBeGreaterThan(70 * 1024)
  expect(bytes).toBeLessThan(MAX_VARIANTS_BYTES)

  const sku = encodeURIComponent(long(99, 255))
  expect((await shop.ask('GET', `/admin/variants?sku=${sku}`)).body.data).toMatchObject([{ id: `${id}-100` }])
  const changes = [{ sku: long(99, 255), delta: -1 }]
  const sold = await shop.ask('POST', '/admin/inventory/adjust', { reason: 'sale', changes })
  expect(sold.body.data).toMatchObject([{ variant_id: `${id}-100`, quantity: 4 }])
  const stock = await shop.ask('GET', `/admin/inventory?product=${id}`)
  expect(stock.body.data).toHaveLength(100)
  const shown = await publicly(shop, `/products/${id}?expand=variants`)
  expect([shown.status, shown.body.variant_count]).toEqual([200, 100])

  // 80 SKUs that are taken leave no room for the 100 that are released: these follow the commit.
  const other = numbered(80, (n) => ({ sku: `NEW-${n}` }))
  expect(outcome(await shop.ask('PUT', path, other))).toBe('200')
  const left = [0, 6, 7, 50, 99].map((n) =>
    shop.ask('GET', `/admin/variants?sku=${encodeURIComponent(long(n, 255))}`),
  )
  for (const { body } of await Promise.all(left)) expect(body.data).toEqual([])
  expect(outcome(await shop.ask('DELETE', `/admin/products/${id}`))).toBe('204')
})

test('a SKU, a name and a value of an option can have 255 characters of four bytes each', async () => {
  const sku = '🧵'.repeat(255)
  const [name, value] = ['🎨'.repeat(255), '🟥'.repeat(255)]
  const composed = 'é'.repeat(255)
  const { id } = await create(shop, '/admin/products', {
    name: 'Thread',
    category_id: 'tea',
    status: 'active',
    options: [name, composed.normalize('NFD')].map((one) => ({ name: one, values: [value] })),
    variants: [{ option_values: { [name]: value, [composed.normalize('NFD')]: value }, price: 1, sku }],
  })
  const found = await shop.ask('GET', `/admin/variants?sku=${encodeURIComponent(sku)}`)
  const option_values = { [name]: value, [composed]: value }
  expect(found.body.data).toMatchObject([{ product_id: id, sku, option_values }])
  const exported = linesIn((await shop.ask('GET', '/admin/export')).text)
  expect(exported).toMatchObject([{ options: [{ name, values: [value] }, {}], variants: [{ sku }] }])
  const wanted = encodeURIComponent(`${name}:${value}`)
  const searched = await publicly(shop, `/products/search?option=${wanted}&facets=option`)
  expect(searched.body).toMatchObject({
    total: 1,
    facets: [{ label: composed }, { label: name, values: [{ label: value }] }],
  })
})
