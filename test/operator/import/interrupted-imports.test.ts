import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { letPausesPass } from '../../../lib/data/table/calls/pause.ts'
import { TableUnavailable } from '../../../lib/data/table/calls/table-fault.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { openImportDatabase } from '../../../lib/import/import-database.ts'
import { planImport } from '../../../lib/import/import-plan.ts'
import { importProducts } from '../../../lib/import/import-products.ts'
import { ImportRefused } from '../../../lib/import/import-refused.ts'
import { openImportCategories } from '../../../lib/import/write/import-categories.ts'
import { closeBusiness } from '../../../lib/operator/upkeep/removal/names.ts'
import { suspend } from '../../support/identity-items.ts'
import { makeBusiness } from '../../support/shop.ts'
import { proxyTable, type TableProxy } from '../../support/table-proxy.ts'
import { productsOf } from '../operate.ts'
import { cups } from './rows.ts'

let table: TableProxy
beforeAll(async () => {
  table = await proxyTable()
})
afterAll(() => table.close())

async function planOf(count: number) {
  const database = await openImportDatabase()
  onTestFinished(() => database.close())
  return await planImport(cups(count), { currency: 'EUR', allowUnkeyed: false }, database)
}

test('after a stop signal an import begins no further row; another one continues from there', async () => {
  const business = await makeBusiness()
  const plan = await planOf(40)
  const controller = new AbortController()
  let rows = 0
  const onRow = () => ++rows === 20 && controller.abort()
  const first = await importProducts(business, plan, { status: 'active', signal: controller.signal, onRow })
  expect(first.created).toBe(rows)
  expect(first.created).toBeLessThan(30)
  expect(first.left).toBe(40 - rows)
  expect(await productsOf(business)).toHaveLength(rows)

  const second = await importProducts(business, plan, { status: 'active' })
  expect(second).toMatchObject({ created: 40 - rows, unchanged: rows, left: 0, refused: 0 })
  expect(await productsOf(business)).toHaveLength(40)
})

test('when DynamoDB fails, an import stops and reports what it did', async () => {
  const business = await makeBusiness()
  // More than are looked up ahead.
  const plan = await planOf(200)
  await importProducts(business, plan, { status: 'active' })
  letPausesPass(async () => {})
  onTestFinished(() => letPausesPass())
  let rows = 0
  const report = await importProducts(business, plan, {
    status: 'active',
    onRow: () => ++rows === 20 && table.failWith({ status: 500, type: 'InternalServerError' }),
  })
  table.failWith(undefined)
  expect(report.fault).toBeInstanceOf(TableUnavailable)
  expect(report.unchanged).toBeGreaterThanOrEqual(20)
  expect(report.left).toBe(200 - report.unchanged)
  expect(report.left).toBeGreaterThan(0)
  expect(report.refused).toBe(0)
})

test('a fault that passes within seconds is not noticed, and nothing is made twice', async () => {
  const business = await makeBusiness()
  const plan = await planOf(40)
  let rows = 0
  const report = await importProducts(business, plan, {
    status: 'active',
    onRow() {
      if (++rows !== 20) return
      table.failWith('reset')
      setTimeout(() => table.failWith(undefined), 400)
    },
  })
  expect(report).toMatchObject({ left: 0, refused: 0 })
  expect(report.created + report.unchanged).toBe(40)
  expect(await productsOf(business)).toHaveLength(40)
})

/** Imports 40 rows, of which 5 seconds seem to pass at the 20th: then the import looks at the business again. */
async function importForLong(business: Business) {
  const now = Date.now
  onTestFinished(() => {
    vi.spyOn(Date, 'now').mockRestore()
  })
  let rows = 0
  return importProducts(business, await planOf(40), {
    status: 'active',
    onRow() {
      if (++rows === 20) vi.spyOn(Date, 'now').mockImplementation(() => now() + 5_000)
    },
  })
}

test('an import begins no further row of a business that is being deleted', async () => {
  const business = await makeBusiness()
  await closeBusiness(business.id)
  const { created, left, refused, fault } = await importForLong(business)
  expect(fault).toBeInstanceOf(ImportRefused)
  expect(String(fault)).toContain(`"${business.name}" is being deleted: no more is written for it`)
  expect(created).toBeLessThan(30)
  expect({ left, refused }).toEqual({ left: 40 - created, refused: 0 })
})

test('a business that is suspended meanwhile is imported to the end', async () => {
  const business = await makeBusiness()
  await suspend(business)
  expect(await importForLong(business)).toMatchObject({ created: 40, left: 0 })
})

test('a category that could not be looked up once is looked up again', async () => {
  const { id } = await makeBusiness()
  const categories = openImportCategories(id, new Map([['cups', { name: 'Cups', parentId: null }]]), false)
  const needed = [{ id: 'cups', field: 'category_id' }]
  table.failWith('reset')
  await expect(categories.ensure(needed)).rejects.toThrow(TableUnavailable)
  table.failWith(undefined)
  await categories.ensure(needed)
  await categories.ensure(needed)
  expect(categories.created).toEqual(['cups'])
})
