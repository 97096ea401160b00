import { expect, test, vi } from 'vitest'
import { TableUnavailable } from '../../../../lib/data/table/calls/table-fault.ts'
import * as keys from '../../../../lib/data/table/keys.ts'
import { reindexBusiness } from '../../../../lib/operator/upkeep/reindex/reindex.ts'
import type * as rendering from '../../../../lib/operator/upkeep/reindex/rendering.ts'
import { corruptItem, storedItem } from '../../../support/items.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../../support/shop.ts'

const thrown = vi.hoisted(() => ({ error: new Error('none'), sk: new Set<string>() }))
vi.mock('../../../../lib/operator/upkeep/reindex/rendering.ts', async (original) => {
  const module = await original<typeof rendering>()
  const renderAgain: typeof rendering.renderAgain = (businessId, item) => {
    if (thrown.sk.has(item.sk)) throw thrown.error
    return module.renderAgain(businessId, item)
  }
  return { ...module, renderAgain }
})

async function shopOf(count: number) {
  thrown.sk.clear()
  const business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  const products = await Promise.all(
    Array.from({ length: count }, () => makeProduct(business, { category_id: 'tea' })),
  )
  for (const { id } of products) await corruptItem(keys.productKey(business.id, id), { card_version: 0 })
  return { id: business.id, all: products.map((one) => keys.productKey(business.id, one.id)) }
}

test('a product that cannot be rendered again is named, and the others are', async () => {
  const { id, all } = await shopOf(3)
  thrown.error = new TypeError('a bug')
  const [first] = all
  if (!first) throw new Error('none')
  thrown.sk.add(first.sk)
  expect(await reindexBusiness(id)).toMatchObject({
    is_complete: true,
    written: 2,
    failed: [{ ...first, error: 'TypeError' }],
  })
  expect(await storedItem(first)).toMatchObject({ card_version: 0 })
})

test('many in a row end it, and so does a table that cannot be read', async () => {
  const { id, all } = await shopOf(21)
  for (const { sk } of all) thrown.sk.add(sk)
  thrown.error = new RangeError('a bug')
  const many = await reindexBusiness(id)
  expect(many).toMatchObject({ is_complete: false, fault: thrown.error })
  expect(many.failed.length).toBeGreaterThanOrEqual(20)
  thrown.error = new TableUnavailable('x')
  expect(await reindexBusiness(id)).toMatchObject({ is_complete: false, fault: thrown.error, failed: [] })
})
