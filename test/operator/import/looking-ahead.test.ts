import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openImportDatabase } from '../../../lib/import/import-database.ts'
import { planImport } from '../../../lib/import/import-plan.ts'
import { importProducts } from '../../../lib/import/import-products.ts'
import { makeBusiness } from '../../support/shop.ts'
import { proxyTable, type TableProxy } from '../../support/table-proxy.ts'
import { cups } from './rows.ts'

let table: TableProxy
beforeAll(async () => {
  table = await proxyTable()
})
afterAll(() => table.close())

async function planOf(count: number, further?: (n: number) => object) {
  const database = await openImportDatabase()
  onTestFinished(() => database.close())
  return planImport(cups(count, further), { currency: 'EUR' }, database)
}

test('rows that cannot be looked up together are looked up one by one', async () => {
  const [business, plan] = [await makeBusiness(), await planOf(3)]
  table.failWith({ status: 400, type: 'ValidationException' }, 'BatchGetItem')
  expect(await importProducts(business, plan, { status: 'active' })).toMatchObject({ created: 3, refused: 0 })
  table.failWith(undefined)
})

test('a table that denies to be read ends an import, and its fault is in the report', async () => {
  const [business, plan] = [await makeBusiness(), await planOf(3)]
  table.failWith({ status: 400, type: 'AccessDeniedException' }, 'BatchGetItem')
  const { fault, left } = await importProducts(business, plan, { status: 'active' })
  expect([fault, left]).toMatchObject([{ name: 'AccessDeniedException' }, 3])
  table.failWith(undefined)
})

test('a dry run that continues looks up together what an earlier run has finished', async () => {
  const [business, plan] = [
    await makeBusiness(),
    await planOf(100, (n) => ({ sku: `S${n}`, slug: `cup-${n}` })),
  ]
  table.forget()
  const report = await importProducts(business, plan, { status: 'active', dryRun: true, finished: 99 })
  expect(report).toMatchObject({ created: 1, refused: 0, categoriesCreated: ['cups'] })
  expect(table.operations.length).toBeLessThan(20)
})
