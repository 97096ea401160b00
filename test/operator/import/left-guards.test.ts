import { expect, test } from 'vitest'
import { findProduct } from '../../../lib/data/products/product-reads.ts'
import { putItem } from '../../../lib/data/table/calls/writer.ts'
import { newId } from '../../../lib/data/table/ids.ts'
import { skuGuardKey } from '../../../lib/data/table/keys.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'
import { importInto } from '../operate.ts'

test.each([
  ['with an external id', 'no product', { external_id: 'e1' }],
  ['without one', 'no product', {}],
  ['with an external id', 'a product that does not have it', { external_id: 'e1' }],
  ['without one', 'a product that does not have it', {}],
])('a row %s takes a SKU whose guard leads to %s', async (_, holder, names) => {
  const business = await makeBusiness()
  await makeCategory(business, { id: 'cups' })
  const other = await makeProduct(business, { category_id: 'cups', name: 'Other' })
  const product_id = holder === 'no product' ? newId(new Date()) : other.id
  // As a write leaves it that died before its last step.
  await putItem({ ...skuGuardKey(business.id, 'S1'), type: 'guard', product_id, stamp: 'left' })
  const row = { ...names, sku: 'S1', name: 'Cup', price: 900, category: 'Cups' }
  expect(await importInto(business, [row])).toMatchObject({ created: 1, refused: [] })
  expect(await findProduct(business.id, { sku: 'S1' })).toMatchObject({ name: 'Cup' })
  expect(await findProduct(business.id, other.id)).toMatchObject({ name: 'Other', sku: null })
})
