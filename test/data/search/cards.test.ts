import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MOST_CARD_BYTES } from '../../../lib/data/search/kept-cards.ts'
import { SearchedShop } from '../../../lib/data/search/searched-shop.ts'
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

const SECOND = 1_000
const MINUTE = 60 * SECOND
const LOST = { changeLag: Number.POSITIVE_INFINITY }

/** A shop whose index is stored, without the cards of its products `p0`, `p1`, ... */
async function openStored(count: number): Promise<SearchedShop> {
  for (let n = 0; n < count; n++) world.commit(`p${n}`, { name: `tea t${n}`, price: 1 })
  world.pass(MINUTE)
  await world.store()
  return new SearchedShop('shop')
}

const pricesIn = async (shop: SearchedShop, text?: string): Promise<Record<string, number>> => {
  const { cards } = await shop.search({ text })
  return Object.fromEntries(cards.map((card) => JSON.parse(card)).map(({ id, price }) => [id, price]))
}

/** Lets readings of cards wait, with what they have read. */
function holdCards() {
  const [held, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { readCards } = world
  vi.spyOn(world, 'readCards').mockImplementationOnce(async (...args) => {
    const cards = await readCards(...args)
    held.resolve()
    await open.promise
    return cards
  })
  return { held: held.promise, open: () => open.resolve() }
}

test('a card that was shown is read again with each renewal, also if the row of its change was lost', async () => {
  const shop = await openStored(3)
  expect(await pricesIn(shop)).toEqual({ p0: 1, p1: 1, p2: 1 })
  world.commit('p1', undefined, LOST)
  world.commit('p2', { name: 'tea t2', price: 2 }, LOST)
  world.pass(15 * MINUTE)
  expect(await pricesIn(shop)).toEqual({ p0: 1, p2: 2 })
})

test('of the cards of a stored index 64 MB are kept', async () => {
  const shop = await openStored(300)
  const long = `,"description":"${'x'.repeat(300_000)}"}`
  const { readCards } = world
  vi.spyOn(world, 'readCards').mockImplementation(async (...args) => {
    const cards = await readCards(...args)
    return new Map([...cards].map(([id, card]) => [id, `${card.slice(0, -1)}${long}`]))
  })
  let [most, shown] = [0, 0]
  for (let after: string | undefined; ; ) {
    const { cards, next } = await shop.search({ sort: 'position', limit: 3, after })
    shown += cards.length
    most = Math.max(most, shop.bytes)
    if (next === undefined) break
    after = next
  }
  expect(shown).toBe(300)
  expect(most).toBeGreaterThan(MOST_CARD_BYTES / 2)
  expect(most).toBeLessThan(MOST_CARD_BYTES + 1_000_000)
})

test('a search shows the cards that it found, whatever is forgotten meanwhile, and what it read before is not kept', async () => {
  const shop = await openStored(2)
  expect(await pricesIn(shop, 't0')).toEqual({ p0: 1 })
  const { held, open } = holdCards()
  const both = pricesIn(shop)
  await held
  world.commit('p1', undefined, LOST)
  world.pass(15 * MINUTE)
  expect(await pricesIn(shop, 't0')).toEqual({ p0: 1 })
  open()
  expect(await both).toEqual({ p0: 1, p1: 1 })
  expect(await pricesIn(shop)).toEqual({ p0: 1 })
})

test('a card that is read does not replace a newer one', async () => {
  const shop = await openStored(1)
  const { held, open } = holdCards()
  const before = pricesIn(shop)
  await held
  world.commit('p0', { name: 'tea t0', price: 2 })
  world.pass(SECOND)
  expect(await pricesIn(shop)).toEqual({ p0: 2 })
  open()
  await before
  expect(await pricesIn(shop)).toEqual({ p0: 2 })
})
