import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { takeImport } from '../../../lib/data/imports/import-runs.ts'
import { asTenant } from '../../../lib/data/table/calls/tenant-guard.ts'
import { useTable } from '../../../lib/environment.ts'
import type { ProductOutcome } from '../../../lib/import/row.ts'
import { openCheckpoints } from '../../../lib/import/run/checkpoints.ts'
import { type DynamoProxy, dynamoProxy } from '../../support/dynamo-proxy.ts'
import { makeBusiness, makeKey } from '../../support/shop.ts'
import { faultsOf, importOf, QUICK, startImport } from './bench.ts'

const refused = (row: number): ProductOutcome => ({ row, line: row, outcome: 'refused', reasons: ['no'] })

let whileKept = () => {}
let proxy: DynamoProxy
beforeAll(async () => {
  const { name, endpoint } = inject('table')
  proxy = await dynamoProxy({
    endpoint,
    async onCall({ operation, body, send }) {
      if (operation === 'PutItem' && body.includes('import_fault')) whileKept()
      return send()
    },
  })
  useTable({ name, endpoint: proxy.endpoint })
})
afterAll(() => proxy.close())

test('a checkpoint never counts a product whose fault is not kept', async () => {
  const business = await makeBusiness()
  const { apiKey } = await makeKey(business)
  const starter = { business, apiKeyId: apiKey.id }
  const id = await startImport(starter, '{"name":"a"}\n{"name":"b"}')
  await asTenant(business.id, async () => {
    const held = { businessId: business.id, importId: id, run: 'one' }
    const item = await takeImport(held)
    if (!item) throw new Error('the import is not taken')
    const checkpoints = openCheckpoints({ held, item, world: { ...QUICK, checkpointProducts: 500 } })
    await checkpoints.add(refused(1), 0)
    const added: Promise<void>[] = []
    whileKept = () => {
      if (added.length === 0) added.push(checkpoints.add(refused(2), 1))
    }
    await checkpoints.write()
    await Promise.all(added)
    // The function dies here.
    expect((await importOf(starter, id)).progress).toMatchObject({ products: 1, refused: 1 })
    expect((await faultsOf(starter, id)).map(({ row }) => row)).toEqual([1])
    await checkpoints.write()
    await checkpoints.close()
  })
  expect((await importOf(starter, id)).progress).toMatchObject({ products: 2, refused: 2 })
  expect((await faultsOf(starter, id)).map(({ row }) => row)).toEqual([1, 2])
})

test('a run that only changed products which are missing in the file counts as progress', async () => {
  const business = await makeBusiness()
  const { apiKey } = await makeKey(business)
  const starter = { business, apiKeyId: apiKey.id }
  const id = await startImport(starter, '{"name":"a"}')
  await asTenant(business.id, async () => {
    const held = { businessId: business.id, importId: id, run: 'one' }
    const item = await takeImport(held)
    if (!item) throw new Error('the import is not taken')
    const checkpoints = openCheckpoints({ held, item, world: QUICK })
    checkpoints.note({ missing_changed: item.missing_changed })
    await checkpoints.write()
    expect(await importOf(starter, id)).toMatchObject({ starts: 1 })
    checkpoints.note({ missing_changed: item.missing_changed + 1 })
    await checkpoints.write()
    await checkpoints.close()
  })
  expect(await importOf(starter, id)).toMatchObject({ starts: 0 })
})
