import { expect, test } from 'vitest'
import { TableUnavailable } from '../../lib/data/table/calls/table-fault.ts'
import { ForeignItem } from '../../lib/data/table/calls/tenant-guard.ts'
import { openImportDatabase } from '../../lib/import/import-database.ts'
import { planImport } from '../../lib/import/import-plan.ts'
import { ImportRefused } from '../../lib/import/import-refused.ts'
import { unforeseenFault } from '../../lib/import/unforeseen-fault.ts'
import { cups } from '../operator/import/rows.ts'

const errorOf = (name: string, members: object = {}) => Object.assign(new Error('x'), { name, ...members })
const ofDynamo = (name: string) => errorOf(name, { $metadata: {} })

test.each([
  new TypeError('undefined has no length'),
  new RangeError('Maximum call stack size exceeded'),
  ofDynamo('ValidationException'),
  ofDynamo('TransactionCanceledException'),
])('%s is of one row, whose fault says its name and no more', (error) => {
  expect(unforeseenFault(error, { row: 1 })).toBe(
    `cannot be imported because of an error of this program: "${error.name}"`,
  )
})

test.each([
  new TableUnavailable('x'),
  new ForeignItem('x'),
  new ImportRefused('business_closed', 'x'),
  ofDynamo('AccessDeniedException'),
  ofDynamo('ResourceNotFoundException'),
  errorOf('CredentialsProviderError', { tryNextLink: false }),
  errorOf('Error', { errcode: 13 }),
  errorOf('Error', { syscall: 'connect' }),
])('%s is of more than one row', (error) => {
  expect(() => unforeseenFault(error, { row: 1 })).toThrow(error)
})

test('a row whose planning throws is refused, and the others are planned', async () => {
  const broken = (n: number) => ({
    get variants() {
      if (n === 1) throw new TypeError('a bug')
      return undefined
    },
  })
  const rows = cups(3).map((row, n) => ({ ...row, fields: Object.assign(broken(n), row.fields) }))
  const database = await openImportDatabase()
  try {
    await planImport(rows, { currency: 'EUR' }, database)
    expect([...database.planned()].map(({ isReadable }) => isReadable)).toEqual([true, false, true])
  } finally {
    await database.close()
  }
})
