import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildIndex } from '../../../lib/data/search/store-index.ts'
import { findStoredIndex } from '../../../lib/data/search/stored-index.ts'
import { asTenant } from '../../../lib/data/table/calls/tenant-guard.ts'
import { readItem } from '../../../lib/data/table/calls/writer.ts'
import { searchIndexKey, searchLeaseKey } from '../../../lib/data/table/keys.ts'
import { pagesOf } from '../../../lib/data/table/patient-reads.ts'
import { type SeededShop, seedShop } from '../../support/seeded-shop.ts'

/** Happens when a shop has been read, and before its index is stored; the bytes that were read are then what it says. */
let whenRead = async (bytes: number) => bytes
vi.mock('../../../lib/data/search/read-shop.ts', async (original) => {
  const real = await original<typeof import('../../../lib/data/search/read-shop.ts')>()
  const readShop: typeof real.readShop = async (...args) => {
    const shop = await real.readShop(...args)
    return { ...shop, bytes: await whenRead(shop.bytes) }
  }
  return { ...real, readShop }
})

const LARGE = 3_000_000
const SMALL = 1_000

let shop: SeededShop

beforeAll(async () => {
  shop = await seedShop(3, (n) => ({ name: `Tea ${n}` }))
})
beforeEach(() => {
  whenRead = async () => LARGE
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const build = (requestedAt?: number) => asTenant(shop.id, () => buildIndex(shop.id, requestedAt))
const keysOf = async () => {
  const items = await Array.fromAsync(pagesOf({ pk: searchIndexKey(shop.id).pk, sk: '' }))
  return items.flat().map(({ sk }) => sk)
}

test('a lease whose response was lost is held by its requester', async () => {
  const { send } = DynamoDBDocumentClient.prototype
  let puts = 0
  vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
    this: DynamoDBDocumentClient,
    ...args: Parameters<typeof send>
  ) {
    const output = await Reflect.apply(send, this, args)
    const isLease = JSON.stringify(args[0].input).includes('"search_lease"')
    if (isLease && ++puts === 1) throw Object.assign(new Error('lost'), { name: 'TimeoutError' })
    return output
  })
  expect(await build(Date.now())).toMatchObject({ is_stored: true })
  expect(puts).toBe(2)
  expect(await readItem(searchLeaseKey(shop.id))).toBeUndefined()
})

test('who does not hold the lease leaves it to its holder', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 })
  whenRead = async () => {
    whenRead = async () => LARGE
    vi.setSystemTime(Date.now() + 1_000)
    // It is made without a wish, beside the holder.
    expect(await build()).toMatchObject({ is_stored: true })
    expect(await build(Date.now() + 120_000)).toBeUndefined()
    return LARGE
  }
  await build(Date.now())
})

test('the index of a shop that has become small goes with its pieces', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 })
  await build()
  const { index = '' } = (await findStoredIndex(shop.id)) ?? {}
  expect((await keysOf()).filter((sk) => sk.includes(index))).toHaveLength(1)
  vi.setSystemTime(Date.now() + 1_000)
  whenRead = async () => SMALL
  expect(await build()).toMatchObject({ is_stored: false })
  expect(await findStoredIndex(shop.id)).toBeUndefined()
  expect((await keysOf()).filter((sk) => sk.includes(index))).toEqual([])
})

test('an index that was stored since a shop was small stays', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 60_000 })
  await build()
  whenRead = async () => {
    whenRead = async () => LARGE
    vi.setSystemTime(Date.now() + 5_000)
    await build()
    return SMALL
  }
  vi.setSystemTime(Date.now() + 1_000)
  expect(await build()).toMatchObject({ is_stored: false })
  expect((await findStoredIndex(shop.id))?.readAt).toBe(Date.now())
})
