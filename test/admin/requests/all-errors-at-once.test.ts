import { beforeEach, expect, test } from 'vitest'
import * as keys from '../../../lib/data/table/keys.ts'
import { corruptItem } from '../../support/items.ts'
import { create, faults, type Merchant, makeShelves, outcome, TEA } from '../merchant.ts'

let shop: Merchant
let id: string
beforeEach(async () => {
  shop = await makeShelves()
  id = (await create(shop, '/admin/products', { ...TEA, external_id: 'erp', slug: 'mine' })).id
})

const patch = (body: object, of = id) => shop.ask('PATCH', `/admin/products/${of}`, body)

test('a body that is right except its category and the stored product gets both faults', async () => {
  const told = await patch({ compare_at_price: 10, category_id: 'no' })
  expect(faults(told).sort()).toEqual(['/category_id invalid', '/compare_at_price invalid'])
})

test('a body for a missing object gets the faults that no object could make right', async () => {
  const nobody = '01a1f85c-9786-79fb-a3c4-bd6300fca740'
  expect(faults(await patch({ price: -1, version: 9, category_id: 'no' }, nobody)).sort()).toEqual([
    '/category_id invalid',
    '/price invalid',
  ])
  expect(outcome(await patch({ version: 9 }, nobody))).toBe('404 product_not_found')
})

test('later rules check the fields that a body names, and not the other stored ones', async () => {
  const old = { name: 'Two\nlines', tags: ['a', 'x\ny', 'b', 'a'] }
  await corruptItem(keys.productKey(shop.business.id, id), old)
  const answer = await patch({ price: 7, metadata: { a: 'b' } })
  expect([outcome(answer), answer.body]).toMatchObject(['200', { ...old, price: 7, version: 2 }])
  expect((await patch({})).body.version).toBe(2)
  expect(faults(await patch({ name: old.name, price: -1 })).sort()).toEqual([
    '/name invalid',
    '/price invalid',
  ])
  const replaced = await shop.ask('PUT', '/admin/products/by-external-id/erp', answer.body)
  expect(faults(replaced).sort()).toEqual(['/name invalid', '/tags/1 invalid'])
})

test('a part of an object is let be while another part is changed', async () => {
  const contact = { email: null, phone: '1\n2', website: null, address: null }
  await corruptItem(keys.businessKey(shop.business.id), { contact })
  const answer = await shop.ask('PATCH', '/admin/business', { contact: { address: 'Here' } })
  expect(answer.body.contact).toEqual({ ...contact, address: 'Here' })
  expect(faults(await shop.ask('PATCH', '/admin/business', { contact: { phone: '3\n4' } }))).toEqual([
    '/contact/phone invalid',
  ])
})
