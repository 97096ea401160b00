import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { handler } from '../../../functions/products/search.ts'
import { packIndex, unpackIndex } from '../../../lib/data/search/packed-index.ts'
import { readShop } from '../../../lib/data/search/read-shop.ts'
import { buildIndex } from '../../../lib/data/search/store-index.ts'
import { findStoredIndex, INDEX_VERSION, openStoredIndex } from '../../../lib/data/search/stored-index.ts'
import { asTenant } from '../../../lib/data/table/calls/tenant-guard.ts'
import { deleteItem, putItem, readItem } from '../../../lib/data/table/calls/writer.ts'
import { searchIndexKey, searchPieceKey } from '../../../lib/data/table/keys.ts'
import { pagesOf } from '../../../lib/data/table/patient-reads.ts'
import { makeIndex } from '../../../lib/domain/search/search-index.ts'
import { removeBusiness } from '../../../lib/operator/upkeep/removal/removal.ts'
import { checkSearchIndex } from '../../../lib/operator/upkeep/verify/search.ts'
import { askList, askPages } from '../../support/in-process.ts'
import { type SeededShop, seedShop } from '../../support/seeded-shop.ts'
import { makeBusiness } from '../../support/shop.ts'

const wishes = vi.hoisted(() => [] as string[])
vi.mock('../../../lib/data/search/index-request.ts', async (original) => ({
  ...(await original<object>()),
  requestIndex: async (businessId: string) => void wishes.push(businessId),
}))

/** Happens when a shop has been read, and before its index is stored. */
let whenRead = async () => {}
vi.mock('../../../lib/data/search/read-shop.ts', async (original) => {
  const real = await original<typeof import('../../../lib/data/search/read-shop.ts')>()
  const readShop: typeof real.readShop = async (...args) => {
    const shop = await real.readShop(...args)
    await whenRead()
    return shop
  }
  return { ...real, readShop }
})

let large: SeededShop

/** 2.4 MB of cards, of signs that are no words: more than a search reads without asking for an index. */
const describe = (n: number) => ({ name: `Tea ${n}`, description: '\u{1D11E}'.repeat(5_000) })
const COUNT = 120
beforeAll(async () => {
  large = await seedShop(COUNT, describe)
})
beforeEach(() => {
  wishes.splice(0)
  whenRead = async () => {}
})
afterEach(() => vi.useRealTimers())

const find = async (query: string) => askList(handler, large.id, { route: '/products/search', query })
const build = (requestedAt: number) => asTenant(large.id, () => buildIndex(large.id, requestedAt))
const stored = async () => {
  const pointer = await findStoredIndex(large.id)
  return pointer && openStoredIndex(large.id, pointer)
}
/** How many items there are of the indexes of a business. */
const itemsOf = async (businessId: string) => {
  const { pk } = searchIndexKey(businessId)
  return (await Array.fromAsync(pagesOf({ pk, sk: '' }))).flat().length
}

test('an index is packed and unpacked as it is', async () => {
  const { products, categories } = await readShop(large.id)
  const index = makeIndex(
    products.map(({ searched }) => searched),
    categories,
  )
  expect(unpackIndex(packIndex(index))).toEqual(index)
})

test('a large shop is read at first, and requests an index, which later instances open', async () => {
  expect(await find('q=tea&limit=1')).toMatchObject({ total: COUNT })
  expect(wishes).toEqual([large.id])
  expect(await build(Date.now())).toMatchObject({ products: COUNT, is_stored: true })
  expect((await stored())?.ids).toHaveLength(COUNT)
  // It was made after this wish, and shortly before this one; nobody else is asked.
  for (const requestedAt of [Date.now() - 60_000, Date.now()])
    expect(await build(requestedAt)).toBe(undefined)
  expect(await asTenant(large.id, () => buildIndex(large.id))).toMatchObject({ is_stored: true })
})

test('a stored index that is not whole is not opened, and is found', async () => {
  expect(await checkSearchIndex(large.id)).toEqual([])
  const pointer = await findStoredIndex(large.id)
  await deleteItem(searchPieceKey(large.id, pointer?.index ?? '', 0))
  expect(await stored()).toBe(undefined)
  expect((await checkSearchIndex(large.id)).map(({ code }) => code)).toEqual(['search_index_differs'])
})

test('a stored index of another version is passed over, and made again', async () => {
  const make = () => asTenant(large.id, () => buildIndex(large.id))
  await make()
  const key = searchIndexKey(large.id)
  await putItem({ ...(await readItem(key)), ...key, index_version: INDEX_VERSION - 1 })
  expect(await stored()).toBeUndefined()
  await make()
  expect(await stored()).toBeDefined()
})

test('of two that are made at once one is stored, and none of a business that is small, deleted or unknown', async () => {
  const requestedAt = Date.now() + 61_000
  const [one, other] = await Promise.all([build(requestedAt), build(requestedAt)])
  expect([one, other].filter((built) => built !== undefined)).toHaveLength(1)
  const small = await makeBusiness()
  const buildOf = (id: string) => asTenant(id, () => buildIndex(id, Date.now()))
  expect(await buildOf(small.id)).toMatchObject({ is_stored: false })
  expect(await buildOf(randomUUID())).toBe(undefined)
  expect(await findStoredIndex(small.id)).toBe(undefined)
})

test('an index that took long is not stored over a newer one, and leaves nothing', async () => {
  const before = await itemsOf(large.id)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  whenRead = async () => {
    whenRead = async () => {}
    // Whoever holds the lease has had longer than a function may run.
    vi.setSystemTime(Date.now() + 7 * 60_000)
    expect(await build(Date.now())).toMatchObject({ is_stored: true })
  }
  await build(Date.now())
  const pointer = await findStoredIndex(large.id)
  expect(pointer?.readAt).toBe(Date.now())
  expect(await itemsOf(large.id)).toBe(before + (pointer?.pieces ?? 0))
})

test('an index without a wish is made at the same time as another one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 })
  whenRead = async () => {
    whenRead = async () => {}
    vi.setSystemTime(Date.now() + 1_000)
    expect(await build(Date.now() + 120_000)).toBe(undefined)
    expect(await asTenant(large.id, () => buildIndex(large.id))).toMatchObject({ is_stored: true })
  }
  await asTenant(large.id, () => buildIndex(large.id))
  expect((await findStoredIndex(large.id))?.readAt).toBe(Date.now())
})

test('a page of large products ends at 1 MB, and the next one continues behind it', async () => {
  const wide = await seedShop(60, describe)
  const pages = await askPages(handler, wide.id, { route: '/products/search', query: 'sort=price&limit=50' })
  for (const { data } of pages) expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(1_100_000)
  expect(pages[0]?.count).toBeLessThan(50)
  expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(60)
  expect(pages.flatMap(({ data }) => data)).toHaveLength(60)
})

test('nothing is stored of a business that is being deleted, and its deletion leaves nothing, also of one that began before', async () => {
  const gone = await seedShop(COUNT, describe)
  const buildGone = () => asTenant(gone.id, () => buildIndex(gone.id, Date.now()))
  expect(await buildGone()).toMatchObject({ is_stored: true })
  const [read, removed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  whenRead = async () => {
    read.resolve()
    await removed.promise
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  const began = buildGone()
  await read.promise
  const wait = async () => expect(await buildGone()).toBe(undefined)
  expect(await removeBusiness(gone.id, { wait })).toMatchObject({ is_complete: true })
  removed.resolve()
  await began
  expect(await itemsOf(gone.id)).toBe(0)
})
