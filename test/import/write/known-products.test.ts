import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openImportDatabase } from '../../../lib/import/import-database.ts'
import { planImport } from '../../../lib/import/import-plan.ts'
import { knownRows } from '../../../lib/import/write/known-products.ts'
import { cups } from '../../operator/import/rows.ts'

const findIds = vi.hoisted(() => vi.fn())
vi.mock('../../../lib/data/products/product-batches.ts', () => ({ findIds, readWholes: () => new Map() }))

test('rows that cannot be looked up break nothing before it is their turn', async () => {
  const database = await openImportDatabase()
  onTestFinished(() => database.close())
  await planImport(cups(60), { currency: 'EUR' }, database)
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  const denied = Object.assign(new Error('no'), { $metadata: {}, name: 'AccessDeniedException' })
  findIds.mockImplementation(async (_: string, names: unknown[]) => {
    if (names.length < 50) throw denied
    return names.map(() => ({}))
  })
  const rows = knownRows('b', database.planned())
  expect(await rows.next()).toMatchObject({ value: { row: { number: 1 } } })
  await setImmediate()
  expect(unhandled).not.toHaveBeenCalled()
  for (let row = 2; row <= 50; row++) await rows.next()
  await expect(rows.next()).rejects.toBe(denied)
})
