import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { findIdByExternalId, getProduct } from '../../lib/data/products/product-reads.ts'
import type { Business } from '../../lib/domain/business.ts'
import { makeFile } from '../operator/operate.ts'
import { carryOutNewest } from '../support/imports.ts'
import { makeBusiness, makeToken } from '../support/shop.ts'
import { blocksOf, ROOT, readPage } from './blocks.ts'

const SCRIPT = blocksOf(readPage('docs/nightly-sync.md')).find(({ info }) => info === 'script')?.text ?? ''
const CLIENT = join(ROOT, 'clients/typescript/src/index.ts')

const row = (n: number, more: object = {}) => ({
  id: `p${n}`,
  title: `Cup ${n}`,
  cents: 100 + n,
  group: 'Cups',
  ...more,
})

/** A business, and a key of the script. */
async function makeShop() {
  const business = await makeBusiness()
  return { business, token: await makeToken(business, { scopes: SCOPES }) }
}

const SCOPES = ['products:read', 'products:write', 'categories:read', 'categories:write']

/**
 * Runs the script of the page as its reader does, with these lines in its file. Its import is carried out when the script has
 * said that it waits for it.
 */
async function runScript(
  { business, token }: Awaited<ReturnType<typeof makeShop>>,
  lines: readonly (object | string)[],
) {
  const file = await makeFile(
    'nightly.jsonl',
    lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  )
  const script = join(dirname(file), 'nightly-sync.mts')
  // As `npm init -y` makes it.
  await writeFile(join(dirname(file), 'package.json'), '{"name": "nightly", "type": "commonjs"}')
  await writeFile(script, SCRIPT.replace(`'storehatch'`, `'${CLIENT}'`))
  const { PATH } = process.env
  const env = { PATH, STOREFRONT_URL: inject('baseUrl'), STOREFRONT_KEY: token }
  const child = spawn(process.execPath, [script, file], { env })
  const runs: Promise<void>[] = []
  child.stderr.on('data', (text) => {
    if (/^0 products$/m.test(String(text))) runs.push(carryOutNewest(business))
  })
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) =>
    Array.fromAsync(stream.setEncoding('utf8')),
  )
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  await Promise.all(runs)
  return { code, stdout: ((await stdout) ?? []).join(''), stderr: ((await stderr) ?? []).join('') }
}

async function stored(business: Business, external_id: string) {
  const id = await findIdByExternalId(business.id, external_id)
  return id === undefined ? undefined : getProduct(business.id, id)
}

test('the nightly sync creates, changes and archives, and leaves alone what is not its own', async () => {
  const shop = await makeShop()
  const { business } = shop
  const rows = Array.from({ length: 24 }, (_, n) => row(n, n % 2 === 0 ? { group: 'Mugs' } : {}))

  const first = await runScript(shop, rows)
  expect(first).toEqual({
    code: 0,
    stdout: '24 created, 0 up to date, 0 archived\n',
    stderr: expect.stringMatching(/^0 products\n(\d+ products\n)*24 products\n$/),
  })
  expect(await stored(business, 'erp:p2')).toMatchObject({
    price: 102,
    category_id: 'mugs',
    status: 'active',
  })

  const second = await runScript(shop, [row(0, { cents: 5 }), row(1, { cents: -5 }), ...rows.slice(2, 22)])
  expect(second).toEqual({
    code: 1,
    stdout: '0 created, 21 up to date, 2 archived\n',
    stderr: expect.stringMatching(/^0 products\n(\d+ products\n)*22 products\nerp:p1: price: must be .*\n$/),
  })
  expect(await stored(business, 'erp:p0')).toMatchObject({ price: 5, category_id: 'cups' })
  expect(await stored(business, 'erp:p1')).toMatchObject({ price: 101, version: 1 })
  expect(await stored(business, 'erp:p2')).toMatchObject({ version: 1 })
  expect(await stored(business, 'erp:p23')).toMatchObject({ status: 'archived' })

  const half = await runScript(shop, rows.slice(2, 12))
  expect(half).toMatchObject({ code: 1, stdout: '0 created, 10 up to date, 0 archived\n' })
  expect(half.stderr).toContain('12 of 24 products are missing: none was archived\n')
})

test('a whole file, the most of it, a whole one and the most of it in one night archive what is missing each time', async () => {
  const shop = await makeShop()
  const { business } = shop
  const rows = Array.from({ length: 12 }, (_, n) => row(n))
  for (const [lines, archived, status] of [
    [rows, 0, 'active'],
    [rows.slice(0, 10), 2, 'archived'],
    [rows, 0, 'active'],
    [rows.slice(0, 10), 2, 'archived'],
  ] as const) {
    const { stdout, code } = await runScript(shop, lines)
    expect([code, stdout]).toEqual([0, expect.stringMatching(new RegExp(`, ${archived} archived\\n$`))])
    expect(await stored(business, 'erp:p11')).toMatchObject({ status })
  }
})

test('a wrong line is refused alone, and nothing is archived because of it', async () => {
  const shop = await makeShop()
  const { business } = shop
  await runScript(shop, [row(0), row(1), row(2), row(3)])
  const { stdout, stderr, code } = await runScript(shop, [
    row(0, { cents: 7 }),
    row(4, { group: '' }),
    row(5, { id: '' }),
    row(6),
    '{"id": "p1", "ti',
  ])
  expect([code, stdout]).toEqual([1, '1 created, 1 up to date, 0 archived\n'])
  expect(stderr.split('\n').filter((line) => !/ products$/.test(line))).toEqual([
    expect.stringMatching(/^line 2: /),
    'line 3: has no id',
    expect.stringMatching(/^line 5: .*JSON/),
    '3 of 5 products are missing: none was archived',
    '',
  ])
  expect(await stored(business, 'erp:p0')).toMatchObject({ price: 7 })
  expect(await stored(business, 'erp:p2')).toMatchObject({ status: 'active' })
})
