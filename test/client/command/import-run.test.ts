import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeApi, importOf, type Received, type Reply } from './fake-imports.ts'
import { asKey, shopFolder, startStorefront, storefront } from './installed.ts'

/** A token of the right form, which a fake API does not look at. */
const TOKEN = `sfk_${'0'.repeat(49)}`
const envFor = (url: string) => asKey(TOKEN, { STOREFRONT_URL: url })
const nameOf = ({ method, path }: Received) => `${method} ${path}`
const NO_FAULTS: Reply = { json: { data: [], next_cursor: null } }

const file = join(await shopFolder(), 'products.csv')
await writeFile(file, 'name,price\nSencha,12.50\n')

test('import sends the file once, also if the response is lost, and follows it to its end', async () => {
  const states = [importOf('running'), importOf('succeeded', { products: 1, products_total: 1, created: 1 })]
  let lost = 1
  await using api = await fakeApi((request) => {
    if (nameOf(request) === 'POST /admin/imports')
      return lost-- > 0 ? undefined : { status: 202, json: importOf('queued') }
    return request.path.endsWith('/faults') ? NO_FAULTS : { json: states.shift() }
  })
  const options = ['--prices', 'decimal', '--map', 'name=Title', '--map', 'sku=Code', '--yes', '--keep-empty']
  const { code, stdout, notes } = await storefront(await envFor(api.url), ['import', file, ...options])
  expect([code, stdout]).toEqual([0, '1 row: 1 created, 0 updated, 0 unchanged, 0 refused\n'])
  expect(notes).toEqual(['sending 1 KB', 'import imp_1 has begun'])
  const [first, second] = api.received
  expect(first?.body.toString()).toBe('name,price\nSencha,12.50\n')
  expect(first?.query.toString()).toBe(
    'prices=decimal&confirm_missing=true&keep_empty=true&map=name%3DTitle&map=sku%3DCode',
  )
  expect(first?.key).toMatch(/^[0-9a-f-]{36}$/)
  expect(second).toEqual(first)
})

test('Ctrl-C cancels the import once, and says how far it came', async () => {
  let isCancelled = false
  await using api = await fakeApi((request) => {
    const name = nameOf(request)
    if (name.endsWith('/faults')) return NO_FAULTS
    if (name === 'POST /admin/imports') return { status: 202, json: importOf('queued') }
    if (name.endsWith('/cancel')) isCancelled = true
    const progress = { products: 40, products_total: 100, created: 40 }
    return { json: importOf(isCancelled && request.method === 'GET' ? 'cancelled' : 'running', progress) }
  })
  await using running = await startStorefront(await envFor(api.url), ['import', file])
  expect(await running.nextNote()).toBe('sending 1 KB')
  expect(await running.nextNote()).toBe('import imp_1 has begun')
  await expect.poll(() => api.received.map(nameOf)).toContain('GET /admin/imports/imp_1')
  const ended = running.interrupt()
  expect(await running.nextNote()).toBe('cancelling the import …')
  expect(await running.nextNote()).toBe('the import was cancelled; run the same command again to continue')
  expect(await running.next()).toBe('40 of 100 rows: 40 created, 0 updated, 0 unchanged, 0 refused')
  expect(await ended).toBe(130)
  expect(api.received.map(nameOf).filter((name) => name.endsWith('/cancel'))).toHaveLength(1)
})

test('refusals with the same reasons are one line, and all of them are in the report', async () => {
  const faults = [1, 2, 3].map((row) => ({
    row,
    line: row + 1,
    name: null,
    external_id: null,
    outcome: 'refused',
    reasons: row === 3 ? ['name: is required'] : [`sku: "A-${row}" is already used in row ${row}`],
  }))
  const progress = { products: 5, products_total: 5, created: 2, refused: 3 }
  const ended = importOf('partly_succeeded', progress, {
    notices: [{ code: 'a', detail: 'One column was ignored.' }],
  })
  await using api = await fakeApi(({ path, method, query }) => {
    if (method === 'POST') return { status: 202, json: ended }
    if (path === '/business') return { json: { slug: 'acme' } }
    if (!path.endsWith('/faults')) return { json: ended }
    const isFirst = query.get('cursor') === null
    return {
      json: { data: isFirst ? faults.slice(0, 2) : faults.slice(2), next_cursor: isFirst ? 'more' : null },
    }
  })
  const report = join(await shopFolder(), 'refused.jsonl')
  const { code, stdout, notes } = await storefront(await envFor(api.url), [
    'import',
    file,
    '--report',
    report,
  ])
  expect([code, stdout]).toEqual([3, '5 rows: 2 created, 0 updated, 0 unchanged, 3 refused\n'])
  expect(notes).toEqual([
    'sending 1 KB',
    'import imp_1 has begun',
    'in 2 rows, the first in row 1 (line 2): sku: "A-1" is already used in row 1',
    'row 3 (line 4): name: is required',
    'note: One column was ignored.',
    `See it: ${api.url}/shop/acme`,
  ])
  const lines = (await readFile(report, 'utf8')).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual(faults)
})

test.each([
  [
    importOf('failed', {}, { reason: 'unreadable', detail: 'Line 7 has\n3 cells.' }),
    1,
    'error: the import failed: Line 7 has 3 cells. (unreadable)',
  ],
  [importOf('cancelled'), 1, 'the import was cancelled; run the same command again to continue'],
  [
    importOf('cancelled', {}, { parameters: { stock: 'set' } }),
    1,
    'the import was cancelled; run the same command again to continue: --stock set then brings back what was sold since',
  ],
])('an import that ends as $status is one line', async (ended, code, line) => {
  await using api = await fakeApi(({ method }) =>
    method === 'POST' ? { status: 202, json: ended } : NO_FAULTS,
  )
  const outcome = await storefront(await envFor(api.url), ['import', '-'], 'name\nSencha\n')
  expect(outcome).toEqual({ code, stdout: '', notes: ['sending 1 KB', 'import imp_1 has begun', line] })
})

test('imports cancel says how long an import that runs can still take', async () => {
  await using api = await fakeApi(() => ({ status: 202, json: importOf('running') }))
  const { stdout } = await storefront(await envFor(api.url), ['imports', 'cancel', 'imp_1'])
  expect(stdout).toBe('imp_1 ends within 5 s, or within 6 minutes if its function crashed\n')
})

test('--no-wait prints the import and does not follow it', async () => {
  await using api = await fakeApi(() => ({ status: 202, json: importOf('queued') }))
  const outcome = await storefront(await envFor(api.url), ['import', file, '--no-wait'])
  expect(outcome).toEqual({ code: 0, stdout: 'imp_1 queued\n', notes: ['sending 1 KB'] })
  expect(api.received).toHaveLength(1)
})

test('a file that is too large even when it is compressed is not sent', async () => {
  const large = join(await shopFolder(), 'large.csv')
  const { randomBytes } = await import('node:crypto')
  await writeFile(large, randomBytes(5_000_000))
  await using api = await fakeApi(() => ({ status: 500 }))
  const { code, notes } = await storefront(await envFor(api.url), ['import', large])
  expect([code, api.received]).toEqual([1, []])
  expect(notes).toEqual([
    expect.stringMatching(
      /large\.csv has 4,88\d KB when it is compressed, and an import can have 4,400 KB: split it/,
    ),
  ])
})

test('an endless file is read no further than the largest import', async () => {
  await using api = await fakeApi(() => ({ status: 500 }))
  const { code, notes } = await storefront(await envFor(api.url), ['import', '/dev/zero'])
  expect([code, api.received]).toEqual([1, []])
  expect(notes).toEqual([
    expect.stringMatching(/^error: \/dev\/zero is larger, and an import can have 40,960 KB: split it/),
  ])
})

test.each([
  [['nothing.csv'], /^error: nothing\.csv: no such file or folder$/],
  [['.'], /^error: \.: this is a folder$/],
  [[file, '--report', 'none/refused.jsonl'], /^error: none\/refused\.jsonl: no such file or folder$/],
])('import %j is one line', async (options, line) => {
  const { code, stdout, notes } = await storefront(await envFor('http://127.0.0.1:9/api/v1'), [
    'import',
    ...options,
  ])
  expect([code, stdout, notes]).toEqual([1, '', [expect.stringMatching(line)]])
})
