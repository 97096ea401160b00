import { expect, test } from 'vitest'
import {
  giveImportBack,
  keepFaults,
  takeImport,
  writeCheckpoint,
} from '../../../lib/data/imports/import-runs.ts'
import { makeBusiness, makeKey } from '../../support/shop.ts'
import { faultsOf, importOf, runOnce, startImport } from './bench.ts'

const cup = (external_id: string, further: object = {}) =>
  JSON.stringify({ external_id, name: `Cup ${external_id}`, price: 100, category: 'Cups', ...further })

test('a row that an earlier run of a dry run has refused gives nothing up in the next one', async () => {
  const business = await makeBusiness()
  const starter = { business, apiKeyId: (await makeKey(business)).apiKey.id }
  const stored = [cup('a', { sku: 'A1' }), cup('b', { sku: 'B1' }), cup('z', { slug: 'last' })]
  await runOnce(starter, await startImport(starter, stored.join('\n')))
  const file = [cup('a', { sku: 'A2', slug: 'last' }), cup('b', { sku: 'A1' })].join('\n')
  const id = await startImport(starter, file, { dry_run: true })
  const before = { businessId: business.id, importId: id, run: 'before' }
  const { progress } = (await takeImport(before)) ?? (await importOf(starter, id))
  const fault = { row: 1, line: 1, name: 'Cup a', external_id: 'a', reasons: ['slug'] }
  await keepFaults(before, [{ ...fault, outcome: 'refused' }])
  await writeCheckpoint(before, { faults_total: 1, progress: { ...progress, products: 1, refused: 1 } })
  await giveImportBack(before)
  await runOnce(starter, id)
  expect((await importOf(starter, id)).progress).toMatchObject({ refused: 2, updated: 0 })
  expect((await faultsOf(starter, id)).map(({ row }) => row)).toEqual([1, 2])
})
