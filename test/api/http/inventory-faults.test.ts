import { expect, test } from 'vitest'
import { explainFault } from '../../../lib/api/http/inventory/faults.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'

test('a change of what is not tracked is refused by the name that it has', async () => {
  const business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  const { id } = await makeProduct(business, { category_id: 'tea', sku: 'A' })
  const explained = (change: object) =>
    explainFault(business.id, { index: 0, code: 'not_tracked' }, { delta: -1, ...change })
  const untracked = { code: 'invalid', detail: 'does not track its inventory' }
  expect(await explained({ sku: 'A' })).toEqual({ pointer: '/changes/0/sku', ...untracked })
  expect(await explained({ variant_id: id })).toEqual({ pointer: '/changes/0/variant_id', ...untracked })
  const foreign = { code: 'invalid', detail: 'is not a variant of this business' }
  const { id: other } = await makeBusiness()
  expect(await explained({ variant_id: other })).toEqual({ pointer: '/changes/0/variant_id', ...foreign })
})
