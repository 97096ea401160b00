import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createStorefront, type SyncProgress } from '../../../clients/typescript/src/index.ts'

interface Job {
  id: string
  status: string
  detail?: string | null
  progress: Record<string, number>
  notices?: { code: string; detail: string }[]
}

const progress = (numbers: Record<string, number> = {}) => ({
  products: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  ...numbers,
})
const job = (status: string, numbers: Record<string, number> = {}, more: Partial<Job> = {}): Job => ({
  id: 'imp_1',
  status,
  detail: null,
  notices: [],
  progress: progress(numbers),
  ...more,
})

const problem = (status: number, code: string) =>
  Response.json(
    { type: 'about:blank', title: 'No', code, detail: 'no', status },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )

interface Scene {
  /** The import at each look; the last one stays. */
  looks?: (Job | Response)[]
  /** The responses to files; without one, it is taken. */
  posts?: (() => Response)[]
  faults?: object[]
  /** The response to a request that cancels the import. */
  cancel?: () => Response
  whileWaiting?: () => void
}

const taken = (headers: Record<string, string> = {}, id = 'imp_1') =>
  Response.json({ id, status: 'queued', progress: progress() }, { status: 202, headers })

/** A client of an API that takes one import, and what it was sent. */
function makeScene({
  looks = [job('succeeded')],
  posts = [],
  faults = [],
  cancel = () => Response.json(job('cancelled')),
  whileWaiting = () => {},
}: Scene = {}) {
  const files: { key: string | null; query: object; type: string | null; rows: unknown[] }[] = []
  const paths: string[] = []
  const bulk: string[][] = []
  const waits: number[] = []
  let looked = 0
  const client = createStorefront({
    baseUrl: 'https://api.example/api/v1',
    apiKey: 'sfk_1',
    retries: 0,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      const path = pathname.replace('/api/v1/admin', '')
      paths.push(`${request.method} ${path}`)
      if (path === '/products/bulk') {
        const { operations }: { operations: { external_id: string }[] } = JSON.parse(await request.text())
        bulk.push(operations.map(({ external_id }) => external_id))
        const data = operations.map((_, index) => ({ index, status: 201 }))
        return Response.json({ data, count: data.length })
      }
      if (path === '/imports') {
        const lines = gunzipSync(Buffer.from(await request.arrayBuffer()))
          .toString()
          .trimEnd()
          .split('\n')
        files.push({
          key: request.headers.get('idempotency-key'),
          query: Object.fromEntries(searchParams),
          type: request.headers.get('content-type'),
          rows: lines.map((line) => JSON.parse(line)),
        })
        return posts[files.length - 1]?.() ?? taken()
      }
      if (path.endsWith('/faults'))
        return Response.json({ data: faults, count: faults.length, has_more: false, next_cursor: null })
      if (path.endsWith('/cancel')) return cancel()
      const look = looks[Math.min(looked++, looks.length - 1)]
      return look instanceof Response ? look : Response.json(look)
    },
    async wait(ms, signal) {
      waits.push(ms)
      whileWaiting()
      signal.throwIfAborted()
    },
  })
  return { client, files, paths, bulk, waits }
}

const teas = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ external_id: `tea-${n}`, price: n }))
const asImport = { asImport: true } as const

test('all products are rows of one file, as new drafts and without questions', async () => {
  const { client, files, paths } = makeScene()
  await client.products.sync(teas(3), asImport)
  expect(files).toMatchObject([
    {
      query: { format: 'jsonl', status: 'draft', confirm_missing: 'true' },
      type: 'application/gzip',
      rows: teas(3),
    },
  ])
  expect(paths).toEqual(['POST /imports', 'GET /imports/imp_1', 'GET /imports/imp_1/faults'])
})

test('it is followed to its end, a second between two looks, and its numbers are those of the report', async () => {
  const looks = [
    job('queued'),
    job('running', { products: 2, created: 1, refused: 1 }),
    job('succeeded', { products: 4, created: 1, updated: 1, unchanged: 1, refused: 1 }),
  ]
  const { client, waits } = makeScene({ looks })
  const seen: SyncProgress[] = []
  const report = await client.products.sync(teas(4), { ...asImport, onProgress: (one) => seen.push(one) })
  expect(report).toEqual({
    done: 4,
    created: 1,
    updated: 2,
    replayed: 0,
    refused: [],
    failed: [],
    notices: [],
  })
  expect(waits).toEqual([1_000, 1_000])
  expect(seen.map(({ done, created, updated, refused }) => [done, created, updated, refused])).toEqual([
    [0, 0, 0, 0],
    [2, 1, 0, 1],
    [4, 1, 2, 0],
  ])
})

test('products that it cannot have are counted before it, and those that it reads otherwise are sent behind it', async () => {
  const { client, files, bulk } = makeScene({ looks: [job('succeeded', { products: 1, created: 1 })] })
  const odd = { external_id: 'odd', quantity: 7 }
  const report = await client.products.sync([{ external_id: '' }, odd, ...teas(1)], asImport)
  expect(files.map(({ rows }) => rows)).toEqual([teas(1)])
  expect(bulk).toEqual([['odd']])
  expect(report).toMatchObject({ done: 3, created: 2, refused: [{ external_id: '' }] })
})

test('refused rows are named by their external id or their number, with each reason once', async () => {
  const faults = [
    { row: 1, external_id: 'tea-0', reasons: ['sku: is taken', 'price: is required', 'sku: is taken'] },
    { row: 2, external_id: null, reasons: ['is nothing'] },
  ]
  const { client } = makeScene({ faults })
  expect(await client.products.sync(teas(2), asImport)).toMatchObject({
    refused: [
      { external_id: 'tea-0', detail: 'sku: is taken; price: is required' },
      { external_id: 'row 2', detail: 'is nothing' },
    ],
  })
})

test('reports those of its notices that name a loss', async () => {
  const notices = [
    { code: 'lost', detail: 'gtin: 1' },
    { code: 'format', detail: 'JSON Lines' },
  ]
  const { client } = makeScene({ looks: [job('succeeded', {}, { notices })] })
  expect(await client.products.sync(teas(1), asImport)).toMatchObject({ notices: ['gtin: 1'] })
})

describe('bulk requests have all of them', () => {
  test('during another import', async () => {
    const { client, bulk } = makeScene({ posts: [() => problem(409, 'import_running')] })
    expect(await client.products.sync(teas(2), asImport)).toMatchObject({ done: 2, created: 2 })
    expect(bulk).toEqual([['tea-0', 'tea-1']])
  })

  test('if none of them can be a row, and if there is none', async () => {
    const { client, files, bulk } = makeScene()
    await client.products.sync([{ external_id: 'odd', quantity: 7 }], asImport)
    await client.products.sync([], asImport)
    expect([files, bulk]).toEqual([[], [['odd']]])
  })

  test('if they are larger than a file may be, in their order', async () => {
    const { client, files, bulk } = makeScene()
    // Random, so that it cannot be compressed: 5 MB.
    const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(65_000))).toString('base64')
    const products = teas(80).map((one) => ({ ...one, description: random() }))
    await client.products.sync(products, asImport)
    expect(files).toHaveLength(0)
    expect(bulk.flat()).toEqual(products.map(({ external_id }) => external_id))
  })
})

test.each([
  [403, 'insufficient_scope'],
  [409, 'idempotency_in_progress'],
])('another refusal is an error: %i %s', async (status, code) => {
  const { client, bulk } = makeScene({ posts: [() => problem(status, code)] })
  await expect(client.products.sync(teas(1), asImport)).rejects.toMatchObject({
    name: 'StorefrontError',
    status,
  })
  expect(bulk).toEqual([])
})

describe('an import that ends before its last product is an error that names it', () => {
  test.each([
    ['was cancelled', job('cancelled'), 'the import imp_1 was cancelled'],
    [
      'failed',
      job('failed', {}, { detail: 'the key was revoked' }),
      'the import imp_1 failed: the key was revoked',
    ],
  ])('one that %s', async (_, end, message) => {
    const { client } = makeScene({
      looks: [end],
      faults: [{ row: 1, external_id: 'tea-0', reasons: ['no'] }],
    })
    await expect(client.products.sync(teas(1), asImport)).rejects.toThrow(message)
  })

  test('one that cannot be followed', async () => {
    const { client, paths } = makeScene({ looks: [job('running'), problem(403, 'insufficient_scope')] })
    await expect(client.products.sync(teas(1), asImport)).rejects.toMatchObject({
      message: 'the import imp_1 continues, but could not be followed',
      cause: { name: 'StorefrontError', status: 403 },
    })
    expect(paths).not.toContain('POST /imports/imp_1/cancel')
  })

  test('not one of which some rows were refused', async () => {
    const { client } = makeScene({ looks: [job('partly_succeeded', { products: 1, refused: 1 })] })
    expect(await client.products.sync(teas(1), asImport)).toMatchObject({ done: 1 })
  })
})

describe('a signal', () => {
  const stopping = (scene: Scene = {}) => {
    const stop = new AbortController()
    const made = makeScene({ looks: [job('running')], whileWaiting: () => stop.abort('enough'), ...scene })
    return { ...made, ended: made.client.products.sync(teas(1), { ...asImport, signal: stop.signal }) }
  }

  test('cancels it, and its reason is thrown', async () => {
    const { ended, paths } = stopping()
    await expect(ended).rejects.toBe('enough')
    expect(paths).toContain('POST /imports/imp_1/cancel')
  })

  test('that cannot cancel it says so', async () => {
    const { ended } = stopping({ cancel: () => problem(403, 'insufficient_scope') })
    await expect(ended).rejects.toMatchObject({
      message: 'the import imp_1 continues: it could not be cancelled',
      cause: { name: 'StorefrontError', status: 403 },
    })
  })

  test('that comes before the file sends none', async () => {
    const { client, files } = makeScene()
    const signal = AbortSignal.abort('enough')
    await expect(client.products.sync(teas(1), { ...asImport, signal })).rejects.toBe('enough')
    expect(files).toEqual([])
  })
})

describe('a run that is started again', () => {
  const again = { 'idempotency-replayed': 'true' }

  test('has the import that it had, and what that wrote counts as replayed', async () => {
    const end = job('succeeded', { products: 3, created: 1, updated: 1, unchanged: 1 })
    const { client, files } = makeScene({ looks: [end], posts: [() => taken(again)] })
    expect(await client.products.sync(teas(3), { ...asImport, run: 'monday' })).toMatchObject({
      done: 3,
      created: 0,
      updated: 0,
      replayed: 3,
    })
    expect(files).toHaveLength(1)
  })

  test('without a name has written it itself', async () => {
    const end = job('succeeded', { products: 1, created: 1 })
    const { client } = makeScene({ looks: [end], posts: [() => taken(again)] })
    expect(await client.products.sync(teas(1), asImport)).toMatchObject({ created: 1, replayed: 0 })
  })

  test.each(['cancelled', 'failed'])('continues one that was %s, under another key', async (status) => {
    const { client, files } = makeScene({
      looks: [job(status), job('succeeded', { products: 1, created: 1 })],
      posts: [() => taken(again), () => taken({}, 'imp_2')],
    })
    expect(await client.products.sync(teas(1), { ...asImport, run: 'monday' })).toMatchObject({
      created: 1,
      replayed: 0,
    })
    expect(new Set(files.map(({ key }) => key)).size).toBe(2)
  })

  test('continues it under a key of its own each time', async () => {
    const { client, files } = makeScene({
      looks: [
        job('cancelled'),
        job('failed', {}, { id: 'imp_2' }),
        job('succeeded', { products: 1, created: 1 }),
      ],
      posts: [() => taken(again), () => taken(again, 'imp_2'), () => taken({}, 'imp_3')],
    })
    await client.products.sync(teas(1), { ...asImport, run: 'monday' })
    expect(new Set(files.map(({ key }) => key)).size).toBe(3)
  })

  test('has the same key for the same products, and another one for others', async () => {
    const { client, files } = makeScene()
    for (const [run, count] of [
      ['monday', 1],
      ['monday', 1],
      ['monday', 2],
      ['tuesday', 1],
    ] as const)
      await client.products.sync(teas(count), { ...asImport, run })
    const [first, second, ...others] = files.map(({ key }) => key)
    expect(second).toBe(first)
    expect(new Set([first, ...others]).size).toBe(3)
  })
})
