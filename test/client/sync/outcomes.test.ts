import { afterEach, describe, expect, test, vi } from 'vitest'
import { keyOf } from '../../../clients/typescript/src/sync/idempotency-key.ts'
import { type BulkResult, created, type Fate, fakeApi } from './fake-api.ts'

const teas = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ external_id: `tea-${n}`, price: n }))
const NOTHING = { done: 0, created: 0, updated: 0, replayed: 0, refused: [], failed: [], notices: [] }
const fates =
  (...results: BulkResult[]): Fate =>
  () =>
    results
const replayed =
  (...results: BulkResult[]): Fate =>
  () =>
    Response.json(
      { data: results.map((one, index) => ({ index, ...one })), count: results.length },
      { headers: { 'idempotency-replayed': 'true' } },
    )

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the fate of an operation', () => {
  test.each<[string, BulkResult, object]>([
    ['made', { status: 201 }, { created: 1 }],
    ['changed, or as it was', { status: 200 }, { updated: 1 }],
    [
      'refused',
      { status: 422, problem: { code: 'validation_failed', detail: 'no' } },
      {
        refused: [
          { external_id: 'tea-0', detail: 'no', problem: { code: 'validation_failed', detail: 'no' } },
        ],
      },
    ],
    [
      'refused without a word',
      { status: 404 },
      { refused: [{ external_id: 'tea-0', detail: 'the operation failed with 404' }] },
    ],
  ])('%s', async (_, result, expected) => {
    const { client, sent } = fakeApi(fates(result))
    expect(await client.products.sync(teas(1))).toEqual({ ...NOTHING, done: 1, ...expected })
    expect(sent).toHaveLength(1)
  })

  test.each([
    ['503', { status: 503 }],
    ['429', { status: 429 }],
    ['500', { status: 500 }],
    [
      'still being carried out',
      { status: 409, problem: { code: 'idempotency_in_progress', detail: 'wait' } },
    ],
  ])('that can pass, %s, is tried again', async (_, result) => {
    const { client, sent } = fakeApi(fates(result))
    expect(await client.products.sync(teas(1))).toEqual({ ...NOTHING, done: 1, created: 1 })
    expect(sent).toHaveLength(2)
  })

  test('that the response does not have is tried again', async () => {
    const { client, sent } = fakeApi(fates({ index: 1, status: 200 }))
    expect(await client.products.sync(teas(2))).toMatchObject({ created: 1, updated: 1 })
    expect(sent[1]?.operations).toMatchObject([{ external_id: 'tea-0' }])
  })

  test('that fails five times has failed', async () => {
    const { client, sent } = fakeApi(...Array<Fate>(5).fill(fates({ status: 503 })))
    expect(await client.products.sync(teas(1))).toEqual({
      ...NOTHING,
      done: 1,
      failed: [{ external_id: 'tea-0', detail: 'the operation failed with 503' }],
    })
    expect(sent).toHaveLength(5)
  })
})

test('errors of a product are reported by its own fields, once each', async () => {
  const errors = [
    { pointer: '/operations/0/data/variants/1/price', detail: 'must be an integer' },
    { pointer: '/operations/0/external_id', detail: 'is too long' },
    { pointer: '/operations/0/external_id', detail: 'is too long' },
    { pointer: '', detail: 'is nothing' },
    { parameter: 'x', detail: 'is unknown' },
  ]
  const { client } = fakeApi(
    fates({ status: 422, problem: { code: 'validation_failed', detail: 'no', errors } }),
  )
  const { refused } = await client.products.sync(teas(1))
  expect(refused.map(({ detail }) => detail)).toEqual([
    'variants.1.price: must be an integer; external_id: is too long; is nothing; x: is unknown',
  ])
})

describe('requests', () => {
  test('have 100 products, or as many as is said, in their order', async () => {
    for (const [chunkSize, expected] of [
      [undefined, [100, 100, 1]],
      [100, [100, 100, 1]],
      [67, [67, 67, 67]],
      [1, Array(201).fill(1)],
    ] as const) {
      const { client, sent } = fakeApi()
      await client.products.sync(teas(201), chunkSize === undefined ? {} : { chunkSize })
      expect(sent.map(({ operations }) => operations.length)).toEqual(expected)
      const ids = sent.flatMap(({ operations }) => operations.map(({ external_id }) => external_id))
      expect(ids).toEqual(teas(201).map(({ external_id }) => external_id))
    }
  })

  test('of nothing are not sent', async () => {
    const { client, sent } = fakeApi()
    expect(await client.products.sync([])).toEqual(NOTHING)
    expect(sent).toEqual([])
  })

  test('a product that is too large for one is sent alone', async () => {
    const { client, sent } = fakeApi()
    const large = { external_id: 'large', description: 'x'.repeat(950_000) }
    await client.products.sync([...teas(1), large, ...teas(2).slice(1)])
    expect(sent.map(({ operations }) => operations.map(({ external_id }) => external_id))).toEqual([
      ['tea-0'],
      ['large'],
      ['tea-1'],
    ])
  })

  test('a request is filled with as many as fit into 900,000 bytes', async () => {
    const { client, sent } = fakeApi()
    // Each is 10,000 bytes with its comma; a body has a few more around all of them.
    const empty = JSON.stringify({ op: 'merge', external_id: 'p-000', data: { description: '' } }).length + 1
    const products = Array.from({ length: 100 }, (_, n) => ({
      external_id: `p-${String(n).padStart(3, '0')}`,
      description: 'x'.repeat(10_000 - empty),
    }))
    await client.products.sync(products)
    expect(sent.map(({ operations }) => operations.length)).toEqual([90, 10])
  })

  test('say merge, or upsert where that is said', async () => {
    const { client, sent } = fakeApi()
    await client.products.sync(teas(1))
    await client.products.sync(
      [{ ...teas(1)[0], external_id: 'a', name: 'A', category_id: 'tea', price: 1 }],
      {
        mode: 'upsert',
      },
    )
    expect(sent.map(({ operations }) => operations[0]?.op)).toEqual(['merge', 'upsert'])
    expect(sent[0]?.operations).toEqual([{ op: 'merge', external_id: 'tea-0', data: { price: 0 } }])
  })
})

describe('waits between tries', () => {
  test('double from half a second to eight, and chance takes from them', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1)
    const { client, waits } = fakeApi(...Array<Fate>(7).fill(fates({ status: 503 })))
    await client.products.sync(teas(1), { repeats: 7 })
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
  })

  test('start again with each request', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { client, waits } = fakeApi(fates({ status: 503 }), created, fates({ status: 503 }))
    await client.products.sync(teas(2), { chunkSize: 1 })
    expect(waits).toEqual([250, 250])
  })
})

describe('a run', () => {
  test('that has a name gives the same content the same key, and no other', async () => {
    const { client, sent } = fakeApi()
    await client.products.sync(teas(1), { run: 'monday' })
    await client.products.sync(teas(1), { run: 'monday' })
    await client.products.sync(teas(2), { run: 'monday' })
    await client.products.sync(teas(1), { run: 'tuesday' })
    const [first, second, ...others] = sent.map(({ key }) => key)
    expect(second).toBe(first)
    expect(first).toMatch(/^sync-[0-9a-f]{64}$/)
    expect(new Set([first, ...others]).size).toBe(3)
  })

  test('without a name is not that of another call', async () => {
    const { client, sent } = fakeApi()
    await client.products.sync(teas(1))
    await client.products.sync(teas(1))
    expect(sent[0]?.key).not.toBe(sent[1]?.key)
  })

  test('that was there before has replayed what it wrote, and only a run with a name can have been', async () => {
    const before = replayed({ status: 201 }, { status: 200 }, { status: 422, problem: { detail: 'no' } })
    const named = fakeApi(before)
    expect(await named.client.products.sync(teas(3), { run: 'monday' })).toMatchObject({
      created: 0,
      updated: 0,
      replayed: 2,
      refused: [{ external_id: 'tea-2' }],
    })
    const unnamed = fakeApi(before)
    expect(await unnamed.client.products.sync(teas(3))).toMatchObject({ created: 1, updated: 1, replayed: 0 })
  })
})

test('a key is a digest of the run and the content, apart from each other', async () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  expect(await keyOf('a', bytes('b c'))).toBe(await keyOf('a', bytes('b c')))
  expect(await keyOf('a', bytes('b'))).not.toBe(await keyOf('b', bytes('a')))
  expect(await keyOf('', bytes('abc'))).toMatch(/^sync-[0-9a-f]{64}$/)
})

describe('products that are not sent', () => {
  test('have no external id, or that of an earlier one', async () => {
    const { client, sent } = fakeApi()
    const odd = [{ external_id: '' }, {}, { external_id: null }, { external_id: 7 }, ...teas(1), ...teas(1)]
    const progress: number[] = []
    const report = await client.products.sync(odd as { external_id: string }[], {
      onProgress: ({ refused }) => progress.push(refused),
    })
    const none = 'has no external_id'
    expect(report).toEqual({
      ...NOTHING,
      done: 6,
      created: 1,
      refused: [
        { external_id: '', detail: none },
        { external_id: '', detail: none },
        { external_id: '', detail: none },
        { external_id: '7', detail: none },
        {
          external_id: 'tea-0',
          detail: 'an earlier product has the same external_id; only that one is sent',
        },
      ],
    })
    expect(sent.map(({ operations }) => operations.length)).toEqual([1])
    expect(progress).toEqual([5])
  })
})

test('progress is reported after each request, in numbers', async () => {
  const { client } = fakeApi(fates({ status: 201 }, { status: 503 }), fates({ status: 422 }))
  const progress: object[] = []
  await client.products.sync(teas(3), { chunkSize: 2, onProgress: (one) => progress.push(one) })
  const counts = { updated: 0, replayed: 0, failed: 0 }
  expect(progress).toEqual([
    { ...counts, done: 1, created: 1, refused: 0 },
    { ...counts, done: 2, created: 1, refused: 1 },
    { ...counts, done: 3, created: 2, refused: 1 },
  ])
})

test.each([0, 101, 1.5, Number.NaN])('a request cannot have %d products', async (chunkSize) => {
  const { client, sent } = fakeApi()
  const ended = client.products.sync(teas(1), { chunkSize })
  await expect(ended).rejects.toThrow('chunkSize must be from 1 to 100')
  expect(sent).toEqual([])
})

test('what replaces products cannot be an import', async () => {
  const { client, sent } = fakeApi()
  const options = { asImport: true, mode: 'upsert' } as const
  const whole = teas(1).map((one) => ({ ...one, name: 'Tea', category_id: 'tea' }))
  await expect(client.products.sync(whole, options)).rejects.toThrow('an import can only merge')
  expect(sent).toEqual([])
})

test('a signal ends it before the next request', async () => {
  const stop = new AbortController()
  const { client, sent } = fakeApi(() => {
    stop.abort('enough')
    return [{ status: 503 }]
  })
  await expect(client.products.sync(teas(2), { chunkSize: 1, signal: stop.signal })).rejects.toBe('enough')
  expect(sent).toHaveLength(1)
})

test('an error of a whole request is thrown, after the progress so far', async () => {
  const refused: Fate = () => Response.json({ code: 'insufficient_scope', detail: 'no' }, { status: 403 })
  const { client } = fakeApi(created, refused)
  const progress: number[] = []
  const ended = client.products.sync(teas(3), { chunkSize: 2, onProgress: ({ done }) => progress.push(done) })
  await expect(ended).rejects.toMatchObject({ name: 'StorefrontError', status: 403 })
  expect(progress).toEqual([2])
})

test.each([0, 101, 1.5])('a chunk size of %d is refused', async (chunkSize) => {
  const { client, sent } = fakeApi()
  await expect(client.products.sync(teas(1), { chunkSize })).rejects.toThrow(RangeError)
  expect(sent).toEqual([])
})
