import { expect, test } from 'vitest'
import { ageEvents, plantEvent } from '../../support/feed.ts'
import { makeBusiness, makeToken } from '../../support/shop.ts'
import { fakeApi } from './fake-imports.ts'
import { asKey, startStorefront, storefront } from './installed.ts'

const business = await makeBusiness()
const env = await asKey(await makeToken(business))
// Those of the key are older, so that the feed shows them as if the test had waited.
await ageEvents(business.id)
const begin = Date.now() - 50_000
const plant = (object: string, n: number) =>
  plantEvent(business.id, { data: { id: object }, at: new Date(begin + n) })

test('events follow prints what happens from now on, one line for each event, until Ctrl-C', async () => {
  await plant('before', 0)
  await using running = await startStorefront(env, ['events', 'follow', '--interval', '1'])
  expect(await running.nextNote()).toBe('following the changes; Ctrl-C ends it')
  const after = await plant('after', 1)
  expect(await running.next()).toMatch(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z {2}product\.updated {9}after {33}system$/,
  )
  expect(await running.interrupt()).toBe(130)
  expect(await running.nextNote()).toBe(`to continue from here: --since ${after}`)
})

test('events follow says how to continue when its key is revoked', async () => {
  const problem = { type: 'about:blank', title: 'x', status: 401, code: 'invalid_api_key', detail: 'No.' }
  await using api = await fakeApi(({ query }) =>
    query.get('after') === 'now'
      ? { json: { data: [], has_more: false, next_after: 'evt_1' } }
      : { status: 401, json: problem },
  )
  const own = await asKey(`sfk_${'0'.repeat(49)}`, { STOREFRONT_URL: api.url })
  expect(await storefront(own, ['events', 'follow'])).toEqual({
    code: 1,
    stdout: '',
    notes: [
      'following the changes; Ctrl-C ends it',
      'to continue from here: --since evt_1',
      'error: No. (invalid_api_key)',
    ],
  })
})

test('events follow begins at an event, at a time, or so long ago', async () => {
  const ids = [await plant('a', 100), await plant('b', 200), await plant('c', 300)]
  const positions = [String(ids[0]), new Date(begin + 150).toISOString()]
  for (const since of positions) {
    await using running = await startStorefront(env, ['events', 'follow', '--since', since, '--json'])
    expect([JSON.parse(await running.next()).id, JSON.parse(await running.next()).id]).toEqual(ids.slice(1))
  }
  await using running = await startStorefront(env, [
    'events',
    'follow',
    '--since',
    '1h',
    '--types',
    'product.*',
  ])
  expect(await running.next()).toContain('  before  ')
})

test.each([
  [['--since', 'yesterday'], 2, /^error: --since yesterday: it must be an event id, a time such as /],
  [['--types', 'products'], 2, /^error: --types products: it must be types such as product.updated/],
  [['--types', 'product.sold'], 2, /^error: The parameter "type" must be one of .* \(invalid_parameter, /],
  [
    ['--since', 'evt_0'],
    2,
    /^error: The parameter "after" must be .* \(invalid_parameter, request [0-9a-f-]+\)$/,
  ],
])('events follow %j is one line', async (options, code, line) => {
  const outcome = await storefront(env, ['events', 'follow', ...options])
  expect(outcome).toEqual({ code, stdout: '', notes: [expect.stringMatching(line)] })
})
