import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fileOf, type KeptFile } from '../../lib/api/http/answer/file-answer.ts'
import { keptFile } from '../../lib/api/http/feeds/kept-files.ts'
import { feedEmpty } from '../../lib/api/http/problems/problems.ts'

const MINUTE_MS = 60_000

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

let made = 0
const make = async (): Promise<KeptFile> => fileOf(`${++made}`, 'text/plain')
const read = async (businessId: string, { name = 'feed', of = '' } = {}) => {
  const before = made
  await keptFile({ businessId, name, of }, make)
  return made > before ? 'made' : 'kept'
}

test('a file is made once in 15 minutes, for its business, its name and what it depends on', async () => {
  expect([await read('a'), await read('a')]).toEqual(['made', 'kept'])
  expect([await read('b'), await read('a', { name: 'other' }), await read('a', { of: 'x' })]).toEqual([
    'made',
    'made',
    'made',
  ])
  // The one that depended on something else is gone.
  expect(await read('a')).toBe('made')
  vi.advanceTimersByTime(15 * MINUTE_MS - 1)
  expect(await read('a')).toBe('kept')
  vi.advanceTimersByTime(1)
  expect(await read('a')).toBe('made')
})

test('a clock that is put back does not make a file last longer', async () => {
  expect(await read('clock')).toBe('made')
  vi.setSystemTime(Date.now() - 15 * MINUTE_MS)
  expect(await read('clock')).toBe('made')
})

test('a feed that cannot be made is not tried for a minute, a fault of the table is', async () => {
  let tries = 0
  const refuse = () => {
    tries++
    return Promise.reject(feedEmpty())
  }
  const place = { businessId: 'empty', name: 'feed', of: '' }
  for (let n = 0; n < 3; n++)
    await expect(keptFile(place, refuse)).rejects.toMatchObject({ code: 'feed_empty' })
  expect(tries).toBe(1)
  vi.advanceTimersByTime(MINUTE_MS)
  expect(await read('empty')).toBe('made')
  const fail = () => {
    tries++
    return Promise.reject(new Error('no table'))
  }
  for (let n = 0; n < 2; n++)
    await expect(keptFile({ ...place, businessId: 'fault' }, fail)).rejects.toThrow('no table')
  expect(tries).toBe(3)
})

test('all files together are at most 64 MB: the oldest go first', async () => {
  const large = { ...fileOf('', 'text/plain'), gzip: Buffer.alloc(20 * 1024 * 1024) }
  for (const businessId of ['1', '2', '3', '4'])
    await keptFile({ businessId, name: 'large', of: '' }, async () => large)
  const madeAgain = async (businessId: string) => {
    let isMade = false
    await keptFile({ businessId, name: 'large', of: '' }, async () => {
      isMade = true
      return large
    })
    return isMade
  }
  expect([await madeAgain('4'), await madeAgain('3'), await madeAgain('2'), await madeAgain('1')]).toEqual([
    false,
    false,
    false,
    true,
  ])
})
