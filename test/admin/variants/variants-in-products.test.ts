import { beforeEach, expect, test } from 'vitest'
import { type Body, type Merchant, makeShelves, outcome } from '../merchant.ts'
import { CREATIONS, UPSERTS } from '../products/doors.ts'
import { typesOf } from '../table.ts'
import { pathOf, publicly, shirts, variantsIn } from './shirts.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

const SHIRT = { name: 'Shirt', category_id: 'tea', status: 'active' }
const productOf = async (id: string): Promise<Body> => (await shop.ask('GET', `/admin/products/${id}`)).body
const variantsOf = async (id: string) => variantsIn(await shop.ask('GET', pathOf(id)))

test.each([...CREATIONS, ...UPSERTS])(
  '%s creates a product with its variants in one commit, which decide its price',
  async (_, send) => {
    const told = await send(shop, '', { ...SHIRT, ...shirts() })
    expect(outcome(told)).toBe('201')
    expect(told.body).not.toHaveProperty('variants')
    const { id } = told.body
    expect(await productOf(id)).toMatchObject({
      price: 1000,
      sku: null,
      price_range: { min: 1000, max: 3000 },
      variant_count: 3,
      version: 1,
    })
    expect((await variantsOf(id)).map(({ sku }) => sku)).toEqual(['SHIRT-S', 'SHIRT-M', 'SHIRT-L'])
    expect((await typesOf(shop.business.id)).slice(2)).toEqual(['product.created'])
  },
)

test('a creation with variants is replayed under its Idempotency-Key, and its variants are public', async () => {
  const ask = () =>
    shop.ask('POST', '/admin/products', { ...SHIRT, ...shirts() }, { 'idempotency-key': 'once' })
  const [first, second] = [await ask(), await ask()]
  expect(second.body).toEqual(first.body)
  expect((await publicly(shop, '/products/shirt?expand=variants')).body.variants).toHaveLength(3)
  expect(second.headers.get('idempotency-replayed')).toBe('true')
})

test('one variant without options is the product itself', async () => {
  const { body } = await shop.ask('POST', '/admin/products', {
    ...SHIRT,
    variants: [{ price: 5, sku: 'ONE', cost: 2 }],
  })
  expect(body).toMatchObject({ price: 5, sku: 'ONE', cost: 2, price_range: null, variant_count: 1 })
  expect(await variantsOf(body.id)).toMatchObject([{ id: body.id, sku: 'ONE' }])
})
