import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { getCategory } from '../../lib/data/category-reads.ts'
import { findToken } from '../../lib/data/storefront/identities.ts'
import { SCOPES } from '../../lib/domain/api-keys/scopes.ts'
import { tokenDigest } from '../../lib/domain/api-keys/token.ts'
import type { Business } from '../../lib/domain/business.ts'
import { makeBusiness } from '../support/shop.ts'
import {
  helpOf,
  importInto,
  interrupt,
  makeFile,
  operate,
  operateWrongly,
  productsOf,
  run,
  startProgram,
} from './operate.ts'

let business: Business
beforeAll(async () => {
  business = await makeBusiness()
})

describe('the program', () => {
  test('makes a business, issues its key, imports and shows', async () => {
    const slug = `own-${Date.now().toString(36)}`
    const created = await run([
      'business',
      'create',
      '--slug',
      slug,
      '--name',
      'Café',
      '--currency',
      'JPY',
      '--email',
      'a@b.example',
      '--json',
    ])
    expect(created).toMatchObject({ code: 0, notes: [] })
    const own = JSON.parse(created.stdout)
    expect(own).toMatchObject({ slug, name: 'Café', currency: 'JPY', contact: { email: 'a@b.example' } })

    const issued = await run(['key', 'issue', '--business', slug, '--name', 'first'])
    expect(issued).toMatchObject({ code: 0, stdout: expect.stringMatching(/^sfk_[0-9A-Za-z]{49}\n$/) })
    expect(issued.notes.join()).toMatch(/never shown again/)
    expect(await findToken(tokenDigest(issued.stdout.trim()))).toMatchObject({
      businessId: own.id,
      scopes: [...SCOPES],
    })

    const file = await makeFile('a.csv', 'sku,name,price,category\nS1,Cup,900,Cups\nS2,,1,Cups\n')
    expect(await run(['import', file, '--business', own.id])).toEqual({
      code: 3,
      stdout: '2 rows: 1 created, 0 updated, 0 unchanged, 1 refused; 1 category created: "Cups"\n',
      notes: ['row 2 (line 3): name: is required'],
      examples: ['for example: "Cup" costs 900 JPY'],
    })
    expect((await run(['business', 'show', slug])).stdout).toContain(`id          ${own.id}\n`)
  })

  test('logs a key in on this machine, where the address of its API is known', async () => {
    const issue = ['key', 'issue', '--business', business.id, '--name', 'laptop', '--login']
    const { code, stdout, notes } = await run(issue)
    expect(code).toBe(0)
    expect(notes).toContain(`url         ${inject('baseUrl')}`)
    const [, path = ''] = /^saved in (.+)$/.exec(notes.at(-1) ?? '') ?? []
    const saved = { url: inject('baseUrl'), api_key: stdout.trim() }
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(saved)
  })

  test('issues no key that it cannot log in', async () => {
    const { id } = await makeBusiness()
    expect(await operate('key', 'issue', '--business', id, '--name', 'laptop', '--login')).toEqual({
      code: 1,
      stdout: '',
      notes: ["error: with --table the API's address is not known: --login needs --stack, or a local stack"],
    })
    expect((await operate('key', 'list', '--business', id)).stdout).toContain('has no API keys')
  })

  test('says when a key that works could not be logged in', async () => {
    const issue = ['key', 'issue', '--business', business.id, '--name', 'far', '--login']
    const { code, stdout, notes } = await run([...issue, '--allow-ips', '203.0.113.9'])
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^sfk_/)])
    expect(notes.slice(-2)).toEqual([
      expect.stringMatching(/^error: .+ \(\w+, request /),
      'error: the key works, but is not logged in',
    ])
  })

  test('issues narrower keys, and says with --json all there is to say', async () => {
    const argv = ['key', 'issue', '--business', business.id, '--name', 'sync', '--json']
    const narrower = ['--scopes', 'products:write, events:read', '--expires', '2100-01-01T00:00:00Z']
    const { stdout } = await operate(...argv, ...narrower)
    const { token, ...key } = JSON.parse(stdout)
    expect(key).toMatchObject({
      name: 'sync',
      scopes: ['products:write', 'events:read'],
      expires_at: '2100-01-01T00:00:00.000Z',
    })
    expect(await findToken(tokenDigest(token))).toMatchObject({
      scopes: ['products:write', 'events:read'],
      expiresAt: key.expires_at,
    })
  })

  test.each([
    [
      ['business', 'create', '--slug', 'A', '--name', '', '--currency', 'ABCD'],
      /^error: --slug must be .*; --name must have .*; --currency must be/,
    ],
    [['business', 'create', '--slug', 'a'], /^error: required option '--name <name>' not specified$/],
    [['business', 'show', 'no-such-shop'], /^error: there is no business "no-such-shop"$/],
    [['business', 'show', '#|\n'], /^error: there is no business "#|\\n"$/],
    [['key', 'issue', '--business', 'no-such-shop', '--name', 'x'], /^error: there is no business/],
    [
      ['key', 'issue', '--business', 'x', '--name', 'x', '--scopes', 'all,products:read'],
      /^error: --scopes must be one of products:read, /,
    ],
    [
      ['key', 'issue', '--business', 'x', '--name', 'x', '--expires', 'tomorrow'],
      /^error: --expires must be an RFC 3339 time$/,
    ],
    [
      ['key', 'issue', '--business', 'x', '--name', 'x', '--expires', '2020-01-01T00:00:00Z'],
      /^error: --expires is in the past$/,
    ],
    [
      ['import', 'a.json', '--business', 'x', '--price-scale', '0'],
      /^error: option '--price-scale <n>' argument '0' is invalid/,
    ],
    [
      ['import', 'a.json', '--business', 'x', '--price-scale', '1', '--prices', 'minor'],
      /^error: option '--price-scale <n>' cannot be used with option '--prices <unit>'/,
    ],
    [
      ['import', 'a.json', '--business', 'x', '--status', 'sold'],
      /^error: option '--status <status>' argument 'sold' is invalid/,
    ],
    [['import', 'a.json', '--business', 'x'], /^error: a.json: there is no such file$/],
    [['reprice'], /^error: unknown command 'reprice'$/],
  ])('%j is one line and exit code 1', async (argv, line) => {
    const { code, stdout, notes } = await operateWrongly(...argv)
    expect({ code, stdout, notes }).toEqual({ code: 1, stdout: '', notes: [expect.stringMatching(line)] })
  })

  test('ends with the exit code of what refuses its arguments', async () => {
    expect(await run(['reprice'])).toEqual({
      code: 1,
      stdout: '',
      notes: ["error: unknown command 'reprice'"],
    })
  })

  test('says that a slug is taken', async () => {
    const argv = ['business', 'create', '--slug', business.slug, '--name', 'Twin', '--currency', 'EUR']
    expect(await operate(...argv)).toEqual({
      code: 1,
      stdout: '',
      notes: [`error: the slug ${business.slug} is taken`],
    })
  })

  test.each([
    [
      'without a local stack',
      null,
      [],
      /^error: no local stack runs in this directory: start it with `npm run dev`, or name a deployed table/,
    ],
    [
      'with one that has ended',
      { name: 'x', endpoint: 'http://127.0.0.1:9' },
      [],
      /^error: the local stack at http:\/\/127.0.0.1:9 no longer responds/,
    ],
    [
      'with a table that is gone',
      { ...inject('table'), name: 'gone' },
      [],
      /^error: this region, or the local stack, has no such table/,
    ],
    ['with --table but no region', null, ['--table', 'Storefront'], /^error: no AWS region was found/],
    [
      'with a --port on which none runs',
      inject('table'),
      ['--port', '3999'],
      /^error: no local stack of this directory runs on port 3999: start it with `PORT=3999 npm run dev`$/,
    ],
    ['with an impossible --port', null, ['--port', '0'], /It must be a whole number from 1 to 65535\.$/],
    [
      'with both',
      null,
      ['--port', '1', '--table', 'abc'],
      /'--port <number>' cannot be used with option '--table/,
    ],
    ['with an impossible --table', null, ['--table', 'x'], /^error: --table "x" is not a valid table name$/],
  ])('%s is one line, which no try of a write says', async (_, table, options, line) => {
    const argv = ['business', 'create', '--slug', 'x', '--name', 'X', '--currency', 'EUR', ...options]
    const { code, stdout, notes } = await run(argv, table)
    expect({ code, stdout, notes }).toEqual({ code: 1, stdout: '', notes: [expect.stringMatching(line)] })
  })

  test('ends after Ctrl-C with the rows in flight, 130 and the summary; run again it continues', async () => {
    const own = await makeBusiness()
    const rows = Array.from({ length: 5_000 }, (_, n) => ({
      sku: `S${n}`,
      name: 'Cup',
      price: n,
      category: 'Cups',
    }))
    const file = await makeFile('a.json', rows)
    const { child, outcome } = await startProgram(['import', file, '--business', own.id, '--json'])
    while (!(await getCategory(own.id, 'cups'))) await wait(10)
    await interrupt(child)
    const { code, stdout, notes } = await outcome()
    expect(code).toBe(130)
    expect(notes.at(-1)).toBe('stopped; run the same command again to continue')
    const { created, left } = JSON.parse(stdout)
    expect(created + left).toBe(5_000)
    expect(left).toBeGreaterThan(0)
    expect(await productsOf(own)).toHaveLength(created)
    const next = rows.slice(0, created + 10)
    expect(await importInto(own, next)).toMatchObject({ created: 10, unchanged: created, refused: [] })
  })

  test.each([[[]], [['business', 'create']], [['key', 'issue']], [['import']]])(
    '%j --help has examples',
    async (command) => {
      expect(await helpOf(...command)).toMatch(/Examples?:\n {2}npm run operator -- /)
    },
  )

  test('--help is written to stdout', async () => {
    expect(await run(['import', '--help'])).toEqual({
      code: 0,
      stdout: await helpOf('import'),
      notes: [],
    })
  })
})
