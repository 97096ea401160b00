import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { skuGuardKey } from '../../../lib/data/table/keys.ts'
import { guardsOf, plantItem, storedItem } from '../../support/items.ts'
import { create, type Merchant, makeShelves, outcome, TEA, type Told } from '../merchant.ts'
import { makeShirt, makeSizes, pathOf, SIZES, shirts } from './shirts.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

/** Every endpoint that can give a SKU to a product or a variant, which it makes as it needs it. */
const TAKERS: Record<string, (sku: string) => Promise<Told>> = {
  'POST /admin/products': (sku) => shop.ask('POST', '/admin/products', { ...TEA, sku }),
  'PATCH /admin/products/{id}': async (sku) =>
    shop.ask('PATCH', `/admin/products/${(await create(shop, '/admin/products', TEA)).id}`, { sku }),
  'PUT /admin/products/by-external-id/{external_id}': (sku) =>
    shop.ask('PUT', '/admin/products/by-external-id/erp', { ...TEA, sku }),
  'PATCH /admin/products/by-external-id/{external_id}': (sku) =>
    shop.ask('PATCH', '/admin/products/by-external-id/erp', { ...TEA, sku }),
  'POST /admin/products/bulk': (sku) =>
    shop.ask('POST', '/admin/products/bulk', { operations: [{ op: 'create', data: { ...TEA, sku } }] }),
  'PUT /admin/products/{id}/variants': async (sku) =>
    shop.ask('PUT', pathOf((await makeShirt(shop)).id), {
      options: [SIZES],
      variants: [{ option_values: { Size: 'S' }, price: 1, sku }],
    }),
  'PATCH /admin/products/{id}/variants': async (sku) => {
    const { path, variants } = await makeSizes(shop, shirts([]))
    return shop.ask('PATCH', path, { variants: [{ id: variants[1]?.id, sku }] })
  },
}

/** Whatever an endpoint says of the one write: `2xx`, or the code of the problem. */
function saidOf({ status, body }: Told): string {
  const problem = (body.data?.[0]?.problem ?? body) as { code?: string }
  return (body.data?.[0]?.status ?? status) < 300 ? '2xx' : `${problem.code}`
}

/** Those who can hold a guard of a SKU that they do not have. */
const HOLDERS: Record<string, () => Promise<string>> = {
  'a product that does not exist': async () => randomUUID(),
  'a product that has another SKU': async () =>
    (await create(shop, '/admin/products', { ...TEA, sku: 'OTHER' })).id,
  'a product with options, none of whose variants has it': async () => (await makeSizes(shop)).product.id,
}

const guardKey = (sku: string) => skuGuardKey(shop.business.id, sku)

const take = (endpoint: string, sku: string) => TAKERS[endpoint]?.(sku) as Promise<Told>

test.each([
  ...Object.keys(TAKERS).map((endpoint) => [endpoint, 'a product that does not exist'] as const),
  ...Object.keys(HOLDERS)
    .slice(1)
    .map((holder) => ['PUT /admin/products/{id}/variants', holder] as const),
])('%s takes a SKU that was left behind by %s', async (endpoint, kind) => {
  const holder = await HOLDERS[kind]?.()
  await plantItem({ ...guardKey('LEFT'), type: 'guard', product_id: holder, stamp: 'earlier' })
  expect(saidOf(await take(endpoint, 'LEFT'))).toBe('2xx')
  const [found] = (await shop.ask('GET', '/admin/variants?sku=LEFT')).body.data
  expect(found?.product_id).not.toBe(holder)
  const guard = await storedItem(guardKey('LEFT'))
  expect(guard).toMatchObject({ product_id: found?.product_id })
  expect(guard.stamp).not.toBe('earlier')
})

test.each(Object.keys(TAKERS))(
  '%s is refused a SKU that its holder has, itself or in a variant',
  async (endpoint) => {
    await create(shop, '/admin/products', { ...TEA, sku: 'HELD' })
    await makeSizes(shop)
    for (const sku of ['HELD', 'SHIRT-M']) {
      const before = await storedItem(guardKey(sku))
      expect(saidOf(await take(endpoint, sku))).toBe('sku_taken')
      expect(await storedItem(guardKey(sku))).toEqual(before)
    }
  },
)

test('of several SKUs those that were left behind are not named when another one is taken', async () => {
  await create(shop, '/admin/products', { ...TEA, sku: 'HELD' })
  await plantItem({ ...guardKey('LEFT'), type: 'guard', product_id: randomUUID(), stamp: 'earlier' })
  const { id } = await makeShirt(shop)
  const told = await shop.ask('PUT', pathOf(id), shirts(['LEFT', 'HELD']))
  expect(outcome(told)).toBe('409 sku_taken')
  expect(told.body.errors.map(({ pointer }) => pointer)).toEqual(['/variants/1/sku'])
})

test('a SKU that a PATCH of variants sets to null is free for another product', async () => {
  const { path, variants } = await makeSizes(shop)
  const released = { variants: [{ id: variants[0]?.id, sku: null }] }
  expect(outcome(await shop.ask('PATCH', path, released))).toBe('200')
  expect(await guardsOf(shop.business.id, ['SHIRT-S'])).toEqual([])
  expect((await shop.ask('GET', '/admin/variants?sku=SHIRT-S')).body.data).toEqual([])
  await create(shop, '/admin/products', { ...TEA, sku: 'SHIRT-S' })
})
