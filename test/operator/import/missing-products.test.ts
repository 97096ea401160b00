import { describe, expect, onTestFinished, test } from 'vitest'
import { findIdByExternalId, getProduct } from '../../../lib/data/products/product-reads.ts'
import { updateProduct } from '../../../lib/data/products/products.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { openImportDatabase } from '../../../lib/import/import-database.ts'
import { changeMissing, findMissing } from '../../../lib/import/write/missing-products.ts'
import { makeBusiness } from '../../support/shop.ts'
import { importInto, makeFile, operate, operateUntilStopped } from '../operate.ts'

const cup = (external_id: string, more: object = {}) => ({
  external_id,
  name: 'Cup',
  price: 900,
  category: 'Cups',
  ...more,
})
const ERP = ['--source', 'erp']

/**
 * A shop with four products of a source, of which one is a draft and one archived, one of its own, and one of a source
 * whose name begins in the same way.
 */
async function shop() {
  const business = await makeBusiness()
  const rows = [cup('1'), cup('2', { status: 'draft' }), cup('3', { status: 'archived' }), cup('4')]
  expect(await importInto(business, rows, ...ERP)).toMatchObject({ created: 4 })
  expect(await importInto(business, [cup('own'), cup('erp2:1')])).toMatchObject({ created: 2 })
  return business
}

async function statusOf(business: Business, externalId: string) {
  const id = await findIdByExternalId(business.id, externalId)
  return id === undefined ? undefined : (await getProduct(business.id, id))?.status
}

const statuses = async (business: Business) =>
  Promise.all(['erp:1', 'erp:2', 'erp:3', 'erp:4', 'own', 'erp2:1'].map((id) => statusOf(business, id)))

const UNTOUCHED = ['active', 'draft', 'archived', 'active', 'active', 'active']

test('--source is the prefix of every external id, once', async () => {
  const business = await makeBusiness()
  expect(await importInto(business, [cup('1'), cup('erp:2')], ...ERP)).toMatchObject({ created: 2 })
  expect(await statusOf(business, 'erp:1')).toBe('active')
  expect(await statusOf(business, 'erp:2')).toBe('active')
  expect(await importInto(business, [cup('erp:1'), cup('2')], ...ERP)).toMatchObject({ unchanged: 2 })
})

describe('--on-missing', () => {
  test('keeps products that the file does not have by default', async () => {
    const business = await shop()
    const report = await importInto(business, [cup('4')], ...ERP)
    expect(report).toMatchObject({ unchanged: 1 })
    expect(report).not.toHaveProperty('missing_changed')
    expect(await statuses(business)).toEqual(UNTOUCHED)
  })

  test.each([
    ['draft', 1, ['draft', 'draft', 'archived', 'active', 'active', 'active']],
    ['archive', 2, ['archived', 'archived', 'archived', 'active', 'active', 'active']],
  ])('%s changes products of the source, and no others', async (action, changed, after) => {
    const business = await shop()
    const options = [...ERP, '--on-missing', action, '--yes']
    expect(await importInto(business, [cup('4')], ...options, '--dry-run')).toMatchObject({
      missing_changed: changed,
    })
    expect(await statuses(business)).toEqual(UNTOUCHED)
    const file = await makeFile('a.json', [cup('4')])
    const { code, notes } = await operate('import', file, '--business', business.id, ...options)
    const done = action === 'archive' ? 'archived' : 'made drafts'
    expect([code, notes]).toEqual([0, [`${changed} missing from the file: ${done}`]])
    expect(await statuses(business)).toEqual(after)
    expect(await importInto(business, [cup('4')], ...options)).toMatchObject({ missing_changed: 0 })
  })

  test('a product of the file that is refused is not missing', async () => {
    const business = await shop()
    const rows = [cup('1', { price: -1 }), cup('2'), cup('4')]
    expect(await importInto(business, rows, ...ERP, '--on-missing', 'archive')).toMatchObject({
      refused: [{ row: 1 }],
      missing_changed: 0,
    })
    expect(await statuses(business)).toEqual(UNTOUCHED)
  })

  test('of more than a third is refused before anything is written, unless with --yes', async () => {
    const business = await shop()
    const file = await makeFile('a.json', [cup('4', { price: 1 }), cup('5')])
    const argv = ['import', file, '--business', business.id, ...ERP, '--on-missing', 'archive']
    expect(await operate(...argv)).toEqual({
      code: 1,
      stdout: '',
      notes: [
        'error: 2 of 3 products of erp are not in the file, more than a third: nothing was written. If that is right, add --yes',
      ],
    })
    expect(await statusOf(business, 'erp:5')).toBeUndefined()
    expect(await statuses(business)).toEqual(UNTOUCHED)
  })

  test('of a third is carried out', async () => {
    const business = await makeBusiness()
    await importInto(business, [cup('1'), cup('2'), cup('3')], ...ERP)
    const report = await importInto(business, [cup('1'), cup('2')], ...ERP, '--on-missing', 'draft')
    expect(report).toMatchObject({ missing_changed: 1 })
  })

  test.each([
    ['cannot be read', 'external_id,name\n4,Cup\n1,Cup,x\n'],
    ['has no external id', 'external_id,sku,name\n4,,Cup\n,S1,Cup\n'],
  ])('changes nothing if a row %s', async (_, text) => {
    const business = await shop()
    const file = await makeFile('a.csv', text)
    const options = [
      ...ERP,
      '--on-missing',
      'archive',
      '--yes',
      '--set',
      'price=9.00',
      '--set',
      'category=Cups',
    ]
    const { code, notes } = await operate('import', file, '--business', business.id, ...options)
    expect(code === 0 || code === 3).toBe(true)
    expect(notes[0]).toBe(
      'note: --on-missing changes nothing: some rows cannot be read or have no external_id, so it is not known which products of erp are missing',
    )
    expect(await statuses(business)).toEqual(UNTOUCHED)
  })

  test('changes nothing if the import was stopped', async () => {
    const business = await shop()
    const rows = Array.from({ length: 200 }, (_, n) => cup(`new-${n}`))
    const file = await makeFile('a.json', rows)
    const argv = ['import', file, '--business', business.id, ...ERP, '--on-missing', 'archive', '--yes']
    const { code, notes } = await operateUntilStopped(...argv)
    expect([code, notes]).toEqual([130, ['stopped; run the same command again to continue']])
    expect(await statuses(business)).toEqual(UNTOUCHED)
  })

  test('leaves a product as it is that others have changed since it was found', async () => {
    const business = await shop()
    const database = await openImportDatabase()
    onTestFinished(() => database.close())
    const missing = await findMissing(business, database, { source: 'erp', action: 'draft', isSure: true })
    expect(missing.ids).toHaveLength(2)
    const id = (await findIdByExternalId(business.id, 'erp:1')) ?? ''
    await updateProduct(business.id, id, (product) => ({ ...product, status: 'archived' }))
    const { signal } = new AbortController()
    expect(await changeMissing(business, missing, { signal, dryRun: false })).toMatchObject({ changed: 1 })
    expect(await statuses(business)).toEqual(['archived', 'draft', 'archived', 'draft', 'active', 'active'])
  })

  test('needs a source', async () => {
    const { id } = await makeBusiness()
    const file = await makeFile('a.json', [cup('4')])
    expect(await operate('import', file, '--business', id, '--on-missing', 'draft')).toMatchObject({
      code: 1,
      notes: [
        'error: --on-missing needs --source: it looks at the products whose external_id begins with that name',
      ],
    })
  })
})
