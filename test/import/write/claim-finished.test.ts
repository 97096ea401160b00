import { expect, onTestFinished, test, vi } from 'vitest'
import { TableUnavailable } from '../../../lib/data/table/calls/table-fault.ts'
import { InvalidFields } from '../../../lib/domain/body/rule-breaks.ts'
import { openImportDatabase } from '../../../lib/import/import-database.ts'
import { planImport } from '../../../lib/import/import-plan.ts'
import { importProducts } from '../../../lib/import/import-products.ts'
import type * as merging from '../../../lib/import/write/merge-row.ts'
import { cups } from '../../operator/import/rows.ts'
import { makeBusiness } from '../../support/shop.ts'

const thrown = vi.hoisted(() => ({ error: new Error('none') }))
vi.mock('../../../lib/import/write/merge-row.ts', async (original) => {
  const module = await original<typeof merging>()
  const mergeRow: typeof merging.mergeRow = (before, row) => {
    if (row.number === 1) throw thrown.error
    return module.mergeRow(before, row)
  }
  return { ...module, mergeRow }
})

/** The report of an import whose first two rows an earlier run has finished, and whose first one throws this. */
async function continued(error: Error, signal = new AbortController().signal) {
  const business = await makeBusiness()
  const database = await openImportDatabase()
  onTestFinished(() => database.close())
  const plan = await planImport(cups(3), { currency: business.currency }, database)
  await importProducts(business, plan, { status: 'active' })
  thrown.error = error
  return importProducts(business, plan, { status: 'active', finished: 2, signal })
}

test.each([
  new TypeError('a bug'),
  new InvalidFields([{ path: ['name'], detail: 'is required', code: 'required' }]),
])('a row that an earlier run has finished ends no import by %s', async (error) => {
  expect(await continued(error)).toMatchObject({ unchanged: 1, left: 0 })
})

test('no further row is claimed again once an import is stopped', async () => {
  expect(await continued(new TableUnavailable('x'), AbortSignal.abort())).toMatchObject({
    unchanged: 0,
    left: 1,
  })
})

test('a table that cannot be read ends it', async () => {
  await expect(continued(new TableUnavailable('x'))).rejects.toThrow(TableUnavailable)
})
