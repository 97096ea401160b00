import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SearchedShop } from '../../../lib/data/search/searched-shop.ts'
import { CatalogueTooLarge } from '../../../lib/data/storefront/catalogue.ts'
import { changedCategory } from '../../../lib/data/table/events.ts'
import { ENVIRONMENT } from '../../../lib/environment.ts'
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
  world = makeWorld()
})
afterEach(leaveWorld)

interface Hit {
  id: string
  name: string
  price: number
}

const hitsIn = async (
  shop: SearchedShop,
  query: Parameters<SearchedShop['search']>[0] = {},
): Promise<Hit[]> => (await shop.search(query)).cards.map((card) => JSON.parse(card))
const idsIn = async (shop: SearchedShop, query?: Parameters<SearchedShop['search']>[0]) =>
  (await hitsIn(shop, query)).map(({ id }) => id)

test('a new product, another name and another price are found with the next look', async () => {
  world.commit('a', { name: 'tea', price: 1 })
  const shop = new SearchedShop('shop')
  expect(await idsIn(shop)).toEqual(['a'])
  world.pass(30_000)
  world.commit('b', { name: 'cup', price: 2 })
  world.commit('a', { name: 'pot', price: 3 })
  world.pass(1_000)
  expect(await idsIn(shop, { text: 'cup' })).toEqual(['b'])
  expect(await idsIn(shop, { text: 'tea' })).toEqual([])
  expect(await idsIn(shop, { text: 'pot', priceMin: 3 })).toEqual(['a'])
  world.pass(1_000)
  world.commit('a', undefined)
  world.pass(1_000)
  expect(await shop.search({})).toMatchObject({ total: 1 })
})

test('the first search after a quiet time finds a category at its new place', async () => {
  world.commit('a', { name: 'tea', price: 1 })
  const shop = new SearchedShop('shop')
  expect(await idsIn(shop, { categories: ['drinks'] })).toEqual([])
  world.pass(60_000)
  world.category = { ...world.category, parent_id: 'drinks' }
  world.commit(changedCategory('tea'), undefined)
  world.pass(60_000)
  expect(await idsIn(shop, { categories: ['drinks'] })).toEqual(['a'])
})

test('a hit that has just changed is checked again, and dropped if it was deleted', async () => {
  vi.stubEnv(ENVIRONMENT.listMemory, '0')
  for (let n = 0; n < 100_000; n += 25_000) world.commit(`p${n}`, { name: 'tea', price: 1 })
  const shop = new SearchedShop('shop')
  world.pass(60_000)
  await idsIn(shop)
  // The row of the change comes before the product's own.
  world.commit('p0', { name: 'tea', price: 9 }, { lag: 4_000, changeLag: 0 })
  world.commit('p25000', undefined, { lag: 4_000, changeLag: 0 })
  expect(await idsIn(shop, { priceMax: 5 })).toHaveLength(4)
  world.pass(4_000)
  expect(await idsIn(shop, { priceMax: 5 })).toEqual(['p50000', 'p75000'])
})

test('in a quiet shop each look is one read, and after a quarter of an hour all is read again', async () => {
  world.commit('a', { name: 'tea', price: 1 })
  const shop = new SearchedShop('shop')
  world.pass(60_000)
  await idsIn(shop)
  world.reads = 0
  // An index has lost the row of a change.
  world.commit('b', { name: 'cup', price: 1 }, { changeLag: Number.POSITIVE_INFINITY })
  for (let second = 0; second < 899; second++) {
    world.pass(1_000)
    expect(await idsIn(shop)).toEqual(['a'])
  }
  expect(world.reads).toBe(0)
  world.pass(1_000)
  expect(await idsIn(shop)).toEqual(['b', 'a'])
})

test('what has changed is read twice: at once, and when nothing older can be read any more', async () => {
  world.commit('a', { name: 'tea', price: 1 })
  world.commit('b', { name: 'cup', price: 1 })
  const shop = new SearchedShop('shop')
  world.pass(60_000)
  await idsIn(shop)
  world.pass(1_000)
  world.reads = 0
  world.commit('a', { name: 'pot', price: 2 })
  for (let second = 0; second < 60; second++) {
    world.pass(1_000)
    expect(await idsIn(shop, { text: 'cup' })).toEqual(['b'])
  }
  expect(world.reads).toBe(2)
})

test('a large shop requests an index, opens it, and reads the changes since it was made', async () => {
  world.bytes = 3_000_000
  world.commit('a', { name: 'tea', price: 1 })
  world.commit('b', { name: 'cup', price: 1 })
  world.pass(60_000)
  const first = new SearchedShop('shop')
  expect(await idsIn(first)).toEqual(['b', 'a'])
  expect(world.wishes).toBe(1)
  await world.store()
  world.pass(60_000)
  world.commit('b', undefined)
  world.commit('c', { name: 'pot', price: 1 })
  world.pass(3_600_000)
  world.bytes = Number.NaN
  const later = new SearchedShop('shop')
  expect(await idsIn(later)).toEqual(['c', 'a'])
  expect(await later.search({ text: 'cup' })).toMatchObject({ total: 0 })
  // A day later it is made anew; until then the shop is not read as a whole.
  world.pass(24 * 3_600_000)
  expect(await idsIn(later)).toEqual(['c', 'a'])
  expect(world.wishes).toBe(2)
  await world.store()
  world.commit('d', { name: 'bowl', price: 1 })
  world.pass(900_000)
  expect(await idsIn(later)).toEqual(['d', 'c', 'a'])
  expect(world.wishes).toBe(2)
})

test('of a shop that is too large nothing is found until its index is stored, and it is read once', async () => {
  world.commit('a', { name: 'tea', price: 1 })
  world.pass(60_000)
  let reads = 0
  const { readShop } = world
  Object.assign(world, {
    readShop: async () => {
      reads++
      throw new CatalogueTooLarge()
    },
  })
  const shop = new SearchedShop('shop')
  for (let second = 0; second < 30; second++) {
    await expect(shop.search({})).rejects.toThrow(CatalogueTooLarge)
    world.pass(1_000)
  }
  expect(reads).toBe(1)
  expect(world.wishes).toBe(6)
  Object.assign(world, { readShop })
  await world.store()
  world.pass(5_000)
  expect(await idsIn(shop)).toEqual(['a'])
})

test('hundreds of changes at once are found with the next look, whether or not somebody searched meanwhile', async () => {
  for (let n = 0; n < 500; n++) world.commit(`p${n}`, { name: 'tea', price: 1 })
  const shop = new SearchedShop('shop')
  world.pass(60_000)
  await idsIn(shop)
  for (const [price, wait] of [
    [2, 1_000],
    [3, 120_000],
  ] as const) {
    for (let n = 0; n < 500; n++) world.commit(`p${n}`, { name: 'tea', price })
    world.pass(wait)
    expect(await shop.search({ priceMin: price, limit: 10 })).toMatchObject({ total: 500 })
    expect(await shop.search({ priceMax: price - 1 })).toMatchObject({ total: 0 })
  }
})

test('a hit that has just got another name is a hit for its new words alone', async () => {
  vi.stubEnv(ENVIRONMENT.listMemory, '0')
  for (let n = 0; n < 100_000; n += 25_000) world.commit(`p${n}`, { name: 'tea', price: 1 })
  const shop = new SearchedShop('shop')
  world.pass(60_000)
  await idsIn(shop)
  world.commit('p0', { name: 'cup', price: 1 }, { lag: 4_000, changeLag: 0 })
  world.commit('p25000', { name: 'tea pot', price: 1 }, { lag: 4_000, changeLag: 0 })
  await idsIn(shop, { text: 'tea' })
  world.pass(4_000)
  expect((await idsIn(shop, { text: 'tea' })).sort()).toEqual(['p25000', 'p50000', 'p75000'])
})

test('with a stored index, two thousand changes at once are found with the next look', async () => {
  for (let n = 0; n < 3_000; n++) world.commit(`p${n}`, { name: 'tea', price: 1 })
  world.pass(60_000)
  await world.store()
  const shop = new SearchedShop('shop')
  await idsIn(shop, { limit: 1 })
  for (let n = 0; n < 2_000; n++) world.commit(`p${n}`, { name: 'tea', price: 2 })
  world.pass(120_000)
  expect(await shop.search({ priceMin: 2, limit: 1 })).toMatchObject({ total: 2_000 })
})

test('more changes than can be read one by one: hits are never older than the index, and all are found', async () => {
  for (let n = 0; n < 900; n++) world.commit(`p${n}`, { name: 'tea', price: 1 })
  const shop = new SearchedShop('shop')
  world.pass(60_000)
  await idsIn(shop)
  for (let n = 0; n < 600; n++) world.commit(`p${n}`, n % 2 === 0 ? undefined : { name: 'cup', price: 2 })
  world.pass(1_000)
  expect((await idsIn(shop, { limit: 50 })).filter((id) => Number(id.slice(1)) % 2 === 0)).toEqual([])
  for (let second = 0; second < 7; second++) {
    world.pass(1_000)
    await idsIn(shop, { limit: 50 })
  }
  expect((await shop.search({ text: 'cup' })).total).toBe(300)
  expect((await shop.search({})).total).toBe(600)
})

/** Numbers that look random, the same in each run. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

test('four instances, ten writers, late commits and late rows: found in time, and not shown for longer than a second', async () => {
  const roll = dice(3)
  const ids = Array.from({ length: 40 }, (_, n) => `p${String(n).padStart(2, '0')}`)
  for (const id of ids) world.commit(id, { name: 'tea', price: 1 })
  const shops = Array.from({ length: 4 }, () => new SearchedShop('shop'))
  world.pass(60_000)
  for (let step = 0; step < 4_000; step++) {
    world.pass(roll(400))
    if (roll(8) === 0) {
      const id = ids[roll(ids.length)] ?? ''
      const state = roll(3) === 0 ? undefined : { name: `${['tea', 'cup', 'pot'][roll(3)]}`, price: roll(4) }
      const late = roll(50) === 0 ? roll(10_000) : roll(200)
      world.commit(id, state, { late, lag: roll(5_000), changeLag: roll(5_000) })
    }
    const hits = await hitsIn(shops[roll(shops.length)] as SearchedShop)
    for (const { id, name, price } of hits)
      expect(statesSince(id, world.now - 1_000), `${id} at ${world.now}`).toContainEqual({ name, price })
    for (const id of ids)
      if (!hits.some((hit) => hit.id === id)) expect(wasGoneWithin(id, 25_000), id).toBe(true)
  }
})

/** The states of a product since the newest change of which the index had both rows at a time. */
function statesSince(id: string, time: number) {
  const rows = world.commits.filter((commit) => commit.id === id)
  const known = rows.findLastIndex(({ seenAt, changeSeenAt }) => Math.max(seenAt, changeSeenAt) <= time)
  return rows.slice(Math.max(0, known)).map(({ state }) => state)
}

/** True if a product was not public at some time within these last milliseconds. */
function wasGoneWithin(id: string, ms: number): boolean {
  const rows = world.commits.filter((commit) => commit.id === id)
  const before = rows.findLast(({ committedAt }) => committedAt <= world.now - ms)
  return [before, ...rows.filter(({ committedAt }) => committedAt > world.now - ms)].some(
    (row) => !row?.state,
  )
}
