import { beforeEach, expect, test } from 'vitest'
import { pickOrNull } from '../../../lib/domain/pick.ts'
import { SPARSE_OF_VARIANTS, UNSET, UNSET_OF_VARIANTS } from '../../../lib/domain/products/fields.ts'
import { TRADE, TRADE_OF_VARIANTS } from '../../domain/products/every-field.ts'
import { create, faults, type Merchant, makeShelves, outcome, TEA } from '../merchant.ts'
import { pathOf, publicly, variantsIn } from '../variants/shirts.ts'
import { EXTERNAL_ID } from './doors.ts'

const OF_VARIANT = { gtin: '96385074', mpn: 'NH-25', weight_grams: 500 } satisfies Record<
  keyof typeof UNSET_OF_VARIANTS,
  unknown
>

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

const BODY = { ...TEA, status: 'active', external_id: EXTERNAL_ID }
const make = (more: object = TRADE) => create(shop, '/admin/products', { ...BODY, ...more })
const productOf = async (id: string) => (await shop.ask('GET', `/admin/products/${id}`)).body
const patch = (id: string, body: object) => shop.ask('PATCH', `/admin/products/${id}`, body)

test('a product has them, everybody sees those that are set, and in one order', async () => {
  const whole = await make()
  const bare = await make({ external_id: null })
  expect(whole).toMatchObject(TRADE)
  expect(bare).toMatchObject(UNSET)
  expect(Object.keys(whole)).toEqual(Object.keys(bare))
  await expect.poll(async () => (await publicly(shop, `/products/${whole.id}`)).body).toMatchObject(TRADE)
  const shown = (await publicly(shop, `/products/${bare.id}`)).body
  expect(Object.keys(shown).filter((name) => name in UNSET)).toEqual([])
  const keys = Object.keys((await publicly(shop, `/products/${whole.id}`)).body)
  expect(keys.slice(keys.indexOf('position'), keys.indexOf('created_at'))).toEqual([
    'position',
    ...Object.keys(TRADE),
  ])
  expect((await publicly(shop, `/products/${whole.id}/variants`)).body.variants).toMatchObject([
    TRADE_OF_VARIANTS,
  ])
  const [some] = (await publicly(shop, `/products?ids=${whole.id},${bare.id}&fields=gtin,brand`)).body.data
  expect(Object.keys(some ?? {})).toEqual(['id', 'brand', 'gtin'])
})

const SIZES = {
  options: [{ name: 'Size', values: ['S', 'M'] }],
  variants: [
    { option_values: { Size: 'S' }, price: 500, sku: 'S', ...OF_VARIANT },
    { option_values: { Size: 'M' }, price: 600, sku: 'M' },
  ],
}
const put = (id: string, body: object) => shop.ask('PUT', pathOf(id), body)
const tradeOf = async (id: string) => {
  const variants = variantsIn(await shop.ask('GET', pathOf(id)))
  return variants.map((variant) => pickOrNull(variant, SPARSE_OF_VARIANTS))
}

test('with options the variants have them, and the product has a brand and a condition', async () => {
  const { id } = await make()
  expect((await put(id, SIZES)).status).toBe(200)
  expect(await productOf(id)).toMatchObject({ ...TRADE, ...UNSET_OF_VARIANTS })
  expect(await tradeOf(id)).toEqual([OF_VARIANT, UNSET_OF_VARIANTS])
  for (const [name, value] of Object.entries(OF_VARIANT)) {
    const told = await patch(id, { [name]: value })
    expect(faults(told)).toEqual([`/${name} read_only`])
    expect(told.body.errors[0]?.detail).toContain('variants')
  }
  // Null is what is stored.
  expect(outcome(await patch(id, UNSET_OF_VARIANTS))).toEqual(outcome(await patch(id, {})))
  const shown = (await publicly(shop, `/products/${id}?expand=variants`)).body
  expect(shown).not.toHaveProperty('gtin')
  expect(shown.variants).toMatchObject([OF_VARIANT, { option_values: { Size: 'M' } }])
  expect(shown.variants).not.toMatchObject([{}, { gtin: expect.anything() }])
})

test('a stock that ends changes none of them', async () => {
  const { id } = await make()
  await put(id, {
    ...SIZES,
    variants: SIZES.variants.map((variant) => ({ ...variant, track_inventory: true, quantity: 1 })),
  })
  const told = await shop.ask('POST', '/admin/inventory/adjust', {
    reason: 'sale',
    changes: [{ variant_id: `${id}-1`, delta: -1 }],
  })
  expect(told.status).toBe(200)
  expect(await tradeOf(id)).toEqual([OF_VARIANT, UNSET_OF_VARIANTS])
  expect(await productOf(id)).toMatchObject({ ...TRADE, ...UNSET_OF_VARIANTS })
})
