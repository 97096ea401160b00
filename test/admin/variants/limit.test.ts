import { expect, test } from 'vitest'
import { changeProduct, createProduct } from '../../../lib/data/products/products.ts'
import { categoryCountKey } from '../../../lib/data/table/keys.ts'
import { MAX_VARIANTS } from '../../../lib/domain/limits.ts'
import { newWholeProduct } from '../../../lib/domain/products/product-body.ts'
import { replaceVariants } from '../../../lib/domain/products/replace-variants.ts'
import { plantItem } from '../../support/items.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'
import { shirts } from './shirts.ts'

/** A business that has room for so many variants more. */
async function makeFull(room: number) {
  const business = await makeBusiness()
  const count = { ...categoryCountKey(business.id, 'pots', 3), type: 'category_count', n: 1 }
  await plantItem({ ...count, v: MAX_VARIANTS - room })
  // This write counts the business's objects, and the process remembers the result from now on.
  await makeCategory(business, { id: 'tea' })
  return business
}

test('a business has at most 500,000 variants, also when it has just been let in for a product', async () => {
  const business = await makeFull(2)
  const { id } = await makeProduct(business, { category_id: 'tea' })
  const put = (body: object) => changeProduct(business.id, id, (whole) => replaceVariants(whole, { ...body }))
  await expect(put(shirts())).rejects.toMatchObject({ reason: 'limit_reached' })
  const { input, set } = newWholeProduct({ name: 'Shirt', category_id: 'tea', ...shirts() })
  await expect(createProduct(business.id, input, 'EUR', { set })).rejects.toMatchObject({
    reason: 'limit_reached',
  })
  // One without options has no variant beside itself.
  expect(await put({ variants: [{ price: 3 }] })).toMatchObject({ product: { price: 3 } })
})

test('the last variants that fit are taken', async () => {
  const business = await makeFull(3)
  const { id } = await makeProduct(business, { category_id: 'tea' })
  const whole = await changeProduct(business.id, id, (before) => replaceVariants(before, shirts()))
  expect(whole?.set.variants).toHaveLength(3)
})
