import { beforeEach, expect, test } from 'vitest'
import { countsOf } from '../../support/items.ts'
import { faults, type Merchant, makeShelves, outcome, TEA } from '../merchant.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

const at = (externalId: string) => `/admin/products/by-external-id/${encodeURIComponent(externalId)}`
const put = (externalId: string, body: object) => shop.ask('PUT', at(externalId), body)

test('every external id is one in a path, and nothing else is', async () => {
  for (const id of ['A.b_c:d~e-1', 'x'.repeat(128), 'bulk', 'ERP', 'erp']) {
    expect(outcome(await put(id, TEA))).toBe('201')
    expect((await shop.ask('GET', at(id))).body.external_id).toBe(id)
  }
  const before = await countsOf(shop.business.id)
  for (const id of ['é', 'a/b', 'a%', 'a+b']) {
    expect(outcome(await shop.ask('GET', at(id)))).toBe('404 product_not_found')
    expect(faults(await shop.ask('PUT', at(id), TEA))).toContain('/external_id invalid')
  }
  expect(await countsOf(shop.business.id)).toEqual(before)
})

test('an id moves with a patch, and leads where it is', async () => {
  const { body: one } = await put('erp-1', TEA)
  await put('erp-2', TEA)
  const patch = (external_id: string | null) =>
    shop.ask('PATCH', `/admin/products/${one.id}`, { external_id })
  expect(outcome(await patch('erp-2'))).toBe('409 external_id_taken')
  expect(outcome(await patch('erp-3'))).toBe('200')
  expect((await shop.ask('GET', at('erp-1'))).status).toBe(404)
  expect((await shop.ask('GET', at('erp-3'))).body.id).toBe(one.id)
  expect(outcome(await put('erp-1', TEA))).toBe('201')
  await patch(null)
  expect((await shop.ask('GET', at('erp-3'))).status).toBe(404)
  await shop.ask('DELETE', `/admin/products/${(await shop.ask('GET', at('erp-1'))).body.id}`)
  expect(outcome(await put('erp-1', TEA))).toBe('201')
})
