import { expect, test } from 'vitest'
import { takeImport } from '../../../lib/data/imports/import-runs.ts'
import { importKey } from '../../../lib/data/table/keys.ts'
import { importOf, runOnce, type Starter, startImport } from '../../import/run/bench.ts'
import { corruptItem } from '../../support/items.ts'
import { useOwnTable } from '../../support/own-table.ts'
import { makeBusiness, makeKey } from '../../support/shop.ts'
import { operate } from '../operate.ts'

// `--all` is about every business.
await useOwnTable()

const FILE = '{"external_id":"a","name":"Cup","price":1,"category":"Cups"}'
const HOUR_MS = 60 * 60 * 1000

async function begun(): Promise<{ starter: Starter; slug: string; id: string }> {
  const business = await makeBusiness()
  const starter = { business, apiKeyId: (await makeKey(business)).apiKey.id }
  return { starter, slug: business.slug, id: await startImport(starter, FILE) }
}

const cancel = (...options: string[]) => operate('imports', 'cancel', ...options)

test('an import that waits is cancelled, and never runs', async () => {
  const { starter, slug, id } = await begun()
  const other = await begun()
  expect(await cancel('--business', slug)).toEqual({
    code: 0,
    stdout: '1 import cancelled',
    notes: [`${slug}: the import ${id} is cancelled`],
  })
  expect(await importOf(starter, id)).toMatchObject({ status: 'cancelled' })
  expect(await runOnce(starter, id)).toEqual({ status: 'not_taken' })
  expect(await importOf(other.starter, other.id)).toMatchObject({ status: 'queued' })
  expect(await cancel('--business', slug)).toMatchObject({
    code: 0,
    stdout: '0 imports cancelled',
    notes: [],
  })
})

test('--all ends those of every business: one that a run has at its next checkpoint, one that was left alone at once', async () => {
  const [waiting, held, left] = [await begun(), await begun(), await begun()]
  await takeImport({ businessId: held.starter.business.id, importId: held.id, run: 'a' })
  await takeImport({ businessId: left.starter.business.id, importId: left.id, run: 'a' })
  await corruptItem(importKey(left.starter.business.id, left.id), { lease_until: Date.now() - 2 * HOUR_MS })
  const { code, stdout } = await cancel('--all', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual(
    expect.arrayContaining([
      { business: waiting.slug, import: waiting.id, status: 'cancelled' },
      { business: held.slug, import: held.id, status: 'ending' },
      { business: left.slug, import: left.id, status: 'failed' },
    ]),
  )
  expect(await importOf(left.starter, left.id)).toMatchObject({ status: 'failed', reason: 'stalled' })
  // On a restored table nobody works on it: the run that takes it up ends it.
  await corruptItem(importKey(held.starter.business.id, held.id), { lease_until: Date.now() - 1 })
  await runOnce(held.starter, held.id)
  expect(await importOf(held.starter, held.id)).toMatchObject({
    status: 'cancelled',
    progress: { products: 0 },
  })
})

test('without a business and without --all nothing is cancelled', async () => {
  const { starter, id } = await begun()
  expect(await cancel()).toMatchObject({
    code: 1,
    notes: ['error: name a business with --business, or all of them with --all'],
  })
  expect(await importOf(starter, id)).toMatchObject({ status: 'queued' })
})
