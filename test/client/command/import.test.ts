import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'
import { findRunningImport } from '../../../lib/data/imports/imports.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { runOnce } from '../../import/run/bench.ts'
import { makeBusiness, makeToken } from '../../support/shop.ts'
import { asKey, npxStorehatch, type Outcome, shopFolder, storefront } from './installed.ts'

const CSV = 'sku,Title,price,category\nC1,Cup,12.50,Cups\nC2,Mug,9.00,Cups\nC3,,9.00,Cups\nC4,,8.00,Cups\n'
const folder = await shopFolder()
const file = join(folder, 'cups.csv')
await writeFile(file, CSV)

/** A merchant of a business of their own, in which one import at a time runs. */
async function merchant() {
  const business = await makeBusiness()
  return { business, env: await asKey(await makeToken(business)) }
}

/** Carries out the import that a command begins: no function of the suite's stack is invoked by a queue. */
async function carriedOut(business: Business, command: Promise<Outcome>): Promise<Outcome> {
  const find = () => findRunningImport(business.id)
  await expect.poll(find).toBeDefined()
  const running = await find()
  if (running) await runOnce({ business }, running.id)
  return withoutProgress(await command)
}

/** The lines of stderr, without those of the progress, which are there on a slow machine alone. */
const withoutProgress = ({ notes, ...outcome }: Outcome) => ({
  ...outcome,
  notes: notes.filter((line) => !/products \(\d+ %\)$|^the import is about|^the file is being/.test(line)),
})

test('a dry run writes nothing, and the import then says what came of each row', async () => {
  const { business, env } = await merchant()
  const dry = await carriedOut(
    business,
    npxStorehatch(env, ['import', file, '--map', 'name=Title', '--dry-run']),
  )
  expect(dry).toMatchObject({
    code: 3,
    stdout: 'nothing was written; 4 rows: 2 to create, 0 to update, 0 unchanged, 2 refused\n',
  })
  expect(dry.notes.slice(0, 3)).toEqual([
    'sending 1 KB',
    expect.stringMatching(/^import imp_\S+ has begun$/),
    'in 2 rows, the first in row 3 (line 4): name: is required',
  ])
  expect((await storefront(env, ['products', 'list'])).notes).toEqual(['no products'])
  const report = join(folder, 'cups-refused.jsonl')
  const options = ['--map', 'name=Title', '--status', 'draft', '--report', report]
  const { code, stdout, notes } = await carriedOut(business, npxStorehatch(env, ['import', file, ...options]))
  expect([code, stdout]).toEqual([3, '4 rows: 2 created, 0 updated, 0 unchanged, 2 refused\n'])
  expect(notes).toContain('for example: "Cup" costs 12.50 EUR')
  expect(notes.at(-1)).toBe(`See it: ${inject('baseUrl')}/shop/${business.slug}`)
  expect(String(dry.notes)).not.toContain('See it')
  const refused = (await readFile(report, 'utf8')).trim().split('\n')
  expect(refused.map((line) => JSON.parse(line).row)).toEqual([3, 4])
  const again = await carriedOut(
    business,
    storefront(env, ['import', '-', '--map', 'name=Title', '--json'], gzipSync(CSV)),
  )
  expect(JSON.parse(again.stdout)).toMatchObject({
    status: 'partly_succeeded',
    parameters: { map: ['name=Title'] },
    progress: { created: 0, unchanged: 2, refused: 2 },
  })
})

test('messages name the options of the command, not the parameters of the API', async () => {
  const { business, env } = await merchant()
  const options = ['import', '-', '--status', 'draft']
  const ignored = await carriedOut(business, storefront(env, options, CSV))
  expect(ignored.notes).toContain('note: ignored columns: "Title" (to use it: --map name="Title")')
  const unclear = await carriedOut(
    business,
    storefront(env, options, 'sku,name,price,category\nA,Cup,80,Cups\n'),
  )
  expect(unclear).toMatchObject({ code: 1, stdout: '' })
  expect(unclear.notes[2]).toMatch(/^error: the import failed: .*--prices decimal.* \(prices_unclear\)$/)
})

test('an import that is not waited for is in the list, and can be followed', async () => {
  const { business, env } = await merchant()
  const begun = await storefront(env, ['import', file, '--map', 'name=Title', '--no-wait'])
  const [, id = ''] = /^(imp_\S+) queued\n$/.exec(begun.stdout) ?? []
  const followed = await carriedOut(business, storefront(env, ['imports', 'follow', id]))
  expect([followed.code, followed.stdout]).toEqual([
    3,
    '4 rows: 2 created, 0 updated, 0 unchanged, 2 refused\n',
  ])
  const listed = await storefront(env, ['imports', 'list'])
  expect(listed.stdout.split('\n')).toEqual([
    expect.stringMatching(/^ID +BEGUN +STATUS +CREATED +UPDATED +REFUSED +KEY$/),
    expect.stringMatching(new RegExp(`^${id} +\\S+ +partly_succeeded +2 +0 +2 +test$`)),
    '',
  ])
  // One that is over stays as it is.
  const cancelled = await storefront(env, ['imports', 'cancel', id])
  expect(cancelled).toEqual({ code: 0, stdout: `${id} partly_succeeded\n`, notes: [] })
})

test('a parameter that the API refuses is one line and exit code 2', async () => {
  const { env } = await merchant()
  const { code, stdout, notes } = await storefront(env, ['import', file, '--encoding', 'nothing'])
  expect([code, stdout]).toEqual([2, ''])
  expect(notes).toEqual([
    'sending 1 KB',
    expect.stringMatching(
      /^error: The parameter "encoding" .* \(invalid_parameter, request [0-9a-f-]{36}\)$/,
    ),
  ])
})
