import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ForeignItem } from '../../../lib/data/table/calls/tenant-guard.ts'
import type * as writerModule from '../../../lib/data/table/calls/writer.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import { removeOwn, removeShared } from '../../../lib/operator/upkeep/removal/items.ts'
import { type Item, itemsIn, plantItem, removeItem, storedItem } from '../../support/items.ts'
import { useOwnTable } from '../../support/own-table.ts'
import { makeBusiness } from '../../support/shop.ts'
import { operate } from '../operate.ts'
import { dumpOf, makeFullShop, nameOf } from './business-table.ts'
import { skipLongWaits } from './business-waits.ts'

await useOwnTable()

/** Somebody else, who is heard exactly between a read and the transaction that follows it. */
let meanwhile: (() => Promise<unknown>) | undefined
afterEach(() => {
  meanwhile = undefined
})

vi.mock('../../../lib/data/table/calls/writer.ts', async (original) => {
  const real = await original<typeof writerModule>()
  return {
    ...real,
    async sendTransaction(...args: Parameters<typeof real.sendTransaction>) {
      const other = meanwhile
      meanwhile = undefined
      await other?.()
      return real.sendTransaction(...args)
    },
  }
})

skipLongWaits()

const remove = (name: string, confirm: string, ...options: string[]) =>
  operate('business', 'delete', name, '--confirm', confirm, ...options)

/** A business with the same things under an id that differs in its last digit. */
async function makeNeighbour(id: string): Promise<string> {
  const twinId = id.slice(0, -1) + (id.endsWith('0') ? '1' : '0')
  const { business } = await makeFullShop()
  for (const item of await dumpOf(business.id)) {
    const twin = JSON.parse(JSON.stringify(item).replaceAll(business.id, twinId)) as Item
    await removeItem(item)
    await plantItem(twin)
  }
  return twinId
}

test('a neighbour with a similar id and slug stays as it is, to the byte', async () => {
  const { business } = await makeFullShop()
  const { id, slug } = business
  const twinId = await makeNeighbour(id)
  const similar = await makeBusiness({ slug: `${slug}-2` })
  // An id that begins with this one is none, but its items are found by the same beginning.
  const longer = { pk: `${keys.businessKey(id).pk}0`, sk: 'PROFILE', type: 'business', name: 'Longer' }
  const shown = { ...keys.productKey(randomUUID(), 'x'), type: 'product', store: keys.storePartition(id) }
  const naming = { ...keys.categoryKey(twinId, 'x'), type: 'category', business_id: id }
  for (const item of [longer, shown, naming]) await plantItem(item)
  const before = [await dumpOf(twinId), await dumpOf(similar.id)]
  const { code, stdout, notes } = await remove(slug, slug, '--sweep', '--json')
  expect([await dumpOf(twinId), await dumpOf(similar.id)]).toEqual(before)
  expect((await dumpOf(id)).map(nameOf).sort()).toEqual([longer, shown, naming].map(nameOf).sort())
  const left = (JSON.parse(stdout) as { left: keys.Key[] }).left.map(nameOf).sort()
  expect({ code, left }).toEqual({ code: 1, left: [longer, shown, naming].map(nameOf).sort() })
  expect(
    notes.filter((note) =>
      note.includes('names this business but is not one of its items, and is not deleted'),
    ),
  ).toHaveLength(3)
})

test('tokens and slugs that its items lead to stay if they are somebody else’s', async () => {
  const { business, former, earlier } = await makeFullShop()
  const { id, slug } = business
  const other = await makeFullShop()
  const stolen = [earlier, keys.shopKey(former)].map(({ pk, sk }) => ({
    pk,
    sk,
    type: 'stolen',
    business_id: other.business.id,
  }))
  for (const item of stolen) await plantItem(item)
  const before = await dumpOf(other.business.id)
  expect(await remove(slug, slug)).toMatchObject({ code: 0 })
  expect(await dumpOf(other.business.id)).toEqual(before)
  expect(await dumpOf(id)).toEqual([])
})

describe('the two ways in which items are deleted', () => {
  const removing = (businessId: string) => ({ businessId, signal: undefined, onDeleted: () => {} })

  test('never send another business’s item to be deleted', async () => {
    const [ours, theirs] = [await makeBusiness(), await makeBusiness()]
    const own = keys.businessKey(ours.id)
    for (const foreign of [keys.businessKey(theirs.id), keys.shopKey(theirs.slug)])
      await expect(removeOwn(removing(ours.id), [own, foreign])).rejects.toThrow(ForeignItem)
    await removeShared(removing(ours.id), [keys.shopKey(theirs.slug), keys.shopKey(ours.slug)])
    expect(await storedItem(own)).toMatchObject({ id: ours.id })
    expect(await storedItem(keys.shopKey(theirs.slug))).toMatchObject({ business_id: theirs.id })
    expect(await itemsIn(keys.shopKey(ours.slug).pk)).toEqual([])
  })

  test('leave what somebody takes between the reading and the deletion, and take the rest', async () => {
    const ours = await makeBusiness()
    const [taken, free] = [keys.shopKey(ours.slug), keys.shopKey(`free-${randomUUID()}`)]
    await plantItem({ ...free, type: 'shop', business_id: ours.id })
    const theirs = { ...taken, type: 'shop', business_id: randomUUID() }
    meanwhile = () => plantItem(theirs)
    const deleted: number[] = []
    await removeShared({ ...removing(ours.id), onDeleted: (count) => void deleted.push(count) }, [
      taken,
      free,
    ])
    expect(await storedItem(theirs)).toEqual(theirs)
    expect(await itemsIn(free.pk)).toEqual([])
    expect(deleted).toEqual([1])
  })
})
