import { expect, onTestFinished, test, vi } from 'vitest'
import { ForeignItem } from '../../../lib/data/table/calls/tenant-guard.ts'
import { openImportDatabase } from '../../../lib/import/import-database.ts'
import { planImport } from '../../../lib/import/import-plan.ts'
import { importProducts } from '../../../lib/import/import-products.ts'
import type * as applying from '../../../lib/import/write/apply-row.ts'
import { makeBusiness } from '../../support/shop.ts'
import { cups } from './rows.ts'

const thrown = vi.hoisted(() => ({ error: new Error('none') }))
vi.mock('../../../lib/import/write/apply-row.ts', async (original) => {
  const module = await original<typeof applying>()
  const applyRow: typeof applying.applyRow = (row, ...rest) =>
    row.number === 2 ? Promise.reject(thrown.error) : module.applyRow(row, ...rest)
  return { ...module, applyRow }
})

async function reportOf(error: Error) {
  thrown.error = error
  const business = await makeBusiness()
  const database = await openImportDatabase()
  onTestFinished(() => database.close())
  const plan = await planImport(cups(20), { currency: business.currency }, database)
  const report = await importProducts(business, plan, { status: 'active' })
  return { ...report, reasons: [...database.outcomes()].flatMap(({ reasons = [] }) => reasons) }
}

test('a row whose writing throws is refused, and the others are imported', async () => {
  expect(await reportOf(new TypeError('a bug'))).toMatchObject({
    created: 19,
    refused: 1,
    left: 0,
    reasons: ['cannot be imported because of an error of this program: "TypeError"'],
  })
})

test('an item of another business ends the import', async () => {
  expect(await reportOf(new ForeignItem('x'))).toMatchObject({ refused: 0, fault: thrown.error })
})
