/** The refusals by the rest of the shop, at each way to write a product: each has code of its own. */
import { expect, test } from 'vitest'
import { categoryCountKey } from '../../../lib/data/table/keys.ts'
import { MAX_VARIANTS } from '../../../lib/domain/limits.ts'
import { numbered } from '../../domain/products/stored-product.ts'
import { plantItem } from '../../support/items.ts'
import { create, faults, type Merchant, makeShelves, outcome, TEA } from '../merchant.ts'
import { makeShirt, pathOf, shirts } from '../variants/shirts.ts'

const WHOLE = { name: 'Cup', category_id: 'tea' }

/** A request that writes these members of a product. */
type Door = (shop: Merchant, members: object) => Promise<string>

/** `409 sku_taken /sku`: the outcome, and the places that are named. */
async function said(told: ReturnType<Merchant['ask']>): Promise<string> {
  const answer = await told
  const places = answer.body.errors ? faults(answer).map((fault) => fault.split(' ')[0]) : []
  return [outcome(answer), ...places].join(' ')
}

const operation =
  (op: string, more: object): Door =>
  async (shop, data) => {
    const { body } = await shop.ask('POST', '/admin/products/bulk', { operations: [{ op, ...more, data }] })
    const { problem } = body.data[0] as unknown as {
      problem: { status: number; code: string; errors?: { pointer: string }[] }
    }
    const places = problem.errors?.map(({ pointer }) => pointer.replace('/operations/0/data', '')) ?? []
    return [`${problem.status} ${problem.code}`, ...places].join(' ')
  }

const DOORS: Record<string, Door> = {
  POST: (shop, members) => said(shop.ask('POST', '/admin/products', { ...WHOLE, ...members })),
  PATCH: async (shop, members) =>
    said(shop.ask('PATCH', `/admin/products/${(await makeShirt(shop)).id}`, members)),
  'PUT by external id': (shop, members) =>
    said(shop.ask('PUT', '/admin/products/by-external-id/cup', { ...WHOLE, ...members })),
  'PATCH by external id': (shop, members) =>
    said(shop.ask('PATCH', '/admin/products/by-external-id/cup', { ...WHOLE, ...members })),
  'bulk create': (shop, members) => operation('create', {})(shop, { ...WHOLE, ...members }),
  'bulk update': async (shop, members) =>
    operation('update', { id: (await makeShirt(shop)).id })(shop, members),
  'bulk upsert': (shop, members) =>
    operation('upsert', { external_id: 'cup' })(shop, { ...WHOLE, ...members }),
  'bulk merge': (shop, members) => operation('merge', { external_id: 'cup' })(shop, { ...WHOLE, ...members }),
}

const VARIANTS: Record<string, Door> = {
  ...DOORS,
  'PUT of variants': async (shop, members) =>
    said(shop.ask('PUT', pathOf((await makeShirt(shop)).id), members)),
}

const LARGE = numbered(70, () => ({ image: { url: `https://images.example/${'a'.repeat(1_900)}` } }))
const MANY_SKUS = numbered(100, (n) => ({ sku: n < 81 ? `SKU-${n}` : null }))

const other = await makeShelves()
await create(other, '/admin/products', { ...TEA, slug: 'full', sku: 'full' })

test.each(Object.keys(DOORS))('%s names each value that another product has', async (door) => {
  const refused = await DOORS[door]?.(other, { price: 1, slug: 'full', sku: 'full' })
  expect(refused).toBe('409 slug_taken /slug /sku')
})

test.each(Object.keys(VARIANTS))('%s refuses more than 80 new SKUs, and 128 KB of variants', async (door) => {
  expect(await VARIANTS[door]?.(other, MANY_SKUS)).toBe('422 too_many_sku_changes')
  expect(await VARIANTS[door]?.(other, LARGE)).toBe('422 object_too_large')
})

test.each(Object.keys(VARIANTS))('%s refuses variants for which the business has no room', async (door) => {
  const full = await makeShelves()
  const count = { ...categoryCountKey(full.business.id, 'pots', 3), type: 'category_count', n: 1 }
  await plantItem({ ...count, v: MAX_VARIANTS - 2 })
  expect(await VARIANTS[door]?.(full, shirts())).toBe('422 limit_reached')
})

test('PATCH of variants refuses more than 80 new SKUs, and 128 KB of variants', async () => {
  const { id } = await makeShirt(other)
  const { body } = await other.ask('PUT', pathOf(id), numbered(100))
  const patched = (change: (n: number) => object) =>
    said(
      other.ask('PATCH', pathOf(id), {
        variants: (body.variants as { id: string }[]).slice(0, 81).map(({ id }, n) => ({ id, ...change(n) })),
      }),
    )
  expect(await patched((n) => ({ sku: `SKU-${n}` }))).toBe('422 too_many_sku_changes')
  const image = { url: `https://images.example/${'a'.repeat(1_900)}` }
  expect(await patched(() => ({ image }))).toBe('422 object_too_large')
})
