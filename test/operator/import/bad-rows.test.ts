import { expect, test } from 'vitest'
import { FIELD_READERS } from '../../../lib/import/read/field-readers.ts'
import { makeBusiness } from '../../support/shop.ts'
import { importInto } from '../operate.ts'

const good = (n: number) => ({ external_id: `good-${n}`, name: `Good ${n}`, price: 900, category: 'Cups' })

test.each(['new', 'set'])('no bad row stops the others, new or there (--stock %s)', async (stock) => {
  const business = await makeBusiness()
  const odd = { toString: 1, valueOf: 2 }
  const rows = Object.keys(FIELD_READERS).flatMap((field, n) => [
    { ...good(n), external_id: `odd-${n}`, [field]: [odd, [{ option_values: odd, price: odd }], 'x'][n % 3] },
    good(n),
  ])
  for (const outcome of ['created', 'unchanged'] as const) {
    const report = await importInto(business, rows, '--stock', stock)
    const { products, left, created, updated, unchanged, refused } = report
    expect({ products, left }).toEqual({ products: rows.length, left: 0 })
    expect(created + updated + unchanged + refused.length).toBe(rows.length)
    expect(refused.filter(({ row }) => row % 2 === 0)).toEqual([])
    expect(report[outcome]).toBeGreaterThanOrEqual(rows.length / 2)
  }
})
