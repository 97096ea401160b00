import { beforeEach, expect, test } from 'vitest'
import { numbered } from '../../domain/products/stored-product.ts'
import { faults, type Merchant, makeShelves, outcome } from '../merchant.ts'
import { everythingOf } from '../table.ts'
import { makeShirt, makeSizes, pathOf, SIZES, shirts, variantsIn } from './shirts.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

const one = (Size: string, more: object = {}) => ({ option_values: { Size }, price: 1, ...more })
const sized = (...variants: object[]) => ({ options: [SIZES], variants })

test('PUT and PATCH change nothing if a variant is refused', async () => {
  const { path } = await makeSizes(shop)
  const before = await everythingOf(shop.business.id)
  const put = await shop.ask('PUT', path, sized(one('S'), one('M'), one('S')))
  const patch = await shop.ask('PATCH', path, {
    variants: [{ sku: 'SHIRT-S', option_values: { Size: 'L' } }],
  })
  expect([put, patch].map(outcome)).toEqual(['422 validation_failed', '422 validation_failed'])
  expect([put, patch].map(faults)).toEqual([
    ['/variants/2/option_values invalid'],
    ['/variants/0/option_values invalid'],
  ])
  expect(await everythingOf(shop.business.id)).toEqual(before)
})

test('an id that is not of this product, or twice, is refused by its place', async () => {
  const { path, variants } = await makeSizes(shop)
  const other = await makeSizes(shop, shirts(['1', '2', '3']))
  const id = variants[0]?.id
  const told = await shop.ask(
    'PUT',
    path,
    sized(one('S', { id: other.variants[0]?.id }), one('M', { id }), one('L', { id })),
  )
  expect(faults(told)).toEqual(['/variants/0/id invalid', '/variants/2/id invalid'])
})

test('a SKU of another product, or of its variant, is taken wherever it is asked for', async () => {
  const plain = await makeShirt(shop, { sku: 'PLAIN' })
  const { path } = await makeSizes(shop)
  const told = await shop.ask('PUT', path, sized(one('S', { sku: 'SHIRT-S' }), one('M', { sku: 'PLAIN' })))
  expect(outcome(told)).toBe('409 sku_taken')
  expect(faults(told)).toEqual(['/variants/1/sku sku_taken'])
  const again = await shop.ask('PATCH', `/admin/products/${plain.id}`, { sku: 'SHIRT-M' })
  expect(faults(again)).toEqual(['/sku sku_taken'])
})

test('80 new SKUs fit one request, 81 do not; a PATCH adds the rest', async () => {
  const { id } = await makeShirt(shop)
  const skus = (most: number) => (n: number) => ({ sku: n < most ? `SKU-${n}` : null })
  const refused = await shop.ask('PUT', pathOf(id), numbered(100, skus(81)))
  expect(outcome(refused)).toBe('422 too_many_sku_changes')
  const told = await shop.ask('PUT', pathOf(id), numbered(100, skus(80)))
  expect(outcome(told)).toBe('200')
  const rest = variantsIn(told).slice(80)
  const patched = await shop.ask('PATCH', pathOf(id), {
    variants: rest.map((variant, n) => ({ id: variant.id, sku: `SKU-${80 + n}` })),
  })
  expect(new Set(variantsIn(patched).map(({ sku }) => sku)).size).toBe(100)
  // 80 taken leave no room for the 100 that are released: these follow the commit.
  const other = await shop.ask(
    'PUT',
    pathOf(id),
    numbered(80, (n) => ({ sku: `NEW-${n}` })),
  )
  expect(outcome(other)).toBe('200')
  const free = await Promise.all(
    [0, 6, 7, 50, 99].map((n) => shop.ask('GET', `/admin/variants?sku=SKU-${n}`)),
  )
  expect(free.map(({ body }) => body.data)).toEqual(free.map(() => []))
  expect(outcome(await shop.ask('DELETE', `/admin/products/${id}`))).toBe('204')
})

test('the external id `variants` is refused', async () => {
  const told = await shop.ask('POST', '/admin/products', {
    name: 'Tea',
    price: 1,
    category_id: 'tea',
    external_id: 'variants',
  })
  expect(faults(told)).toEqual(['/external_id invalid'])
})
