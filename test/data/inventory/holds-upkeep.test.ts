import { beforeEach, expect, test } from 'vitest'
import { commitHold, putHold } from '../../../lib/data/holds/holds.ts'
import { releaseHold } from '../../../lib/data/holds/release.ts'
import { holdKey, ownDuePartition } from '../../../lib/data/table/keys.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { reindexBusiness } from '../../../lib/operator/upkeep/reindex/reindex.ts'
import { removeBusiness } from '../../../lib/operator/upkeep/removal/removal.ts'
import { verifyBusiness } from '../../../lib/operator/upkeep/verify/verify.ts'
import { corruptItem, itemsIn, storedItem } from '../../support/items.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'

let business: Business

beforeEach(async () => {
  business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  const { id } = await makeProduct(business, { category_id: 'tea', track_inventory: true, quantity: 9 })
  for (const reference of ['held', 'sold', 'back'])
    await putHold(business.id, reference, { items: [{ variant_id: id, quantity: 1 }], expires_in: 600 })
  await commitHold(business.id, 'sold', 'pi_1')
  await releaseHold(business.id, 'back')
})

const findings = async () =>
  (await verifyBusiness(business.id)).findings.map(({ code, sk, detail }) => [code, sk, detail])
const stored = (reference: string) => storedItem(holdKey(business.id, reference))

test('nothing is found of holds as they are written', async () => {
  expect(await findings()).toEqual([])
})

test.each([
  { name: 'a hold that the clock does not find', of: 'held', change: { store: undefined }, at: 'store' },
  { name: 'one that its business does not find', of: 'held', change: { shelf: undefined }, at: 'shelf' },
  { name: 'one with another end', of: 'held', change: { by_created: '0' }, at: 'by_created' },
  { name: 'one with other pieces', of: 'held', change: { facets: {} }, at: 'facets' },
  { name: 'one that the table deletes', of: 'held', change: { ttl: 1_900_000_000 }, at: 'ttl' },
  {
    name: 'a sale that is still listed',
    of: 'sold',
    change: { store: 'DUE#0', by_created: '0' },
    at: 'store, by_created',
  },
  { name: 'a released one that stays for ever', of: 'back', change: { ttl: undefined }, at: 'ttl' },
])('$name is found, and repaired', async ({ of, change, at }) => {
  const before = await stored(of)
  await corruptItem(holdKey(business.id, of), change)
  expect(await findings()).toEqual([['hold_unlisted', `HOLD#${of}`, `${at} should be different`]])
  expect(await reindexBusiness(business.id)).toMatchObject({ is_complete: true, written: 1 })
  expect(await findings()).toEqual([])
  expect(await stored(of)).toEqual({ ...before, rev: Number(before?.rev) + 1 })
})

test('an item that is not a hold is found, and left alone', async () => {
  await corruptItem(holdKey(business.id, 'held'), { items: 'none' })
  await corruptItem(holdKey(business.id, 'sold'), { status: 'lost' })
  await corruptItem(holdKey(business.id, 'back'), { type: 'other' })
  // From the partition and from the index, which are read side by side.
  const found = (await findings()).map(([code, sk]) => `${sk} ${code}`).sort()
  expect(found).toEqual(['HOLD#back unknown_item', 'HOLD#held invalid_item', 'HOLD#sold invalid_item'])
  expect(await reindexBusiness(business.id)).toMatchObject({ is_complete: true, written: 0 })
})

test('they go with their business', async () => {
  expect(await removeBusiness(business.id, { wait: async () => undefined })).toMatchObject({
    is_complete: true,
  })
  expect(await itemsIn(holdKey(business.id, '').pk)).toEqual([])
  expect(await itemsIn(ownDuePartition(business.id))).toEqual([])
})
