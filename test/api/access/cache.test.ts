import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expiringCache } from '../../../lib/api/access/cache.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: 0 }))
afterEach(() => vi.useRealTimers())

/** A cache beside a count of what it had to load. */
function counted(maxEntries = 10) {
  const cache = expiringCache<string>({ ttlMs: 1000, maxEntries })
  const loaded: string[] = []
  const get = (name: string, value: string | null = `value of ${name}`) =>
    cache.get(name, async () => {
      loaded.push(name)
      return value
    })
  return { cache, loaded, get }
}

test('what was loaded is kept until its time is over, not a millisecond longer', async () => {
  const { get, loaded } = counted()
  expect(await get('a')).toBe('value of a')
  vi.setSystemTime(999)
  expect(await get('a')).toBe('value of a')
  expect(loaded).toEqual(['a'])
  vi.setSystemTime(1000)
  await get('a')
  expect(loaded).toEqual(['a', 'a'])
})

test('use does not lengthen a life', async () => {
  const { get, loaded } = counted()
  for (const now of [0, 400, 800, 999]) {
    vi.setSystemTime(now)
    await get('a')
  }
  expect(loaded).toHaveLength(1)
  vi.setSystemTime(1001)
  await get('a')
  expect(loaded).toHaveLength(2)
})

test('a life counts from the start of the load, however long that takes', async () => {
  const { cache, get, loaded } = counted()
  const slow = Promise.withResolvers<string>()
  const first = cache.get('a', () => slow.promise)
  vi.setSystemTime(900)
  slow.resolve('old')
  expect(await first).toBe('old')
  vi.setSystemTime(999)
  expect(await get('a')).toBe('old')
  vi.setSystemTime(1000)
  expect(await get('a')).toBe('value of a')
  expect(loaded).toEqual(['a'])
})

test('a load that outlasts the life of its value is returned once and not kept', async () => {
  const { cache, get } = counted()
  const slow = Promise.withResolvers<string>()
  const first = cache.get('a', () => slow.promise)
  vi.setSystemTime(5000)
  slow.resolve('stale')
  expect(await first).toBe('stale')
  expect(await get('a', 'new')).toBe('new')
})

test('a slow load that ends behind a newer one never lives longer than from its own start', async () => {
  const { cache, get } = counted()
  const slow = Promise.withResolvers<string>()
  const first = cache.get('a', () => slow.promise)
  vi.setSystemTime(500)
  await get('a', 'new')
  slow.resolve('old')
  await first
  vi.setSystemTime(1000)
  expect(await get('a', 'newest')).not.toBe('old')
})

test('null is not kept', async () => {
  const { get, loaded } = counted()
  expect(await get('a', null)).toBeNull()
  expect(await get('a', null)).toBeNull()
  expect(await get('a', 'here now')).toBe('here now')
  expect(loaded).toEqual(['a', 'a', 'a'])
})

test('an empty text is kept: only null says that there is nothing', async () => {
  const { get, loaded } = counted()
  await get('a', '')
  expect(await get('a')).toBe('')
  expect(loaded).toEqual(['a'])
})

test('a thousand guesses push out nothing that is true', async () => {
  const { get, loaded } = counted(2)
  await get('a')
  for (let n = 0; n < 1000; n++) await get(`guess ${n}`, null)
  loaded.length = 0
  await get('a')
  expect(loaded).toEqual([])
})

test('a failed load is not kept, and the next read loads again', async () => {
  const { cache, get } = counted()
  await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await get('a')).toBe('value of a')
})

test('the least recently used entry makes room', async () => {
  const { get, loaded } = counted(3)
  for (const name of ['a', 'b', 'c', 'a', 'd']) await get(name)
  loaded.length = 0
  for (const name of ['a', 'c', 'd']) await get(name)
  expect(loaded).toEqual([])
  await get('b')
  expect(loaded).toEqual(['b'])
})

test('it never holds more than its bound', async () => {
  const { get, loaded } = counted(5)
  const names = Array.from({ length: 100 }, (_, n) => `name ${n}`)
  await Promise.all(names.map((name) => get(name)))
  loaded.length = 0
  for (const name of names.toReversed()) await get(name)
  expect(loaded).toHaveLength(95)
})

test('two caches share nothing, even under one name', async () => {
  const [slugs, uuids] = [counted(), counted()]
  await slugs.get('same', 'a slug')
  expect(await uuids.get('same', 'a UUID')).toBe('a UUID')
  expect(await slugs.get('same')).toBe('a slug')
})

test.each(['__proto__', 'constructor', 'toString', ''])('%j is a name like any other', async (name) => {
  const { get, loaded } = counted()
  expect(await get(name)).toBe(`value of ${name}`)
  expect(await get(name)).toBe(`value of ${name}`)
  expect(loaded).toEqual([name])
})
