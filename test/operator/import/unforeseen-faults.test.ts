import { expect, onTestFinished, test, vi } from 'vitest'
import { TableUnavailable } from '../../../lib/data/table/calls/table-fault.ts'
import { ForeignItem } from '../../../lib/data/table/calls/tenant-guard.ts'
import { openImportDatabase } from '../../../lib/import/import-database.ts'
import { planImport } from '../../../lib/import/import-plan.ts'
import { importProducts } from '../../../lib/import/import-products.ts'
import type * as applying from '../../../lib/import/write/apply-row.ts'
import { makeBusiness } from '../../support/shop.ts'
import { cups } from './rows.ts'

const thrown = vi.hoisted(() => ({ error: new Error('none'), rows: [2], tries: 0 }))
vi.mock('../../../lib/import/write/apply-row.ts', async (original) => {
  const module = await original<typeof applying>()
  const applyRow: typeof applying.applyRow = (row, ...rest) => {
    if (!thrown.rows.includes(row.number)) return module.applyRow(row, ...rest)
    thrown.tries++
    return Promise.reject(thrown.error)
  }
  return { ...module, applyRow }
})

async function reportOf(error: Error, rows = [2], read = cups(40)) {
  Object.assign(thrown, { error, rows, tries: 0 })
  const business = await makeBusiness()
  const database = await openImportDatabase()
  onTestFinished(() => database.close())
  const plan = await planImport(read, { currency: business.currency, allowUnkeyed: true }, database)
  const report = await importProducts(business, plan, { status: 'active' })
  return { ...report, reasons: [...database.outcomes()].flatMap(({ reasons = [] }) => reasons) }
}

test('a row whose writing throws is refused, and the others are imported', async () => {
  expect(await reportOf(new TypeError('a bug'))).toMatchObject({
    created: 39,
    refused: 1,
    left: 0,
    reasons: ['could not be stored, or only partly: check it. The error in this program is "TypeError"'],
  })
})

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

test('rows that fail one after the other end the import, which names the class of the last error', async () => {
  const { fault, left } = await reportOf(new RangeError('a bug'), numbers(2, 40))
  expect(fault).toMatchObject({ name: 'ImportRefused', reason: 'crashed' })
  expect(String(fault)).toMatch(
    /: 2\d rows in a row hit an error in this program\. The last: row 2\d could not be stored.*"RangeError"$/,
  )
  expect(left).toBeGreaterThan(0)
})

test('as many rows that fail, with others between them, cost themselves alone', async () => {
  const rows = [...numbers(2, 12), ...numbers(28, 38)]
  expect(await reportOf(new RangeError('a bug'), rows)).toMatchObject({ created: 18, refused: 22, left: 0 })
})

test('an item of another business ends the import', async () => {
  expect(await reportOf(new ForeignItem('x'))).toMatchObject({ refused: 0, fault: thrown.error })
})

test('a row without any key, of which nobody knows whether it was written, is never tried twice', async () => {
  const read = cups(1, () => ({ external_id: undefined }))
  const { fault } = await reportOf(new TableUnavailable('no answer'), [1], read)
  expect(fault).toBe(thrown.error)
  expect(thrown.tries).toBe(1)
})
