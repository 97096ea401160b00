import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { create, makeMerchant } from '../../admin/merchant.ts'
import { A_PIXEL } from '../../support/upload.ts'
import { fakeApi } from './fake-imports.ts'
import { asKey, shopFolder, startStorefront, storefront } from './installed.ts'

const run = promisify(execFile)
const merchant = await makeMerchant()
const env = await asKey(merchant.token)
await create(merchant, '/admin/categories', { id: 'tea', name: 'Tea' })

/** Runs a command that must succeed, and returns what it printed as JSON. */
async function done(...argv: string[]) {
  const { code, stdout, notes } = await storefront(env, [...argv, '--json'])
  expect([code, notes.filter((line) => !line.startsWith('ETag: '))]).toEqual([0, []])
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

const cup = (...more: string[]) =>
  done('products', 'create', '-d', 'name=Cup', '-d', 'price=900', '-d', 'category_id=tea', ...more)

test('create, get, list, update and delete a product', async () => {
  const [{ id }] = await cup('-d', 'sku=123', '-d', 'tags=["a=b","c"]')
  const shown = await storefront(env, ['products', 'get', id])
  expect(shown.stdout).toMatch(/^price +9\.00 EUR$/m)
  expect(shown.stdout).toMatch(/^sku +123$/m)
  expect(shown.stdout).toMatch(/^tags +a=b c$/m)
  const [, etag = ''] = /^ETag: (".+")$/.exec(shown.notes.join()) ?? []
  const [updated] = await done(
    'products',
    'update',
    id,
    '-d',
    'price=1250',
    '-d',
    'sku=null',
    '--if-match',
    etag,
  )
  expect(updated).toMatchObject({ id, price: 1250, sku: null, tags: ['a=b', 'c'] })
  expect(
    await storefront(env, [
      'products',
      'update',
      id,
      '-d',
      'price=1',
      '--if-match',
      etag.replaceAll('"', ''),
    ]),
  ).toEqual({
    code: 1,
    stdout: '',
    notes: [expect.stringMatching(/^error: .+ \(precondition_failed, request [0-9a-f-]{36}\)$/)],
  })
  expect(await storefront(env, ['products', 'list', '--status', 'draft', '--sku', 'none'])).toEqual({
    code: 0,
    stdout: '',
    notes: ['no products'],
  })
  const ids = (await done('products', 'list', '--status', 'draft', '--sort', '-created_at')).map(
    (one) => one.id,
  )
  expect(ids).toContain(id)
  const kept = await storefront(env, ['products', 'delete', id])
  expect(kept).toEqual({
    code: 2,
    stdout: '',
    notes: ['error: without a terminal products delete needs --yes'],
  })
  expect(await storefront(env, ['products', 'delete', id, '--yes'])).toEqual({
    code: 0,
    stdout: `${id} deleted\n`,
    notes: [],
  })
  expect(await storefront(env, ['products', 'get', id])).toEqual({
    code: 1,
    stdout: '',
    notes: [expect.stringMatching(/^error: .+ \(product_not_found, request /)],
  })
})

test('replace an object, by an id with other characters than a path has', async () => {
  const file = join(await shopFolder(), 'mug.json')
  await writeFile(file, JSON.stringify({ name: 'Mug', price: 5, category_id: 'tea' }))
  const replace = ['products', 'by-external-id', 'replace', 'erp:7~a.b', '--data', `@${file}`]
  const [{ id }] = await done(...replace, '-d', 'name=Mug = cup')
  const [found] = await done('products', 'by-external-id', 'get', 'erp:7~a.b')
  expect(found).toMatchObject({ id, external_id: 'erp:7~a.b', name: 'Mug = cup' })
  const again = await storefront(env, [...replace, '--if-none-match', '*'])
  expect([again.code, again.notes.join()]).toEqual([1, expect.stringContaining('(precondition_failed, ')])
  const [read] = await done('products', 'by-external-id', 'update', 'erp:7~a.b', '-d', 'price=6')
  expect(read).toMatchObject({ id, price: 6 })
})

test('a body comes from stdin, and some results that were refused have an exit code of their own', async () => {
  const operations = [
    { op: 'create', data: { name: 'Bowl', price: 1, category_id: 'tea', sku: 'BOWL' } },
    { op: 'create', data: { name: 'Bowl', price: 1, category_id: 'none' } },
  ]
  const { code, stdout, notes } = await storefront(
    env,
    ['products', 'bulk', '-d', '-'],
    JSON.stringify({ operations }),
  )
  expect(code).toBe(3)
  expect(stdout).toMatch(/^INDEX +STATUS +ID +VERSION\n0 +201 +[0-9a-f-]{36} +1\n1 +422 +-/)
  expect(notes).toEqual([expect.stringMatching(/^1: .*category_id.* \(/)])
})

test('a dry run shows how its plan is carried out', async () => {
  const [{ id }] = await cup()
  const operations = JSON.stringify([{ op: 'reprice', id, percent: -10 }])
  const { notes } = await storefront(env, ['products', 'bulk', '--dry-run', '-d', `operations=${operations}`])
  const summary = '1 change: 0 created, 1 updated, 1 price by -10 %, 0 unpublished, 0 deleted'
  expect(notes).toEqual([
    'nothing was written: a dry run',
    expect.stringMatching(/^plan [\w-]{12}, until \d{4}-.*Z: 1 change: /),
    expect.stringMatching(
      /^to carry it out: npx storehatch products bulk -d plan=[\w-]{12} -d 'summary=1 change: /,
    ),
  ])
  const [, plan = ''] = /-d (plan=\S+)/.exec(notes[2] ?? '') ?? []
  const carryOut = () => storefront(env, ['products', 'bulk', '-d', plan, '-d', `summary=${summary}`])
  const [first, second] = [await carryOut(), await carryOut()]
  expect([first.code, second.code]).toEqual([0, 0])
  expect(first.stdout).toMatch(/^INDEX +STATUS +ID +VERSION\n0 +200 +/)
  expect(second.stdout).toBe(first.stdout)
})

test('a dry run shows what would change, and changes nothing', async () => {
  const [{ id }] = await cup('-d', 'sku=DRY', '-d', 'track_inventory=true', '-d', 'quantity=5')
  const bulk = ['products', 'bulk', '--dry-run']
  const operations = [
    { op: 'reprice', id, percent: -10 },
    { op: 'create', data: { name: 'Jug', price: 1, category_id: 'none' } },
  ]
  const body = JSON.stringify({ operations })
  const shown = await storefront(env, [...bulk, '-d', '-'], body)
  expect(shown.code).toBe(3)
  expect(shown.stdout.split('\n').slice(3, 7)).toEqual([
    '',
    expect.stringMatching(/^INDEX +CHANGE +MEMBER +FROM +TO$/),
    expect.stringMatching(/^0 +product\.updated +price +9\.00 EUR +8\.10 EUR$/),
    '',
  ])
  expect(shown.notes).toEqual(['nothing was written: a dry run', expect.stringMatching(/^1: .*category_id/)])
  const [result] = await done(...bulk, '-d', `operations=${JSON.stringify(operations.slice(0, 1))}`)
  expect(result).toMatchObject({ index: 0, version: 2, events: [{ previous: { price: 900 } }] })
  const adjust = [
    'inventory',
    'adjust',
    '--dry-run',
    '-d',
    'reason=sale',
    '-d',
    'changes=[{"sku":"DRY","delta":-2}]',
  ]
  const sold = await storefront(env, adjust)
  expect(sold.code).toBe(0)
  expect(sold.stdout).toMatch(new RegExp(` inventory\\.adjusted +${id} +5 +3 *\n$`))
  expect(await done(...adjust)).toMatchObject([
    { quantity: 3 },
    { events: [{ type: 'inventory.adjusted' }] },
    { plan: { summary: expect.stringMatching(/^1 change of stock: /) } },
  ])
  const [product] = await done('products', 'get', id)
  expect(product).toMatchObject({ price: 900, version: 1 })
  expect(await done('inventory', 'list', '--sku', 'DRY')).toMatchObject([{ quantity: 5 }])
})

test('adjust the inventory once, however often the same key is sent', async () => {
  const [{ id }] = await cup('-d', 'track_inventory=true', '-d', 'quantity=5', '-d', 'sku=STOCK')
  const adjust = ['inventory', 'adjust', '-d', 'reason=received', '-d', 'changes=[{"sku":"STOCK","delta":2}]']
  for (const _ of ['first', 'again'])
    expect(await done(...adjust, '--idempotency-key', 'delivery-7')).toMatchObject([
      { product_id: id, quantity: 7 },
    ])
  const table = await storefront(env, ['inventory', 'list', '--low-stock', 'false', '--sku', 'STOCK'])
  expect(table.stdout.split('\n')).toEqual([
    expect.stringMatching(/^VARIANT +PRODUCT +QUANTITY +HELD +IS LOW +SKU$/),
    expect.stringMatching(/ 7 +0 +false +STOCK$/),
    '',
  ])
  expect((await done(...adjust))[0]).toMatchObject({ quantity: 9 })
})

test('a webhook is created, tested, and its deliveries are listed and sent again', async () => {
  const url = 'https://hooks.example/storefront'
  const [{ id, secret }] = await done('webhooks', 'create', '-d', `url=${url}`, '-d', 'events=["product.*"]')
  expect(secret).toMatch(/^whsec_/)
  const [{ id: delivery }] = await done('webhooks', 'test', id)
  expect(await done('webhooks', 'deliveries', 'list', id)).toMatchObject([{ id: delivery }])
  expect(await done('webhooks', 'deliveries', 'redeliver', id, delivery)).toMatchObject([{ id: delivery }])
  const failed = ['-d', 'status=failed', '-d', `from=${new Date(Date.now() - 60_000).toISOString()}`]
  expect(await done('webhooks', 'deliveries', 'redeliver', id, ...failed)).toEqual([expect.any(Object)])
  expect(await storefront(env, ['webhooks', 'delete', id, '--yes', '--json'])).toEqual({
    code: 0,
    stdout: '',
    notes: [],
  })
  expect(await storefront(env, ['webhooks', 'list'])).toEqual({ code: 0, stdout: '', notes: ['no webhooks'] })
})

test('a picture is uploaded', async () => {
  const file = join(await shopFolder(), 'pixel.png')
  await writeFile(file, A_PIXEL)
  const [{ id }] = await done('media', 'upload', file)
  expect((await storefront(env, ['media', 'upload', file])).stdout).toMatch(
    new RegExp(`^id +${id}\\nurl +http.*\\n`),
  )
  expect(await done('media', 'list')).toMatchObject([{ id }])
  await writeFile(file, 'text')
  const text = await storefront(env, ['media', 'upload', file])
  expect(text.notes).toEqual([`error: ${file}: it must be a JPEG, PNG, WebP, GIF or AVIF`])
  const gone = await storefront(env, ['media', 'upload', `${file}.gone`])
  expect(gone).toEqual({ code: 1, stdout: '', notes: [`error: ${file}.gone: no such file or folder`] })
})

test('public reads are behind the word public, including those that are not JSON', async () => {
  await cup('-d', 'status=active', '-d', 'slug=green-cup', '-d', 'tags=["green"]')
  const found = await storefront(env, [
    'public',
    'products',
    'search',
    'list',
    '--tag',
    'green',
    '--tag',
    'blue',
    '--facets',
    'tag',
  ])
  expect(found.stdout).toMatch(/9\.00 EUR +tea +true +Cup\n$/)
  expect(found.notes.join('\n')).toMatch(/^total +1$/m)
  expect((await done('public', 'products', 'get', 'green-cup'))[0]).toMatchObject({ slug: 'green-cup' })
  await done('business', 'update', '-d', 'product_url_template=https://shop.example/p/{slug}')
  const feed = await storefront(env, ['public', 'feeds', 'get', 'sitemap.xml'])
  expect([feed.code, feed.notes, feed.stdout.slice(0, 5)]).toEqual([0, [], '<?xml'])
})

test('a list follows its cursors', async () => {
  const own = await makeMerchant()
  await create(own, '/admin/categories', { id: 'tea', name: 'Tea' })
  const bodies = Array.from({ length: 3 }, (_, n) => ({ id: `c${n}`, name: `C ${n}` }))
  for (const body of bodies) await create(own, '/admin/categories', body)
  const ownEnv = await asKey(own.token)
  const all = await storefront(ownEnv, ['categories', 'list', '--all'])
  expect(all.stdout.trimEnd().split('\n')).toHaveLength(5)
  const two = await storefront(ownEnv, ['categories', 'list', '--limit', '2', '--json'])
  expect([two.stdout.trimEnd().split('\n').length, two.notes]).toEqual([
    2,
    ['there are more: --limit and --all show them'],
  ])
})

test('a part of a list ends with the position behind its last item', async () => {
  const ids = Array.from({ length: 450 }, (_, n) => `e${n + 1}`)
  await using api = await fakeApi(({ query }) => {
    const from = Number(query.get('cursor') ?? 0)
    const to = from + Number(query.get('limit'))
    const next = to < ids.length ? String(to) : null
    const data = ids.slice(from, to).map((id) => ({ id }))
    return { json: { data, has_more: next !== null, next_cursor: next, next_after: data.at(-1)?.id ?? null } }
  })
  const own = await asKey(merchant.token, { STOREFRONT_URL: api.url })
  for (const limit of [2, 200, 250, 449]) {
    const { stdout, notes } = await storefront(own, [
      'events',
      'list',
      '--limit',
      `${limit}`,
      '--fields',
      'id',
    ])
    expect(stdout.trimEnd().split('\n')).toHaveLength(limit + 1)
    expect(notes).toEqual(['there are more: --limit and --all show them', `next_after  e${limit}`])
  }
  expect((await storefront(own, ['events', 'list', '--limit', '450'])).notes).toEqual(['next_after  e450'])
})

const problem = (status: number, code: string) => ({
  status,
  json: { type: 'about:blank', title: 'x', status, code, detail: 'No \u001b[31m.' },
  headers: { 'retry-after': '3600' },
})

test.each([
  [400, 'invalid_parameter', 2],
  [401, 'invalid_api_key', 1],
  [403, 'insufficient_scope', 1],
  [404, 'product_not_found', 1],
  [412, 'precondition_failed', 1],
  [422, 'validation_failed', 1],
  [429, 'rate_limited', 1],
  [503, 'unavailable', 1],
])('%i is one line and an exit code', async (status, code, exitCode) => {
  await using api = await fakeApi(() => problem(status, code))
  const own = await asKey(merchant.token, { STOREFRONT_URL: api.url })
  const outcome = { code: exitCode, stdout: '', notes: [`error: No �[31m. (${code})`] }
  expect(await storefront(own, ['products', 'get', 'x'])).toEqual(outcome)
  expect(await storefront(own, ['products', 'list'])).toEqual(outcome)
})

test('a POST that was perhaps carried out names the key with which it can be sent again', async () => {
  await using api = await fakeApi(() => problem(503, 'unavailable'))
  const own = await asKey(merchant.token, { STOREFRONT_URL: api.url })
  const { code, notes } = await storefront(own, ['products', 'create', '-d', 'name=Cup'])
  const line =
    /^error: .* \(unavailable\); to send it again, and only once: --idempotency-key ([0-9a-f-]{36})$/
  expect([code, notes]).toEqual([1, [expect.stringMatching(line)]])
  const [, key] = line.exec(notes.join()) ?? []
  expect(api.received).toMatchObject([{ method: 'POST', key, body: Buffer.from('{"name":"Cup"}') }])
})

test('an id that no object has is not found, whatever it is made of', async () => {
  for (const id of ['a/b', '../categories', '%2F', '%2e%2e', 'a?b#c', '-'])
    expect((await storefront(env, ['products', 'get', '--', id])).notes).toEqual([
      expect.stringMatching(/^error: .+ \((product|route)_not_found, request /),
    ])
})

test('an id that leads to another path is not sent', async () => {
  await using api = await fakeApi(() => ({ json: {} }))
  const own = await asKey(merchant.token, { STOREFRONT_URL: api.url })
  for (const id of ['', '.', '..'])
    expect((await storefront(own, ['products', 'delete', id, '--yes'])).code).toBe(2)
  expect(api.received).toEqual([])
})

test('Ctrl-C ends a request with 130, and says that a change may have been made', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await using api = await fakeApi(async () => {
    resolve()
    return new Promise(() => {})
  })
  const own = await asKey(merchant.token, { STOREFRONT_URL: api.url })
  await using running = await startStorefront(own, ['products', 'update', 'x', '-d', 'price=1'])
  await promise
  expect(await running.interrupt()).toBe(130)
  expect(await running.nextNote()).toBe('stopped; the request may have been carried out')
})

test('Ctrl-C during a POST names the key that was sent', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await using api = await fakeApi(async () => {
    resolve()
    return new Promise(() => {})
  })
  const own = await asKey(merchant.token, { STOREFRONT_URL: api.url })
  await using running = await startStorefront(own, ['products', 'create', '-d', 'name=Cup'])
  await promise
  expect(await running.interrupt()).toBe(130)
  expect(await running.nextNote()).toBe(
    `stopped; the request may have been carried out; to send it again, and only once: --idempotency-key ${api.received[0]?.key}`,
  )
})

test('Ctrl-C ends a command that waits for stdin', async () => {
  const child = spawn(
    join(await shopFolder(), 'node_modules/.bin/storehatch'),
    ['products', 'create', '-d', '-'],
    {
      env,
    },
  )
  // Until the end of a long object: then the program reads what is behind it.
  await new Promise((resolve) => child.stdin.write(`{"name":"${'x'.repeat(1_000_000)}`, resolve))
  child.kill('SIGINT')
  expect(await once(child, 'close')).toEqual([null, 'SIGINT'])
})

test('a reader that has enough ends a list that has no end', async () => {
  await using api = await fakeApi(() => ({
    json: { data: Array.from({ length: 50 }, () => ({ id: 'x' })), has_more: true, next_cursor: 'c' },
  }))
  const own = await asKey(merchant.token, { STOREFRONT_URL: api.url })
  const line = `"$0" categories list --all --json | head -n 1`
  const { stdout } = await run('sh', ['-c', line, join(await shopFolder(), 'node_modules/.bin/storehatch')], {
    env: own,
  })
  expect(stdout).toBe('{"id":"x"}\n')
})
