import { expect, test } from 'vitest'
import { revokeApiKey } from '../../../lib/data/api-keys/api-key-changes.ts'
import { giveImportBack, takeImport } from '../../../lib/data/imports/import-runs.ts'
import { cancelImport, findRunningImport } from '../../../lib/data/imports/imports.ts'
import { importKey } from '../../../lib/data/table/keys.ts'
import { corruptItem } from '../../support/items.ts'
import { makeBusiness, makeKey } from '../../support/shop.ts'
import { importOf, runOnce, type Starter, startImport } from './bench.ts'

const DAY_MS = 24 * 60 * 60 * 1000

async function makeStarter(): Promise<Starter> {
  const business = await makeBusiness()
  return { business, apiKeyId: (await makeKey(business)).apiKey.id }
}

const CUPS = 'name,external_id,price,category\nCup,cup,1.50,Cups\nMug,mug,2.50,Cups\n'
const longFile = (rows: number) => `name,external_id,price\n${'Cup,e,1.50\n'.repeat(rows)}`
const LONG = longFile(100_000)

test('an import is handed back to wait for its turn, for a day at most', async () => {
  const starter = await makeStarter()
  const id = await startImport(starter, CUPS)
  const began = Date.now()
  const at = (ms: number) => ({ now: () => began + ms })
  // A run without time hands it back with nothing done, and is no run of it any more.
  expect(await runOnce(starter, id, { ...at(1), workMs: 0 })).toEqual({ status: 'left' })
  expect(await importOf(starter, id)).not.toHaveProperty('run')
  expect(await findRunningImport(starter.business.id, began + DAY_MS)).toBeDefined()
  expect(await findRunningImport(starter.business.id, began + DAY_MS + 2)).toBeUndefined()
  expect(await runOnce(starter, id, at(DAY_MS + 2))).toEqual({ status: 'not_taken' })
  expect(await runOnce(starter, id, at(DAY_MS))).toEqual({ status: 'succeeded' })
})

test('an import that a clock ahead has handed back is taken up at once, and can be cancelled', async () => {
  const starter = await makeStarter()
  const [id, ahead] = [await startImport(starter, CUPS), Date.now() + 60_000]
  const { business } = starter
  expect(await runOnce(starter, id, { now: () => ahead, workMs: 0 })).toEqual({ status: 'left' })
  expect(await runOnce(starter, id, { workMs: 0 })).toEqual({ status: 'left' })
  expect(await runOnce(starter, id, { now: () => ahead, workMs: 0 })).toEqual({ status: 'failed' })
  const second = await startImport(starter, CUPS)
  expect(await runOnce(starter, second, { now: () => ahead, workMs: 0 })).toEqual({ status: 'left' })
  expect(await cancelImport(business.id, second)).toMatchObject({ status: 'cancelled' })
})

test('an import that was given back without a response can be given back again', async () => {
  const { business, apiKeyId } = await makeStarter()
  const [now, importId] = [Date.now(), await startImport({ business, apiKeyId }, CUPS)]
  const held = { businessId: business.id, importId, run: 'a' }
  await takeImport(held, now)
  expect(await giveImportBack(held, now)).toBe(true)
  expect(await giveImportBack(held, now)).toBe(true)
  await takeImport({ ...held, run: 'b' }, now)
  expect(await giveImportBack(held, now)).toBe(false)
})

test('the rows are counted while a file is read, and its import can be cancelled then', async () => {
  const starter = await makeStarter()
  const { business } = starter
  const id = await startImport(starter, LONG)
  const running = runOnce(starter, id, { checkpointMs: 20 })
  const rows = async () => (await importOf(starter, id)).rows
  await expect.poll(rows, { interval: 20 }).toBeGreaterThan(0)
  expect(await rows()).toBeLessThan(100_000)
  await cancelImport(business.id, id)
  expect(await running).toEqual({ status: 'cancelled' })
  expect(await importOf(starter, id)).toMatchObject({ progress: { products: 0, products_total: null } })
})

test('rows that a run before has read stay counted while the file is read again', async () => {
  const starter = await makeStarter()
  const id = await startImport(starter, `${longFile(30_000)}"Jar`)
  await corruptItem(importKey(starter.business.id, id), { rows: 50_000 })
  expect(await runOnce(starter, id, { checkpointMs: 5 })).toEqual({ status: 'failed' })
  expect(await importOf(starter, id)).toMatchObject({ reason: 'unreadable', rows: 50_000 })
})

test('a key that is revoked while a file is read ends its import', async () => {
  const starter = await makeStarter()
  const id = await startImport(starter, LONG)
  const running = runOnce(starter, id, { checkpointMs: 20 })
  await expect.poll(async () => (await importOf(starter, id)).rows, { interval: 20 }).toBeGreaterThan(0)
  await revokeApiKey(starter.business.id, starter.apiKeyId)
  expect(await running).toEqual({ status: 'failed' })
  expect(await importOf(starter, id)).toMatchObject({ reason: 'key_revoked' })
})
