import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SearchedShop } from '../../../lib/data/search/searched-shop.ts'
import { CatalogueTooLarge } from '../../../lib/data/storefront/catalogue.ts'
import { TableUnavailable } from '../../../lib/data/table/calls/table-fault.ts'
import { leaveWorld, makeWorld, type World } from './late-shop.ts'

let world: World
vi.mock('../../../lib/data/search/changes.ts', async () => (await import('./late-shop.ts')).MODULES.changes)
vi.mock('../../../lib/data/search/read-shop.ts', async (original) => ({
  ...(await original<object>()),
  ...(await import('./late-shop.ts')).MODULES['read-shop'],
}))
vi.mock('../../../lib/data/search/stored-index.ts', async (original) => ({
  ...(await original<object>()),
  ...(await import('./late-shop.ts')).MODULES['stored-index'],
}))
vi.mock(
  '../../../lib/data/search/index-request.ts',
  async () => (await import('./late-shop.ts')).MODULES.wish,
)

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  world = makeWorld()
})
afterEach(leaveWorld)

const SECOND = 1_000
const MINUTE = 60 * SECOND

const namesIn = async (shop: SearchedShop, text?: string): Promise<string[]> =>
  (await shop.search({ text })).cards.map((card) => JSON.parse(card).name)

type Read = 'readShop' | 'findStoredIndex' | 'openStoredIndex' | 'changesSince' | 'readProducts'

/** Lets a read of the table fail from now on. Returns how often it was tried, and a way to end that. */
function fail(read: Read, error: Error = new TableUnavailable('throttled')) {
  const tries: number[] = []
  const spy = vi.spyOn(world, read).mockImplementation(async () => {
    tries.push(world.now)
    throw error
  })
  return { tries, end: () => spy.mockRestore() }
}

/** A shop of 500 products, whose pause between two readings is four seconds, in the memory of an instance. */
async function openShop(): Promise<SearchedShop> {
  for (let n = 0; n < 500; n++) world.commit(`p${n}`, { name: `tea ${n}`, price: 1 })
  world.pass(MINUTE)
  const shop = new SearchedShop('shop')
  await shop.search({})
  return shop
}

async function openStored(): Promise<SearchedShop> {
  for (let n = 0; n < 500; n++) world.commit(`p${n}`, { name: `tea ${n}`, price: 1 })
  world.pass(MINUTE)
  await world.store()
  const shop = new SearchedShop('shop')
  await shop.search({ limit: 1 })
  return shop
}

test.each([
  ['the whole shop cannot be read', 'readShop', undefined],
  ['the shop has become too large', 'readShop', new CatalogueTooLarge()],
  ['the stored index cannot be looked for', 'findStoredIndex', undefined],
] as const)(
  '%s: the index in memory goes on, and is renewed as soon as that works',
  async (_, read, error) => {
    const shop = await openShop()
    world.pass(16 * MINUTE)
    const { tries, end } = fail(read, error)
    const from = world.now
    for (let second = 0; second < 12; second++, world.pass(SECOND)) {
      world.commit('new', { name: `pot ${second}`, price: 1 })
      world.pass(SECOND)
      expect(await namesIn(shop, 'pot')).toEqual([`pot ${second}`])
    }
    // The shop has 501 products, and is searched every two seconds.
    if (!error) expect(tries.map((at) => at - from)).toEqual([1, 7, 13, 19].map((s) => s * SECOND))
    end()
    // Its row of changes was lost, so it is found by a renewal alone.
    world.commit('lost', { name: 'cup', price: 1 }, { changeLag: Number.POSITIVE_INFINITY })
    world.pass(5 * SECOND)
    if (!error) expect(await namesIn(shop, 'cup')).toEqual(['cup'])
  },
)

test('a newer stored index that cannot be opened leaves the one in memory', async () => {
  const shop = await openStored()
  world.pass(16 * MINUTE)
  await world.store()
  const { tries, end } = fail('openStoredIndex')
  for (let second = 0; second < 5; second++, world.pass(SECOND))
    expect(await namesIn(shop, '7')).toContain('tea 7')
  // The pause of a try that failed is that of a reading: it costs as much.
  expect(tries).toHaveLength(2)
  end()
  world.pass(5 * SECOND)
  expect(await namesIn(shop, '7')).toContain('tea 7')
})

test('a shop that became too large is not read again, and its stored index is opened when there is one', async () => {
  const shop = await openShop()
  world.pass(16 * MINUTE)
  const { tries, end } = fail('readShop', new CatalogueTooLarge())
  for (let second = 0; second < 60; second++, world.pass(SECOND)) await namesIn(shop, '7')
  expect(tries).toHaveLength(1)
  expect(world.wishes).toBeGreaterThan(0)
  end()
  world.commit('lost', { name: 'cup', price: 1 }, { changeLag: Number.POSITIVE_INFINITY })
  await world.store()
  world.pass(5 * SECOND)
  expect(await namesIn(shop, 'cup')).toEqual(['cup'])
})

test('without an index a search fails, and the shop is read again after a second', async () => {
  world.commit('a', { name: 'tea', price: 1 })
  world.pass(MINUTE)
  const { tries, end } = fail('readShop')
  const shop = new SearchedShop('shop')
  for (let n = 0; n < 30; n++, world.pass(100)) await expect(shop.search({})).rejects.toThrow('throttled')
  expect(tries).toHaveLength(3)
  end()
  expect(await namesIn(shop)).toEqual(['tea'])
})

test('a stored index with too many changes behind it is not opened, and the shop is read instead', async () => {
  for (let n = 0; n < 500; n++) world.commit(`p${n}`, { name: `tea ${n}`, price: 1 })
  world.pass(MINUTE)
  await world.store()
  world.commit('p7', undefined)
  world.pass(SECOND)
  const { tries } = fail('changesSince', new CatalogueTooLarge())
  const shop = new SearchedShop('shop')
  expect(await namesIn(shop, '7')).not.toContain('tea 7')
  expect(tries).toHaveLength(1)
})

test('neither is that of a shop that is too large to be read: it is searched again with a newer one', async () => {
  for (let n = 0; n < 500; n++) world.commit(`p${n}`, { name: `tea ${n}`, price: 1 })
  world.pass(MINUTE)
  await world.store()
  world.commit('p7', undefined)
  world.pass(SECOND)
  const changes = fail('changesSince', new CatalogueTooLarge())
  const reads = fail('readShop', new CatalogueTooLarge())
  const shop = new SearchedShop('shop')
  for (let second = 0; second < 60; second++, world.pass(SECOND))
    await expect(shop.search({ text: '7' })).rejects.toThrow(CatalogueTooLarge)
  // Each of them costs as much as a reading.
  expect([changes.tries.length, reads.tries.length]).toEqual([1, 1])
  expect(world.wishes).toBeGreaterThan(0)
  changes.end()
  reads.end()
  await world.store()
  world.pass(5 * SECOND)
  expect(await namesIn(shop, '7')).not.toContain('tea 7')
})

test('an index in memory with too many changes behind it is given up, and the shop is read instead', async () => {
  const shop = await openStored()
  world.pass(MINUTE)
  world.commit('p7', undefined)
  const { tries, end } = fail('changesSince', new CatalogueTooLarge())
  expect(await namesIn(shop, '7')).not.toContain('tea 7')
  expect(tries).toHaveLength(1)
  end()
  // A newer stored one comes, and is outrun as well: the changes are asked for once.
  world.pass(16 * MINUTE)
  await world.store()
  world.pass(SECOND)
  const reads = fail('readShop', new CatalogueTooLarge())
  const changes = fail('changesSince', new CatalogueTooLarge())
  await expect(shop.search({})).rejects.toThrow(CatalogueTooLarge)
  expect([changes.tries.length, reads.tries.length]).toEqual([1, 1])
})

test.each(['changesSince', 'readProducts'] as const)('a search fails while %s fails', async (read) => {
  const shop = await openShop()
  world.pass(MINUTE)
  world.commit('p7', undefined)
  const { end } = fail(read)
  await expect(shop.search({})).rejects.toThrow(TableUnavailable)
  end()
  world.pass(SECOND)
  expect(await namesIn(shop, '7')).not.toContain('tea 7')
})

test('a fault of our own ends a search, also if there is an index', async () => {
  const shop = await openShop()
  world.pass(16 * MINUTE)
  fail('readShop', new TypeError('a mistake'))
  await expect(shop.search({})).rejects.toThrow(TypeError)
})

test('a change that is committed 10 s after its event was made is found by the next look', async () => {
  const shop = await openShop()
  world.pass(30 * SECOND)
  expect(await namesIn(shop, 'cup')).toEqual([])
  // The looks of this second have been behind the time of its event for long.
  world.commit('p0', { name: 'cup', price: 1 }, { late: 10 * SECOND })
  world.commit('p1', undefined, { late: 10 * SECOND })
  world.pass(SECOND)
  expect(await namesIn(shop, 'cup')).toEqual(['cup'])
  expect((await shop.search({})).total).toBe(499)
})
