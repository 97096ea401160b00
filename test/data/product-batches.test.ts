import { expect, test } from 'vitest'
import { findIds, readWholes } from '../../lib/data/products/product-batches.ts'
import { findWholeProduct } from '../../lib/data/products/product-reads.ts'
import { createProduct, deleteProduct, updateProduct } from '../../lib/data/products/products.ts'
import { variantSheetKey } from '../../lib/data/table/keys.ts'
import type { Business } from '../../lib/domain/business.ts'
import { newWholeProduct } from '../../lib/domain/products/product-body.ts'
import { plantItem, storedItem } from '../support/items.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

async function makeShirt(business: Business, mark: string) {
  const { id: category_id } = await makeCategory(business)
  const { input, set } = newWholeProduct({
    name: 'Shirt',
    category_id,
    external_id: mark,
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: ['S', 'M'].map((Size) => ({ option_values: { Size }, price: 100, sku: `${mark}-${Size}` })),
  })
  return createProduct(business.id, input, business.currency, { set })
}

test('names lead to ids, in their order and each for itself', async () => {
  const [business, other] = [await makeBusiness(), await makeBusiness()]
  const shirt = await makeShirt(business, 'one')
  await makeShirt(other, 'two')
  const { id: category_id } = await makeCategory(business, { name: 'Cups' })
  const cup = await makeProduct(business, { category_id, sku: 'CUP', slug: 'a-cup' })
  expect(
    await findIds(business.id, [
      { externalId: 'one', sku: 'CUP' },
      {},
      { sku: 'one-M', slug: 'a-cup' },
      { externalId: 'two', sku: 'two-S', slug: 'none' },
    ]),
  ).toEqual([{ externalId: shirt.id, sku: cup.id }, {}, { sku: shirt.id, slug: cup.id }, {}])
})

test('more products than fit into one request are found', async () => {
  const business = await makeBusiness()
  const shirt = await makeShirt(business, 'one')
  const names = Array.from({ length: 250 }, (_, n) => ({ sku: n === 249 ? 'one-S' : `none-${n}` }))
  const found = await findIds(business.id, names)
  expect(found.flatMap(({ sku }, n) => (sku === undefined ? [] : [[n, sku]]))).toEqual([[249, shirt.id]])
})

test('products are read whole, with or without options, and those that are not there are left out', async () => {
  const [business, other] = [await makeBusiness(), await makeBusiness()]
  const shirt = await makeShirt(business, 'one')
  const theirs = await makeShirt(other, 'one')
  const { id: category_id } = await makeCategory(business, { name: 'Cups' })
  const cup = await makeProduct(business, { category_id, status: 'draft' })
  const gone = await makeProduct(business, { category_id })
  await deleteProduct(business.id, gone.id)
  const found = await readWholes(business.id, [shirt.id, cup.id, gone.id, theirs.id])
  expect([...found.keys()].sort()).toEqual([shirt.id, cup.id].sort())
  for (const { id } of [shirt, cup]) expect(found.get(id)).toEqual(await findWholeProduct(business.id, id))
})

test('a product whose variants are newer than itself is left to be read alone', async () => {
  const business = await makeBusiness()
  const { id } = await makeShirt(business, 'one')
  await updateProduct(business.id, id, (product) => ({ ...product, name: 'Tee' }))
  expect((await readWholes(business.id, [id])).get(id)?.product).toMatchObject({ name: 'Tee', version: 2 })
  const key = variantSheetKey(business.id, id)
  const sheet = await storedItem(key)
  await plantItem({ ...sheet, ...key, version: 3 })
  expect(await readWholes(business.id, [id])).toEqual(new Map())
  await plantItem({ ...sheet, ...key })
})
