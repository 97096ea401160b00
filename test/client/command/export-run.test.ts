import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeApi, type Reply } from './fake-imports.ts'
import { asKey, shopFolder, startStorefront, storefront } from './installed.ts'

const TOKEN = `sfk_${'0'.repeat(49)}`
const envFor = (url: string) => asKey(TOKEN, { STOREFRONT_URL: url })
const folder = await shopFolder()

/** The pages of an export in the order of their cursors. */
const PAGES = ['{"name":"a"}\n{"name":"b"}\n', '{"name":"c"}\n', '{"name":"d"}\n']
const pageOf = (query: URLSearchParams): Reply => {
  const n = Number(query.get('cursor') ?? 0)
  const text = PAGES[n] ?? ''
  const type = { 'content-type': 'application/x-ndjson' }
  if (n + 1 === PAGES.length) return { text, headers: type }
  const link = `</api/v1/admin/export?format=jsonl&cursor=${n + 1}>; rel="next"`
  return { text, headers: { ...type, link } }
}

test('export joins the pages in a file, or on stdout', async () => {
  await using api = await fakeApi(({ query }) => pageOf(query))
  const env = await envFor(api.url)
  const file = join(folder, 'products.jsonl')
  expect(await storefront(env, ['export', file, '--status', 'active'])).toEqual({
    code: 0,
    stdout: '',
    notes: [`4 products, 1 KB in ${file}`],
  })
  expect(await readFile(file, 'utf8')).toBe(PAGES.join(''))
  expect(api.received[0]?.query.toString()).toBe('format=jsonl&status=active')
  expect(await storefront(env, ['export'])).toEqual({
    code: 0,
    stdout: PAGES.join(''),
    notes: ['4 products, 1 KB'],
  })
})

test('an export that fails half-way leaves the previous file as it was, and nothing else', async () => {
  const problem = { type: 'about:blank', title: 'x', status: 403, code: 'insufficient_scope', detail: 'No.' }
  await using api = await fakeApi(({ query }) =>
    query.get('cursor') === '2' ? { status: 403, json: problem } : pageOf(query),
  )
  const file = join(folder, 'broken.jsonl')
  const outcome = await storefront(await envFor(api.url), ['export', file])
  expect(outcome).toEqual({ code: 1, stdout: '', notes: ['error: No. (insufficient_scope)'] })
  expect((await readdir(folder)).filter((name) => name.startsWith(basename(file)))).toEqual([])
})

test('Ctrl-C ends an export, and leaves no file behind', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  await using api = await fakeApi(({ query }) => (query.get('cursor') === '1' ? promise : pageOf(query)))
  const file = join(folder, 'stopped.jsonl')
  await using running = await startStorefront(await envFor(api.url), ['export', file])
  await expect.poll(() => api.received).toHaveLength(2)
  const ended = running.interrupt()
  expect(await running.nextNote()).toBe(`stopped; ${file} was not written`)
  expect(await ended).toBe(130)
  resolve(undefined)
  expect((await readdir(folder)).filter((name) => name.startsWith(basename(file)))).toEqual([])
})
