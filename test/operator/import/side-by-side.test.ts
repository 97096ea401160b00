import { expect, onTestFinished, test } from 'vitest'
import type { Business } from '../../../lib/domain/business.ts'
import { openImportDatabase } from '../../../lib/import/import-database.ts'
import { planImport } from '../../../lib/import/import-plan.ts'
import { importProducts } from '../../../lib/import/import-products.ts'
import { makeBusiness } from '../../support/shop.ts'
import { importInto, makeFile, operate, productsOf } from '../operate.ts'
import { cups } from './rows.ts'

const ROWS = 24

/** One import of these products. */
async function importAll(business: Business, further: (n: number) => object) {
  const database = await openImportDatabase()
  onTestFinished(() => database.close())
  const plan = await planImport(cups(ROWS, further), { currency: 'EUR', allowUnkeyed: false }, database)
  const report = await importProducts(business, plan, { status: 'active' })
  return { ...report, reasons: [...database.outcomes()].flatMap(({ reasons = [] }) => reasons) }
}

test.each([
  ['that have every name', (n: number) => ({ sku: `S${n}`, slug: `cup-${n}` })],
  ['that are all called the same', (n: number) => ({ sku: `S${n}`, name: 'Cup' })],
  ['that have a SKU alone', (n: number) => ({ external_id: undefined, sku: `S${n}` })],
])('two imports of one file side by side make products %s once, and refuse nothing', async (_, further) => {
  const business = await makeBusiness()
  const reports = await Promise.all([importAll(business, further), importAll(business, further)])
  for (const { refused, reasons } of reports)
    expect({ refused, reasons }).toEqual({ refused: 0, reasons: [] })
  expect(reports.reduce((sum, { created }) => sum + created, 0)).toBe(ROWS)
  expect(reports.flatMap(({ categoriesCreated }) => categoriesCreated)).toEqual(['cups'])
  expect(await productsOf(business)).toHaveLength(ROWS)
})

test('products that are there under a source are not made again without it', async () => {
  const business = await makeBusiness()
  const rows = Array.from({ length: 24 }, (_, n) => ({
    external_id: `e${n}`,
    name: `Cup ${n}`,
    price: 900,
    category: 'Cups',
  }))
  await importInto(business, rows.slice(0, 6), '--source', 'erp')
  const path = await makeFile('rows.json', rows)
  const { code, notes, stdout } = await operate('import', path, '--business', business.id)
  expect({ code, stdout, notes }).toEqual({
    code: 1,
    stdout: '',
    notes: [
      'error: 6 of 24 products of this file that were looked up exist under erp:, and would be made a second time; add --source erp, or --yes if these are others',
    ],
  })
  expect(await importInto(business, rows, '--source', 'erp')).toMatchObject({ created: 18, unchanged: 6 })
  expect(await importInto(business, rows.slice(0, 2), '--yes')).toMatchObject({ created: 2 })
  // Now they are there themselves.
  expect(await importInto(business, rows.slice(0, 2))).toMatchObject({ unchanged: 2 })
})

test('a source that somebody has said is only warned of, once: two sources can have the same ids', async () => {
  const business = await makeBusiness()
  const rows = ['a', 'b'].map((external_id) => ({
    external_id,
    name: external_id,
    price: 900,
    category: 'Cups',
  }))
  await importInto(business, rows, '--source', 'erp')
  const path = await makeFile('rows.json', rows)
  const misspelt = () => operate('import', path, '--business', business.id, '--source', 'epr')
  expect((await misspelt()).notes).toEqual([
    'warning: 2 of 2 products of this file that were looked up exist under erp:; if these are the same, they are made a second time',
  ])
  expect((await misspelt()).notes).toEqual([])
})

test('an export of another system is not imported a second time under its own name', async () => {
  const business = await makeBusiness({ currency: 'USD' })
  const text = 'Handle,Title,Type,Option1 Value,Variant Price\nmug,Mug,Mugs,,9.00\n'
  const path = await makeFile('products_export.csv', text)
  await operate('import', path, '--business', business.id, '--source', 'shop')
  const { code, notes } = await operate('import', path, '--business', business.id)
  expect([code, notes.at(-1)]).toEqual([
    1,
    'error: 1 of 1 products of this file that were looked up exist under shop:, and would be made a second time; add --source shop, or --yes if these are others',
  ])
})
