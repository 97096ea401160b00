import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type * as products from '../../../lib/data/products/products.ts'
import { ForeignItem } from '../../../lib/data/table/calls/tenant-guard.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { openImportDatabase } from '../../../lib/import/import-database.ts'
import { planImport } from '../../../lib/import/import-plan.ts'
import { importProducts } from '../../../lib/import/import-products.ts'
import { changeMissing, findMissing } from '../../../lib/import/write/missing-products.ts'
import { cups } from '../../operator/import/rows.ts'
import { makeBusiness } from '../../support/shop.ts'

const thrown = vi.hoisted(() => ({ error: new Error('none'), ids: new Set<string>() }))
vi.mock('../../../lib/data/products/products.ts', async (original) => {
  const module = await original<typeof products>()
  const updateProduct: typeof products.updateProduct = (businessId, id, ...rest) =>
    thrown.ids.has(String(id)) ? Promise.reject(thrown.error) : module.updateProduct(businessId, id, ...rest)
  return { ...module, updateProduct }
})

const { signal } = new AbortController()
const SOURCE = { source: 'erp', action: 'archive', isSure: false } as const

let business: Business
beforeAll(async () => {
  business = await makeBusiness()
  await bring(24)
})
beforeEach(() => thrown.ids.clear())
afterAll(() => vi.restoreAllMocks())

async function planned(count: number) {
  const database = await openImportDatabase()
  onTestFinished(() => database.close())
  return planImport(cups(count), { currency: business.currency, source: 'erp' }, database)
}

async function bring(count: number) {
  const database = await openImportDatabase()
  const plan = await planImport(cups(count), { currency: business.currency, source: 'erp' }, database)
  await importProducts(business, plan, { status: 'active' })
  await database.close()
}

test('a product that cannot be changed is named, and the others are changed', async () => {
  const { database } = await planned(16)
  const missing = await findMissing(business, database, SOURCE)
  thrown.error = new TypeError('a bug')
  thrown.ids.add(missing.ids[3] ?? '')
  const counts: number[] = []
  const onChanged = (changed: number) => counts.push(changed)
  expect(await changeMissing(business, missing, { signal, dryRun: false, onChanged })).toEqual({
    changed: 7,
    failed: [missing.ids[3]],
  })
  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('a run without time left does not read the rest of a shop', async () => {
  const { database } = await planned(16)
  const stopped = AbortSignal.abort(new Error('no more time'))
  await expect(findMissing(business, database, { ...SOURCE, signal: stopped })).rejects.toThrow(
    'no more time',
  )
})

test('a search that throws ends the import with the class of its error', async () => {
  const { database } = await planned(16)
  const isClaimed = () => {
    throw thrown.error
  }
  thrown.error = new RangeError('a bug')
  await expect(findMissing(business, { ...database, isClaimed }, SOURCE)).rejects.toMatchObject({
    name: 'ImportRefused',
    reason: 'crashed',
    message: 'the search for products that are not in the file hit an error in this program: "RangeError"',
  })
  thrown.error = new ForeignItem('x')
  await expect(findMissing(business, { ...database, isClaimed }, SOURCE)).rejects.toThrow(ForeignItem)
})

test('many that cannot be changed in a row end the import, and so does an item of another business', async () => {
  const { database } = await planned(0)
  const missing = await findMissing(business, database, { ...SOURCE, isSure: true })
  for (const id of missing.ids) thrown.ids.add(id)
  thrown.error = new RangeError('a bug')
  const { ids } = missing
  const many = { ...missing, ids: [...ids, ...ids] }
  await expect(changeMissing(business, many, { signal, dryRun: false })).rejects.toThrow(
    /^20 products in a row that are not in the file hit an error.*"RangeError"$/,
  )
  thrown.ids.delete(ids[9] ?? '')
  expect(await changeMissing(business, many, { signal, dryRun: false })).toMatchObject({
    failed: { length: 2 * ids.length - 2 },
  })
  thrown.error = new ForeignItem('x')
  await expect(changeMissing(business, missing, { signal, dryRun: false })).rejects.toThrow(ForeignItem)
})

test('products that are archived already make no room for others', async () => {
  // 16 of the 24 are active now, and the file has 10 of them.
  const { database } = await planned(10)
  await expect(findMissing(business, database, SOURCE)).rejects.toThrow('7 of 17 products of erp')
  const { database: more } = await planned(12)
  expect((await findMissing(business, more, SOURCE)).ids).toHaveLength(5)
})

test.each([null, ''])('a row whose external id is %j could be any product', async (external_id) => {
  const database = await openImportDatabase()
  onTestFinished(() => database.close())
  const rows = cups(2, (n) => (n === 0 ? { external_id, sku: 'S' } : {}))
  const plan = await planImport(rows, { currency: 'EUR', source: 'erp' }, database)
  expect(plan.hasUnknown).toBe(true)
})

test.each(['refuse', 'drop'] as const)(
  'with a row whose planning throws it is not known which products are missing: duplicate SKUs, %s',
  async (duplicateSkus) => {
    const database = await openImportDatabase()
    onTestFinished(() => database.close())
    const rows = cups(2)
    Object.defineProperty(rows[0]?.fields, 'variants', {
      enumerable: true,
      get: () => {
        throw new TypeError('a bug')
      },
    })
    const plan = await planImport(rows, { currency: business.currency, duplicateSkus }, database)
    expect([...database.planned()].map(({ isReadable }) => isReadable)).toEqual([false, true])
    expect(database.isClaimed('external_id', 'e0')).toBe(false)
    expect(plan.hasUnknown).toBe(true)
  },
)
