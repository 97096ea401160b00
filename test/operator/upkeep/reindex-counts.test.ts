import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deleteCategory } from '../../../lib/data/categories.ts'
import { deleteProduct } from '../../../lib/data/products/products.ts'
import type * as commits from '../../../lib/data/table/commit.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import type * as reads from '../../../lib/data/table/patient-reads.ts'
import { pagesOf } from '../../../lib/data/table/patient-reads.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { mendCounts } from '../../../lib/operator/upkeep/reindex/category-counts.ts'
import { reindexBusiness } from '../../../lib/operator/upkeep/reindex/reindex.ts'
import { newTally, tallyPage } from '../../../lib/operator/upkeep/verify/counts.ts'
import { corruptItem, countsOf, itemsOf, storedItem } from '../../support/items.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'
import { verify } from '../business/busy-shop.ts'

/** Somebody else, who is heard after the next read of counts, or before the next commit. */
const others: {
  afterRead?: (() => Promise<unknown>) | undefined
  beforeCommit?: (() => Promise<unknown>) | undefined
} = {}
const hear = async (when: keyof typeof others) => {
  const other = others[when]
  others[when] = undefined
  await other?.()
}
afterEach(() => {
  others.afterRead = undefined
  others.beforeCommit = undefined
})

vi.mock('../../../lib/data/table/commit.ts', async (original) => {
  const real = await original<typeof commits>()
  return {
    ...real,
    async commit(...args: Parameters<typeof real.commit>) {
      if (args[0].some(({ write }) => write.ConditionCheck)) await hear('beforeCommit')
      return real.commit(...args)
    },
  }
})
vi.mock('../../../lib/data/table/patient-reads.ts', async (original) => {
  const real = await original<typeof reads>()
  return {
    ...real,
    async readItems(...args: Parameters<typeof real.readItems>) {
      const found = await real.readItems(...args)
      if (args[0].some(({ sk }) => sk.startsWith(keys.COUNT_PREFIX))) await hear('afterRead')
      return found
    },
  }
})

let business: Business
beforeEach(async () => {
  business = await makeBusiness()
  for (const id of ['tea', 'pots']) await makeCategory(business, { id })
  await makeCategory(business, { id: 'cups', parent_id: 'pots' })
})

const make = () => makeProduct(business, { category_id: 'tea', additional_categories: [{ id: 'pots' }] })
const countOf = (category: string, shard: number) => keys.categoryCountKey(business.id, category, shard)
const isSound = async () => expect(await verify(business)).toMatchObject({ code: 0, findings: [] })

test('an empty category that counts a product can be deleted again', async () => {
  await corruptItem(countOf('tea', 2), { n: 1 })
  await expect(deleteCategory(business.id, 'tea')).rejects.toMatchObject({ reason: 'category_not_empty' })
  expect(await reindexBusiness(business.id)).toMatchObject({ written: 1, is_complete: true })
  await isSound()
  expect(await deleteCategory(business.id, 'tea')).toBe(true)
})

test('every number is corrected, in each shard that is wrong, and nothing else changes', async () => {
  await make()
  await make()
  const before = await itemsOf(business.id)
  for (const [category, shard, wrong] of [
    ['tea', 0, { n: 9 }],
    ['tea', 1, { n: '1' }],
    ['tea', 5, { v: -3, n: -1 }],
    ['pots', 3, { c: 7 }],
    ['pots', 6, { p: 9 }],
    ['cups', 7, { n: 1, v: 1, c: 1, p: 1 }],
  ] as const) {
    await corruptItem(countOf(category, shard), wrong)
  }
  expect(await reindexBusiness(business.id)).toMatchObject({ written: 6, is_complete: true })
  await isSound()
  const said = (items: object[]) => items.map((item) => ({ v: 0, c: 0, p: 0, ...item }))
  expect(said(await itemsOf(business.id))).toEqual(said(before))
})

test('what is created and deleted meanwhile is counted', async () => {
  const first = await make()
  for (let shard = 0; shard < keys.SHARDS; shard++) await corruptItem(countOf('tea', shard), { n: 50 })
  others.afterRead = () => make()
  others.beforeCommit = () => deleteProduct(business.id, first.id)
  expect(await reindexBusiness(business.id)).toMatchObject({ is_complete: true })
  await isSound()
  expect((await countsOf(business.id)).tea).toBe(1)
})

test('a count that has moved and moved back is read again', async () => {
  const makeIn = async (shard: number) => {
    for (;;) {
      const product = await make()
      if (keys.shardOf(product.id) === shard) return product
      await deleteProduct(business.id, product.id)
    }
  }
  const shard = 4
  const first = await makeIn(shard)
  await corruptItem(countOf('tea', shard), { n: 5 })
  const found = newTally()
  for await (const page of pagesOf({ ...keys.businessKey(business.id), sk: '' }))
    await tallyPage(found, business.id, page)
  // It counts the product that goes, the walk behind the read another one, and in the end there is none.
  await deleteProduct(business.id, first.id)
  others.afterRead = async () => {
    const second = await makeIn(shard)
    others.beforeCommit = () => deleteProduct(business.id, second.id)
  }
  expect(await mendCounts(business.id, found, undefined)).toBe(1)
  expect((await storedItem(countOf('tea', shard))).n).toBe(0)
  await isSound()
})

test('a category that never stops changing keeps its counts, and the rest continues', async () => {
  await corruptItem(countOf('tea', 1), { n: 9 })
  const again = async () => {
    others.beforeCommit = again
    await make()
  }
  others.beforeCommit = again
  expect(await reindexBusiness(business.id)).toMatchObject({ is_complete: true })
  expect((await storedItem(countOf('tea', 1))).n).toBeGreaterThanOrEqual(9)
})
